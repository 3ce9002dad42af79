//! The schema in `docs/formats` is that of the types.

use std::path::Path;

/// The command that writes the schema is this test with `QUOD_WRITE` set.
#[test]
fn the_documented_schema_is_that_of_the_types() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/board.schema.json");
    let schema = schemars::schema_for!(quod_board::BoardPicture);
    let now = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    if std::env::var_os("QUOD_WRITE").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let documented = std::fs::read_to_string(&file).unwrap();
    assert!(
        documented == now,
        "docs/formats/board.schema.json is out of date: QUOD_WRITE=1 cargo test -p quod-board"
    );
}

/// The example of the page is a picture, and says what the page says of it.
#[test]
fn the_documented_example_is_a_picture() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/board.md");
    let page = std::fs::read_to_string(page).unwrap();
    let example = page.split("```json").nth(1).and_then(|it| it.split("```").next()).unwrap();
    let picture: quod_board::BoardPicture = serde_json::from_str(example).unwrap();
    assert_eq!(picture.text(), "2  x  .  .\n1  .  .  .\n   a  b  c");
    assert_eq!(picture.moves.len(), 5);
}
