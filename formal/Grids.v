(* Boards whose cells stand in rows and columns, and the games played on them. *)
From Coq Require Import List NArith ZArith Bool.
From Quod Require Import Game Boards.
Import ListNotations.

Definition upto (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

(* The points of a grid, and the number of each: `width` points to a rank, ranks one after another. *)
Definition inside (width height : N) (x y : Z) : bool :=
  ((0 <=? x) && (x <? Z.of_N width) && (0 <=? y) && (y <? Z.of_N height))%Z.
Definition cell_number (width : N) (x y : Z) : N := Z.to_N (Z.of_N width * y + x).

(* The k points from (x, y) on in a direction, if all are on the board. *)
Definition run (width height k : N) (x y dx dy : Z) : list N :=
  let at_step i := (x + Z.of_N i * dx, y + Z.of_N i * dy)%Z in
  if forallb (fun i => inside width height (fst (at_step i)) (snd (at_step i))) (upto k)
  then map (fun i => cell_number width (fst (at_step i)) (snd (at_step i))) (upto k) else [].

Definition directions : list (Z * Z) := [(1, 0); (0, 1); (1, 1); (1, -1)]%Z.

(* All rows of k points; with `exactly` the points next to the ends are a border, where they are on the board. *)
Definition grid_rows (width height k : N) (exactly : bool) : list row :=
  flat_map (fun y => flat_map (fun x => flat_map (fun d : Z * Z =>
    let (dx, dy) := d in let '(x, y) := (Z.of_N x, Z.of_N y) in
    match run width height k x y dx dy with
    | [] => []
    | points =>
      let next := run width height 1 (x + Z.of_N k * dx) (y + Z.of_N k * dy) 1 1 in
      let previous := run width height 1 (x - dx) (y - dy) 1 1 in
      [{| line := points; border := if exactly then previous ++ next else [] |}]
    end) directions) (upto width)) (upto height).

(* m,n,k: k in a row on a board of any size; `exactly` where longer rows do not count. *)
Definition m_n_k (width height k : N) (exactly : bool) : board_game := {|
  cells := upto (width * height);
  rows := grid_rows width height k exactly;
  below := fun _ => None;
|}.

Definition tic_tac_toe : board_game := m_n_k 3 3 3 false.
Definition gomoku_freestyle : board_game := m_n_k 15 15 5 false.
Definition gomoku_standard : board_game := m_n_k 15 15 5 true.

(* Connect Four: cell `height * column + row`, rows from the bottom; stones rest on the bottom or on a stone.
   A column is a rank of the grid above, so the grid is `height` wide. *)
Definition connect_four (width height : N) : board_game := {|
  cells := upto (width * height);
  rows := grid_rows height width 4 false;
  below := fun c => if (c mod height =? 0)%N then None else Some (c - 1)%N;
|}.
