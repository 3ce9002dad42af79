(* Games of stones on a board: every cell holds a stone or none, stones never move, players take turns.
   The player that fills a row wins at once. If no stone can be put the game is a draw. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Game.
Import ListNotations.

(* A row of a player counts if the player has stones on all its cells, and none on its border. *)
Record row := { line : list N; border : list N }.
Record board_game := {
  cells : list N;
  rows : list row;
  below : N -> option N;   (* the cell that must hold a stone before this one can be taken *)
}.

(* The keys of a map are positive: cell 0 has the key 1, and cell c the key 2c. *)
Definition key (c : N) : positive := match c with N0 => xH | Npos c => xO c end.
Definition board := PositiveMap.t player.
Definition stone (b : board) (c : N) : option player := PositiveMap.find (key c) b.
Definition put (b : board) (c : N) (p : player) : board := PositiveMap.add (key c) p b.

Definition same_player (p q : player) : bool :=
  match p, q with First, First | Second, Second => true | _, _ => false end.
Definition is_of (b : board) (p : player) (c : N) : bool :=
  match stone b c with Some q => same_player p q | None => false end.
Definition is_empty (b : board) (c : N) : bool := match stone b c with None => true | Some _ => false end.

Definition fills (b : board) (p : player) (r : row) : bool :=
  forallb (is_of b p) (line r) && forallb (fun c => negb (is_of b p c)) (border r).
Definition has_row (g : board_game) (b : board) (p : player) : bool := existsb (fills b p) (rows g).

Definition can_take (g : board_game) (b : board) (c : N) : bool :=
  is_empty b c && match below g c with None => true | Some d => negb (is_empty b d) end.
Definition open_cells (g : board_game) (b : board) : list N := filter (can_take g b) (cells g).

Definition board_result (g : board_game) (b : board) : option outcome :=
  if has_row g b First then Some (Won First) else if has_row g b Second then Some (Won Second) else
  match open_cells g b with [] => Some Draw | _ => None end.

Definition board_rules (g : board_game) : rules := {|
  position := board * player;
  to_move := snd;
  result := fun p => board_result g (fst p);
  moves := fun p => open_cells g (fst p);
  play := fun p c => (put (fst p) c (snd p), other (snd p));
|}.
Definition start : board * player := (PositiveMap.empty player, First).
