(* The games as the checker uses them: how positions are written and what the maps' numbers mean.
   A mistake here refuses certificates and accepts none that is false. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Game Stream Boards Grids Qubic BoardFacts BoardMaps Check.
Import ListNotations.
Open Scope N_scope.

(* Stones put down in any order; the first player to move if both have as many, or the second if one is more. *)
Definition owned_by (p : player) (l : list (N * player)) : nat := length (filter (fun cp => same_player p (snd cp)) l).
Definition from_stones (l : list (N * player)) : option (board * player) :=
  let b := fold_left (fun b cp => put b (fst cp) (snd cp)) l (PositiveMap.empty player) in
  let x := owned_by First l in let o := owned_by Second l in
  if Nat.eqb x o then Some (b, First) else if Nat.eqb x (S o) then Some (b, Second) else None.

(* Digits 0 empty, 1 first player, 2 second, one for each cell in order; what is left over must be 0. *)
Fixpoint stones_of (cells : list N) (digits : list N) : option (list (N * player)) :=
  match cells, digits with
  | [], _ => if forallb (N.eqb 0) digits then Some [] else None
  | _, [] => None
  | c :: cells, d :: digits =>
    match stones_of cells digits, d with
    | Some l, 0 => Some l
    | Some l, 1 => Some ((c, First) :: l)
    | Some l, 2 => Some ((c, Second) :: l)
    | _, _ => None
    end
  end.
Definition decode_digits (g : board_game) (b : bytes) : option (board * player) :=
  match stones_of (cells g) b with Some l => from_stones l | None => None end.

Definition instance_of (early : bool) (g : board_game) (numbers : list N) (f : N -> N -> N) (decoder : bytes -> option (board * player))
    (evidence : N -> bytes -> claim -> board * player -> option N -> bool) : instance :=
  let ms := all_maps g numbers f in {|
    game := board_rules g; sure := board_sure early g; linked := board_linked g ms; image := board_image g ms;
    decode := decoder; shows := evidence |}.
Theorem instance_sound early g numbers f decoder evidence :
  (forall k b c p last, evidence k b c p last = true -> forces (board_rules g) c p) ->
  sound (instance_of early g numbers f decoder evidence).
Proof.
  intro E. split; cbn.
  - apply board_sure_sound.
  - intros c m p q. apply board_linked_sound, all_maps_good.
  - exact E.
Qed.

(* The maps of a square: exchange row and column, turn the rows round, turn the columns round. *)
Definition square_map (n m c : N) : N :=
  let r := c / n in let k := c mod n in
  let (r, k) := if N.testbit m 0 then (k, r) else (r, k) in
  let r := if N.testbit m 1 then n - 1 - r else r in
  let k := if N.testbit m 2 then n - 1 - k else k in n * r + k.
