(* Games whose positions can repeat, and what a player can force in them.
   Believed, not proved: the definitions of this file, for the theorems about such games. *)
From Coq Require Import List NArith.
From Quod Require Import Game.
Import ListNotations.

(* Every position has a class. A move stays in the class or goes to a later one, so play that never ends
   stays in one class for ever from some point on, and the rules say what its outcome is then. *)
Record endless_rules := {
  each : rules;
  class : position each -> N;
  for_ever : N -> outcome;      (* of play that never ends in this class *)
}.

Section Keeping.
Variables (g : rules) (c : claim).
Variable may_go_on : position g -> position g -> Prop.  (* the move from the one to the other may be repeated for ever *)
Variable back : position g -> Prop.

(* The subject can force, in finitely many moves, an end that fulfils the claim, or a move that may be
   repeated for ever to a position of `back`. *)
Inductive forces_or : position g -> Prop :=
| or_over p o : result g p = Some o -> fulfils c o -> forces_or p
| or_choice p m : result g p = None -> to_move g p = subject c ->
    In m (moves g p) -> goes_well p (play g p m) -> forces_or p
| or_replies p : result g p = None -> to_move g p <> subject c -> moves g p <> [] ->
    (forall m, In m (moves g p) -> goes_well p (play g p m)) -> forces_or p
with goes_well : position g -> position g -> Prop :=
| on p q : forces_or q -> goes_well p q
| again p q : may_go_on p q -> back q -> goes_well p q.
End Keeping.

(* And from each position of `back` once more: so play ends as claimed, or goes on for ever by such moves. *)
Definition can_keep (g : rules) (c : claim) (may_go_on : position g -> position g -> Prop) (p : position g) : Prop :=
  exists back : position g -> Prop, (forall q, back q -> forces_or g c may_go_on back q) /\ forces_or g c may_go_on back p.

(* A move inside a class whose endless play fulfils the claim. *)
Definition stays (e : endless_rules) (c : claim) (p q : position (each e)) : Prop :=
  class e p = class e q /\ fulfils c (for_ever e (class e p)).
Definition forces_ever (e : endless_rules) (c : claim) (p : position (each e)) : Prop := can_keep (each e) c (stays e c) p.

Definition is_a_win_ever (e : endless_rules) (p : position (each e)) (who : player) : Prop := forces_ever e (wins who) p.
Definition is_a_draw_ever (e : endless_rules) (p : position (each e)) : Prop :=
  forces_ever e (does_not_lose First) p /\ forces_ever e (does_not_lose Second) p.
