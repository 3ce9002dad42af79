(* The theorems. What is believed with them: Game.v, Boards.v, Grids.v and Qubic.v, all short definitions. *)
From Coq Require Import List NArith.
From Quod Require Import Game Sense Stream Boards Grids Qubic BoardFacts Check Instances Checker.
From Quod Require Import TicTacToeFile ConnectFourFile ConnectFourWideFile.
Import ListNotations.

(* What is forced is not refuted: nobody forces a win against a player that forces not to lose. *)
Theorem no_claim_and_its_opposite : forall g who p,
  forces g (wins who) p -> forces g (does_not_lose (other who)) p -> False.
Proof. exact not_both. Qed.

(* The claims of every certificate that the checker accepts can be forced from its root. *)
Theorem accepted_certificates_are_true : forall i, sound i -> forall stream root claims,
  check_stream i stream = Some (root, claims) -> Forall (fun c => forces (game i) c root) claims.
Proof. exact check_sound. Qed.

(* So it is of each game of stones, whatever its certificates use. *)
Theorem games_of_stones_are_sound : forall early g numbers f above decoder,
  sound (instance_of early g numbers f above decoder).
Proof. exact instance_sound. Qed.

(* What the extracted checker states is true of the game that it names. *)
Theorem the_extracted_checker_is_sound : forall stream s, verify stream = Some s ->
  Forall (fun c => forces (board_rules (board_named (of_game s))) c (of_root s)) (of_claims s).
Proof. exact verify_sound. Qed.

(* From a certificate of both halves to the value, by computation. *)
Lemma draw_of i stream : sound i -> forall root,
  check_stream i stream = Some (root, [does_not_lose First; does_not_lose Second]) -> is_a_draw (game i) root.
Proof.
  intros S root H. apply (check_sound _ S) in H. inversion_clear H as [|? ? A R]. inversion_clear R as [|? ? B _].
  split; assumption.
Qed.

Theorem tic_tac_toe_is_a_draw : is_a_draw (board_rules tic_tac_toe) start.
Proof.
  apply (draw_of tic_tac_toe_instance tic_tac_toe_file); [apply instance_sound|vm_compute; reflexivity].
Qed.

Theorem connect_four_on_4_by_4_is_a_draw : is_a_draw (board_rules (connect_four 4 4)) start.
Proof.
  apply (draw_of (connect_four_instance 4 4) connect_four_file); [apply instance_sound|vm_compute; reflexivity].
Qed.

Theorem connect_four_on_5_by_4_is_a_draw : is_a_draw (board_rules (connect_four 5 4)) start.
Proof.
  apply (draw_of (connect_four_instance 5 4) connect_four_wide_file); [apply instance_sound|vm_compute; reflexivity].
Qed.

Print Assumptions no_claim_and_its_opposite.
Print Assumptions accepted_certificates_are_true.
Print Assumptions games_of_stones_are_sound.
Print Assumptions the_extracted_checker_is_sound.
Print Assumptions tic_tac_toe_is_a_draw.
Print Assumptions connect_four_on_4_by_4_is_a_draw.
Print Assumptions connect_four_on_5_by_4_is_a_draw.
