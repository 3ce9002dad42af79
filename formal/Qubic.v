(* Qubic: four in a straight line in a cube of 4 x 4 x 4; cube `16 z + 4 y + x`. *)
From Coq Require Import List NArith ZArith Bool.
From Quod Require Import Game Boards Grids.
Import ListNotations.
Open Scope Z_scope.

(* One of each pair of opposite directions. *)
Definition space : list (Z * Z * Z) :=
  [(1,0,0);(0,1,0);(0,0,1); (1,1,0);(1,-1,0);(1,0,1);(1,0,-1);(0,1,1);(0,1,-1);
   (1,1,1);(1,1,-1);(1,-1,1);(1,-1,-1)].
Definition in_cube (v : Z) : bool := (0 <=? v) && (v <? 4).
Definition cube_line (x y z : Z) (d : Z * Z * Z) : list row :=
  let '(a, b, c) := d in
  if in_cube (x + 3 * a) && in_cube (y + 3 * b) && in_cube (z + 3 * c)
  then [{| line := map (fun i => Z.to_N ((x + i * a) + 4 * (y + i * b) + 16 * (z + i * c))) [0;1;2;3];
           border := [] |}]
  else [].
Definition qubic : board_game := {|
  cells := upto 64;
  rows := flat_map (fun z => flat_map (fun y => flat_map (fun x =>
    flat_map (cube_line x y z) space) [0;1;2;3]) [0;1;2;3]) [0;1;2;3];
  below := fun _ => None;
|}.
