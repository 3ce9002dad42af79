//! The page of conditions: for each condition of the checker, what shows that it is needed.

use std::fmt::Write;

use quod_check::bent::CONDITIONS;

use crate::found::Found;

/// Conditions for which a false certificate is made by hand: the test of the checker that has it, as file and name.
pub const HAND_MADE: &[(&str, &str)] = &[
    ("header.claims", "condition_cycles::moves_are_counted"),
    ("meet.draw", "conditions::halves_of_a_value_that_do_not_meet_state_nothing"),
    ("meet.mate", "conditions::halves_of_a_value_that_do_not_meet_state_nothing"),
    ("meet.mate-player", "conditions::halves_of_a_value_that_do_not_meet_state_nothing"),
    ("meet.score", "conditions::halves_of_a_value_that_do_not_meet_state_nothing"),
    ("meet.score-player", "conditions::halves_of_a_value_that_do_not_meet_state_nothing"),
    ("entry.open", "conditions::what_the_two_passes_ask_is_needed"),
    ("entry.legal", "conditions::an_entry_is_a_position_that_can_be_played"),
    ("body.legal", "conditions::what_the_two_passes_ask_is_needed"),
    ("body.side", "conditions::what_the_two_passes_ask_is_needed"),
    ("named.ascend", "conditions::a_named_reply_that_is_not_met_shows_nothing"),
    ("replies.all", "conditions::what_the_two_passes_ask_is_needed"),
    ("replies.not-lost", "conditions::what_the_two_passes_ask_is_needed"),
    ("shown.settled", "conditions::what_the_two_passes_ask_is_needed"),
    ("link.claim", "conditions::what_the_two_passes_ask_is_needed"),
    ("link.position", "conditions::what_the_two_passes_ask_is_needed"),
    ("cycle.endless", "condition_cycles::going_round_is_not_winning"),
    ("perpetual.gap", "condition_cycles::what_is_asked_of_perpetual_check_is_needed"),
    ("perpetual.loses", "condition_cycles::what_is_asked_of_perpetual_check_is_needed"),
    ("perpetual.no-check", "condition_cycles::what_is_asked_of_perpetual_check_is_needed"),
    ("perpetual.side", "condition_cycles::what_is_asked_of_perpetual_check_is_needed"),
    ("evidence.not-lost", "conditions::what_is_asked_of_trees_searches_and_lists_is_needed"),
    ("tree.legal", "conditions::what_is_asked_of_trees_searches_and_lists_is_needed"),
    ("tree.node", "conditions::what_is_asked_of_trees_searches_and_lists_is_needed"),
    ("tree.side", "conditions::what_is_asked_of_trees_searches_and_lists_is_needed"),
    ("table.worth", "condition_cycles::what_a_table_says_is_compared_with_the_claim"),
    ("tables.alternate", "condition_tables::what_is_asked_of_values_is_needed"),
    ("tables.best", "condition_tables::what_is_asked_of_values_is_needed"),
    ("tables.digest", "condition_tables::what_is_asked_of_headers_and_digests_is_needed"),
    ("tables.ended", "condition_tables::what_a_worker_has_begun_it_must_end"),
    ("tables.endless-worth", "condition_tables::what_values_cannot_tell_is_refused"),
    ("tables.founded", "condition_tables::what_is_asked_of_values_is_needed"),
    ("tables.lower", "condition_tables::what_is_asked_of_headers_and_digests_is_needed"),
    ("tables.no-perpetual", "condition_tables::what_values_cannot_tell_is_refused"),
    ("tables.no-scores", "condition_tables::what_values_cannot_tell_is_refused"),
    ("tables.had", "condition_tables::what_is_had_already_stays_in_a_layer"),
    ("tables.one-worth", "condition_tables::endless_play_is_worth_one_thing_in_a_layer"),
    ("tables.steps", "condition_tables::what_is_asked_of_values_is_needed"),
    ("tables.title", "condition_tables::what_is_asked_of_headers_and_digests_is_needed"),
    ("tables.too-long", "condition_tables::what_values_cannot_tell_is_refused"),
    ("threats.claim", "condition_lines::threats_say_who_wins_and_not_by_how_much"),
    ("threats.defender-wins", "condition_lines::what_is_asked_of_a_step_is_needed"),
    ("threats.empty", "condition_lines::a_threat_on_a_taken_cell_may_allow_another_move"),
    ("threats.fork", "condition_lines::what_is_asked_of_a_step_is_needed"),
    ("threats.free", "condition_lines::what_is_asked_of_a_step_is_needed"),
    ("threats.not-over", "condition_lines::what_is_asked_of_a_step_is_needed"),
    (
        "threats.reply-enabled",
        "condition_lines::a_free_reply_may_be_a_threat_with_the_reply_before_it",
    ),
    ("threats.reply-fork", "condition_lines::what_is_asked_of_a_step_is_needed"),
    ("threats.reply-four", "condition_lines::what_is_asked_of_a_step_is_needed"),
    ("threats.two-wins", "condition_lines::what_is_asked_of_a_step_is_needed"),
    ("apart.near", "condition_lines::a_reply_that_a_step_turns_on_is_set_apart"),
    ("apart.step", "condition_lines::a_reply_that_a_step_turns_on_is_set_apart"),
    ("strategy.given", "conditions::what_is_asked_of_trees_searches_and_lists_is_needed"),
    ("strategy.legal", "conditions::what_is_asked_of_trees_searches_and_lists_is_needed"),
    ("strategy.no-count", "condition_cycles::moves_are_counted"),
    ("strategy.no-cycle", "condition_cycles::going_round_is_not_winning"),
    ("pairs.allowed", "condition_lines::what_is_asked_of_pairs_in_games_of_lines_is_needed"),
    ("pairs.claim", "conditions::what_is_asked_of_trees_searches_and_lists_is_needed"),
    ("pairs.different", "condition_lines::what_is_asked_of_pairs_in_games_of_lines_is_needed"),
    ("pairs.empty", "condition_lines::what_is_asked_of_pairs_in_games_of_lines_is_needed"),
    ("pairs.lines", "condition_lines::what_is_asked_of_pairs_in_games_of_lines_is_needed"),
    (
        "rhombus.claim",
        "condition_connections::connections_and_pairs_say_who_wins_and_not_by_how_much",
    ),
    (
        "rhombus.only-cells",
        "condition_connections::where_not_only_cells_are_moves_nothing_is_joined_by_answers",
    ),
    ("rhombus.parallel", "condition_connections::what_is_asked_of_gardners_pairing_is_needed"),
    ("rhombus.stones", "condition_connections::what_is_asked_of_gardners_pairing_is_needed"),
    ("search.holds", "conditions::what_is_asked_of_trees_searches_and_lists_is_needed"),
    ("choices.shown-first", "condition_cycles::going_round_is_not_winning"),
    (
        "connection.claim",
        "condition_connections::connections_and_pairs_say_who_wins_and_not_by_how_much",
    ),
    ("connection.conducts", "condition_connections::three_borders_do_not_conduct"),
    ("root.empty", "condition_connections::what_is_asked_of_the_root_is_needed"),
    (
        "root.only-cells",
        "condition_connections::where_not_only_cells_are_moves_nothing_is_joined_by_answers",
    ),
    ("root.turn", "condition_connections::what_is_asked_of_the_root_is_needed"),
    ("lemma.answered", "condition_connections::what_is_asked_of_ways_and_lemmas_is_needed"),
    ("way.apart", "condition_connections::what_is_asked_of_ways_and_lemmas_is_needed"),
    ("way.captured", "condition_connections::what_is_asked_of_ways_and_lemmas_is_needed"),
    ("way.ends", "condition_connections::what_is_asked_of_ways_and_lemmas_is_needed"),
    ("way.joined", "condition_connections::what_is_asked_of_ways_and_lemmas_is_needed"),
    (
        "zone.allowed",
        "condition_zones::a_reply_that_is_forbidden_after_one_stone_may_be_allowed_after_another",
    ),
    ("zone.begins", "condition_zones::what_the_prover_turns_on_is_marked"),
    ("zone.beside", "condition_zones::a_cell_beside_a_reply_that_is_answered_as_another_is_marked"),
    ("zone.borders", "condition_zones::a_stone_that_makes_the_opponents_line_too_long_is_marked"),
    ("zone.claim", "condition_zones::zones_say_who_wins_and_not_by_how_much"),
    ("zone.forks", "condition_zones::cells_of_forks_are_marked"),
    (
        "zone.idle-reply",
        "condition_zones::after_an_idle_reply_and_the_fork_the_opponent_moves_once_more",
    ),
    ("zone.inherited", "condition_zones::what_the_prover_turns_on_is_marked"),
    ("zone.lines", "condition_zones::what_the_prover_turns_on_is_marked"),
    ("zone.move", "condition_zones::the_provers_move_is_marked"),
    ("zone.needs", "condition_zones::what_allows_a_move_of_the_provers_is_marked"),
    ("zone.no-cycle", "condition_zones::zones_are_known_from_the_last_entry_to_the_first"),
    ("zone.not-free", "condition_zones::a_move_that_need_not_stay_allowed_turns_on_everything"),
    ("zone.other-evidence", "condition_zones::what_the_prover_turns_on_is_marked"),
    ("zone.other-outside", "condition_zones::what_allows_a_move_of_the_provers_is_marked"),
    ("zone.outside", "condition_zones::what_the_prover_turns_on_is_marked"),
    ("zone.replied", "condition_zones::a_forced_stone_of_the_opponents_marks_its_lines"),
    ("zone.wins", "condition_zones::cells_on_which_the_prover_fills_a_line_are_marked"),
];

