//! Awari's tables by the fast boards, derived again by the checker on the plain rules.

use std::fs::File;

use quod_awari::AwariTables;
use quod_cert::TableFile;
use quod_check::{Help, verify_table};
use quod_rules::{Awari, GrandSlam, Rest, Worth};
use quod_tables::{Builder, Directory, Options, Tables};

#[test]
fn tables_up_to_six_stones_are_verified_on_the_rules() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::temp_dir().join(format!("quod-awari-tables-{}", std::process::id()));
    let store = Directory::new(&path)?;
    let game = AwariTables::new(7);
    let options = Options { threads: 2, ..Options::new("awari", 7) };
    let mut builder = Builder::new(&game, store.clone(), options)?;
    while !builder.step(10_000, &mut |_| ())? {}
    let rules =
        Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    for layer in 0..=6 {
        let mut table = TableFile::open(File::open(path.join(format!("awari-{layer:02}.qtab")))?)?;
        verify_table(&rules, &mut table, &mut lower, &mut digests, Help::default())?;
    }
    for (shown, built) in lower.iter().zip(&builder.layers()[..=6]) {
        assert!(shown.iter().eq(built.iter().copied()));
    }
    let mut tables = Tables::open(&game, &store, "awari", 7, 100)?;
    assert_eq!(tables.stats(7)?.win_draw_loss(), [14_921, 4_487, 12_416]);
    // The same with grand slams forbidden is another game.
    let rules = Awari { grand_slam: GrandSlam::Forbidden, ..rules };
    let mut table = TableFile::open(File::open(path.join("awari-00.qtab"))?)?;
    let refused =
        verify_table(&rules, &mut table, &mut Vec::new(), &mut Vec::new(), Help::default())
            .unwrap_err();
    assert_eq!(refused.to_string(), "header: another game, rule of infinite play or index");
    std::fs::remove_dir_all(path)?;
    Ok(())
}
