(* The theorems. What is believed with them: Game.v, Endless.v, Boards.v, Grids.v, Qubic.v and
   Morris.v, all short definitions. *)
From Coq Require Import List NArith.
From Quod Require Import Game Sense Endless EndlessFacts Stream Boards Grids Qubic Morris BoardFacts Check Instances.
From Quod Require Import MorrisFacts Checker TicTacToeFile ConnectFourFile ConnectFourWideFile MorrisFile MorrisDrawFile.
Import ListNotations.

(* What is forced is not refuted: nobody forces a win against a player that forces not to lose. *)
Theorem no_claim_and_its_opposite : forall g who p,
  forces g (wins who) p -> forces g (does_not_lose (other who)) p -> False.
Proof. exact not_both. Qed.

(* The same where play may go on for ever. *)
Theorem no_claim_and_its_opposite_for_ever : forall e who p, in_order e ->
  forces_ever e (wins who) p -> forces_ever e (does_not_lose (other who)) p -> False.
Proof. exact not_both_for_ever. Qed.
Theorem three_mens_morris_is_in_order : forall any no_centre, in_order (three_mens_morris any no_centre).
Proof. exact morris_in_order. Qed.

(* The claims of every certificate that the checker accepts can be kept from its root. *)
Theorem accepted_certificates_are_true : forall i, sound i -> forall stream root claims,
  check_stream i stream = Some (root, claims) -> Forall (fun c => can_keep (game i) c (going i c) root) claims.
Proof. intros i S stream root l. apply check_sound, S. Qed.

(* They can be forced in finitely many moves where no move may be repeated for ever. *)
Theorem accepted_certificates_of_games_that_end : forall i, sound i -> always_ends i -> forall stream root claims,
  check_stream i stream = Some (root, claims) -> Forall (fun c => forces (game i) c root) claims.
Proof. intros i S E stream root l H. apply all_forced; auto. eapply check_sound; eauto. Qed.

(* So it is of each game of stones, whatever its certificates use, and of three men's morris. *)
Theorem games_of_stones_are_sound : forall early g numbers f above decoder,
  sound (instance_of early g numbers f above decoder) /\ always_ends (instance_of early g numbers f above decoder).
Proof. intros. split; [apply instance_sound|apply stones_end]. Qed.
Theorem three_mens_morris_is_sound : forall any no_centre, sound (morris_instance any no_centre).
Proof. exact morris_sound. Qed.

(* What the extracted checker states is true of the game that it names. *)
Theorem the_extracted_checker_is_sound : forall stream s, verify stream = Some s ->
  Forall (fun c => is_true (of_game s) c (of_root s)) (of_claims s).
Proof. exact verify_sound. Qed.

(* From a certificate of both halves to the value, by computation. *)
Lemma draw_of i stream : sound i -> always_ends i -> forall root,
  check_stream i stream = Some (root, [does_not_lose First; does_not_lose Second]) -> is_a_draw (game i) root.
Proof.
  intros S E root H. apply (check_sound _ _ _ _ S) in H. apply all_forced in H; auto.
  inversion_clear H as [|? ? A R]. inversion_clear R as [|? ? B _]. split; assumption.
Qed.

Theorem tic_tac_toe_is_a_draw : is_a_draw (board_rules tic_tac_toe) start.
Proof.
  apply (draw_of tic_tac_toe_instance tic_tac_toe_file); [apply instance_sound|apply stones_end|vm_compute; reflexivity].
Qed.

Theorem connect_four_on_4_by_4_is_a_draw : is_a_draw (board_rules (connect_four 4 4)) start.
Proof.
  apply (draw_of (connect_four_instance 4 4) connect_four_file); [apply instance_sound|apply stones_end|vm_compute; reflexivity].
Qed.

Theorem connect_four_on_5_by_4_is_a_draw : is_a_draw (board_rules (connect_four 5 4)) start.
Proof.
  apply (draw_of (connect_four_instance 5 4) connect_four_wide_file); [apply instance_sound|apply stones_end|vm_compute; reflexivity].
Qed.

Theorem three_mens_morris_is_a_first_player_win : is_a_win_ever (three_mens_morris false false) start First.
Proof.
  assert (check_stream (morris_instance false false) morris_file = Some (start, [wins First])) as H by (vm_compute; reflexivity).
  apply (check_sound _ _ _ _ (morris_sound _ _)) in H. inversion_clear H. apply morris_keeps. assumption.
Qed.

(* Without the centre as the first move endless play is what saves both. *)
Theorem three_mens_morris_without_the_centre_is_a_draw : is_a_draw_ever (three_mens_morris false true) start.
Proof.
  assert (check_stream (morris_instance false true) morris_draw_file =
    Some (start, [does_not_lose First; does_not_lose Second])) as H by (vm_compute; reflexivity).
  apply (check_sound _ _ _ _ (morris_sound _ _)) in H. inversion_clear H as [|? ? A R]. inversion_clear R as [|? ? B _].
  split; apply morris_keeps; assumption.
Qed.

Print Assumptions no_claim_and_its_opposite.
Print Assumptions no_claim_and_its_opposite_for_ever.
Print Assumptions three_mens_morris_is_in_order.
Print Assumptions accepted_certificates_are_true.
Print Assumptions accepted_certificates_of_games_that_end.
Print Assumptions games_of_stones_are_sound.
Print Assumptions three_mens_morris_is_sound.
Print Assumptions the_extracted_checker_is_sound.
Print Assumptions tic_tac_toe_is_a_draw.
Print Assumptions connect_four_on_4_by_4_is_a_draw.
Print Assumptions connect_four_on_5_by_4_is_a_draw.
Print Assumptions three_mens_morris_is_a_first_player_win.
Print Assumptions three_mens_morris_without_the_centre_is_a_draw.
