//! The schemas in `docs/formats/json-schema` are those of the types.

use std::path::Path;

use schemars::Schema;

/// The command that writes a schema is this test with `QUOD_WRITE` set.
fn documented(name: &str, schema: &Schema) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/json-schema");
    let file = folder.join(name);
    let now = serde_json::to_string_pretty(schema).unwrap() + "\n";
    if std::env::var_os("QUOD_WRITE").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == now, "{name} is out of date: QUOD_WRITE=1 cargo test -p quod-report");
}

#[test]
fn documented_schemas_are_those_of_the_types() {
    documented("answer.json", &schemars::schema_for!(quod_report::AnswerReport));
    documented("check.json", &schemars::schema_for!(quod_report::CheckReport));
    documented("complexity.json", &schemars::schema_for!(quod_report::ComplexityReport));
    documented("game.json", &schemars::schema_for!(quod_report::GameReport));
}
