(* What a game is, what a claim says, and when a player can force it.
   Believed, not proved: this file, the file of the game's rules, and the statements in Theorems.v. *)
From Coq Require Import List NArith Bool.
Import ListNotations.

Inductive player := First | Second.
Definition other (p : player) : player := match p with First => Second | Second => First end.

Inductive outcome := Won (by_player : player) | Draw.

(* A game of two players. A move is its code, as in the format of certificates. *)
Record rules := {
  position : Type;
  to_move : position -> player;
  result : position -> option outcome;   (* of a game that is over *)
  moves : position -> list N;            (* asked only where the game goes on *)
  play : position -> N -> position;      (* asked only for such a move *)
}.

Inductive goal := Wins | DoesNotLose.
Record claim := { subject : player; aim : goal }.

(* The claim holds at the end of a game with this outcome. *)
Definition fulfils (c : claim) (o : outcome) : Prop :=
  match aim c with Wins => o = Won (subject c) | DoesNotLose => o <> Won (other (subject c)) end.

(* The claim's subject can force the claim, whatever the other player does, in finitely many moves. *)
Inductive forces (g : rules) (c : claim) : position g -> Prop :=
| over p o : result g p = Some o -> fulfils c o -> forces g c p
| choice p m : result g p = None -> to_move g p = subject c ->
    In m (moves g p) -> forces g c (play g p m) -> forces g c p
| replies p : result g p = None -> to_move g p <> subject c -> moves g p <> [] ->
    (forall m, In m (moves g p) -> forces g c (play g p m)) -> forces g c p.

Definition wins (p : player) : claim := {| subject := p; aim := Wins |}.
Definition does_not_lose (p : player) : claim := {| subject := p; aim := DoesNotLose |}.

Definition is_a_win (g : rules) (p : position g) (who : player) : Prop := forces g (wins who) p.
Definition is_a_draw (g : rules) (p : position g) : Prop :=
  forces g (does_not_lose First) p /\ forces g (does_not_lose Second) p.