/// Where the page stands, from the root of the repository.
pub const PAGE: &str = "docs/results/conditions.md";

/// The conditions that are neither redundant nor shown to be needed.
pub fn open(found: &Found) -> Vec<&'static str> {
    let by_hand = |name: &str| HAND_MADE.iter().any(|it| it.0 == name);
    let needed = CONDITIONS.iter().filter(|it| it.redundant.is_none()).map(|it| it.name);
    needed.filter(|name| !found.0.contains_key(name) && !by_hand(name)).collect()
}

/// How rows of the page begin and end.
const CELL: &str = " | ";

/// The page.
pub fn page(found: &Found) -> String {
    let mut text = "# Conditions of the checker, and what shows that each is needed

The checker asks conditions, and each has a name in its source (`crates/check/src/bent.rs` lists them).
In a test one of them can be switched off.
Then something false must be accepted that the whole checker refuses; otherwise the condition is redundant, and the page says why.

*By hand* names a test of the checker (`crates/check/tests`) with a false certificate, or a wrong table, as small as may be.
*By the cheat* says where `quod-cheat` ([the program](../../crates/cheat/src/lib.rs)) came upon a false certificate that is accepted without the condition: a game or a sort of small worlds, and the lie.
This page is written by `cargo run --release -p quod-cheat --features bent -- --conditions`, in some minutes.

| condition | needed: by hand | needed: by the cheat | redundant, because |
|---|---|---|---|
"
    .to_string();
    for condition in CONDITIONS {
        let name = condition.name;
        let by_hand = HAND_MADE.iter().find(|it| it.0 == name).map(|it| format!("`{}`", it.1));
        let by_cheat = found.0.get(name).map_or("", String::as_str);
        let by_hand = by_hand.unwrap_or_default();
        let why = condition.redundant.unwrap_or_default();
        let cells = [&format!("| `{name}`"), &by_hand, by_cheat, why].map(str::to_string);
        let row = cells.join(CELL);
        _ = writeln!(text, "{} |", row.trim_end());
    }
    let needed = CONDITIONS.iter().filter(|it| it.redundant.is_none()).count();
    let (all, open) = (CONDITIONS.len(), open(found).len());
    _ = writeln!(
        text,
        "\nConditions: {all}, of which {needed} are needed; without a false file: {open}."
    );
    text
}

/// What the cheat found, as a page has it.
pub fn read(page: &str) -> Found {
    let mut found = Found::default();
    for condition in CONDITIONS {
        let begin = format!("| `{}`{CELL}", condition.name);
        let row = page.lines().find_map(|line| line.strip_prefix(&begin)).unwrap_or_default();
        if let Some(by) =
            row.split(CELL).nth(1).filter(|it| !it.trim_matches([' ', '|']).is_empty())
        {
            found.0.insert(condition.name, by.to_string());
        }
    }
    found
}
