(* Three men's morris: three men each, put on the nine points of a 3 x 3 board and then moved. *)
From Coq Require Import List NArith FMapPositive Bool.
From Quod Require Import Game Endless Boards Grids.
Import ListNotations.
Open Scope N_scope.

(* Point `3 * row + column`. The rows are those of tic-tac-toe. *)
Definition points : list N := upto 9.
Definition centre : N := 4.
Definition men (b : board) : nat := length (filter (fun c => negb (is_empty b c)) points).
Definition apart (a b : N) : N := N.max a b - N.min a b.
(* One step along a row or a column, or between the centre and a corner. *)
Definition neighbours (a b : N) : bool :=
  let rows := apart (a / 3) (b / 3) in let columns := apart (a mod 3) (b mod 3) in
  (rows + columns =? 1) || ((rows =? 1) && (columns =? 1) && ((a =? centre) || (b =? centre))).

(* `any`: a man may go to any empty point. `no_centre`: the very first man may not be put on the centre.
   A man put on a point has the point as its code; a man moved has `9 * (from + 1) + to`. *)
Section Rules.
Variables any no_centre : bool.
Definition may_put (b : board) (c : N) : bool := negb (no_centre && Nat.eqb (men b) 0 && (c =? centre)).
Definition puts (b : board) : list N := filter (may_put b) (filter (is_empty b) points).
Definition joined (a b : N) : bool := any || neighbours a b.
Definition from_point (b : board) (a : N) : list N :=
  map (fun c => 9 * (a + 1) + c) (filter (joined a) (filter (is_empty b) points)).
Definition steps (b : board) (p : player) : list N := flat_map (from_point b) (filter (is_of b p) points).
Definition morris_moves (p : board * player) : list N :=
  if Nat.ltb (men (fst p)) 6 then puts (fst p) else steps (fst p) (snd p).

(* The man that moves leaves its point, if it was on the board. *)
Definition leave (b : board) (m : N) : board :=
  if m <? 9 then b else PositiveMap.remove (key (m / 9 - 1)) b.
(* Three in a row win, and a player without a move loses. *)
Definition morris_result (p : board * player) : option outcome :=
  if has_row tic_tac_toe (fst p) (other (snd p)) then Some (Won (other (snd p)))
  else match morris_moves p with [] => Some (Won (other (snd p))) | _ => None end.
Definition morris_rules : rules := {|
  position := board * player;
  to_move := snd;
  result := morris_result;
  moves := morris_moves;
  play := fun p m => (put (leave (fst p) m) (m mod 9) (snd p), other (snd p));
|}.
(* Men are never taken, so their number is the class. Play that never ends is a draw. *)
Definition three_mens_morris : endless_rules := {|
  each := morris_rules;
  class := fun p => N.of_nat (men (fst p));
  for_ever := fun _ => Draw;
|}.
End Rules.
