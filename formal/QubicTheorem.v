(* Qubic is a first player's win: the shipped certificate, checked inside Rocq. It takes minutes, so it is
   compiled only by `cargo xtask formal --qubic`. Believed with it: Game.v, Boards.v and Qubic.v. *)
From Coq Require Import List NArith.
From Quod Require Import Game Stream Boards Qubic Check Instances QubicFile.
Import ListNotations.

Theorem qubic_is_a_first_player_win : is_a_win (board_rules qubic) start First.
Proof.
  (* The kernel computes it once, at the end; the tactic [vm_compute] would compute it before as well. *)
  assert (check_stream qubic_instance qubic_file = Some (start, [wins First])) as H
    by (vm_cast_no_check (eq_refl (Some (start, [wins First])))).
  apply (check_sound _ _ _ _ (instance_sound _ _ _ _ _ _)) in H. apply all_forced in H; [|apply stones_end].
  inversion_clear H. assumption.
Qed.
Print Assumptions qubic_is_a_first_player_win.
