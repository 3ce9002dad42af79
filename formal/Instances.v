(* The games as the checker uses them: how positions are written and what the maps' numbers mean.
   A mistake here refuses certificates and accepts none that is false. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Lists Game Endless EndlessFacts Stream Boards Grids Qubic BoardFacts BoardMaps Check Kinds Threats Near Replay Cover Pairs.
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

(* Connect Four: a column's stones from the bottom, 1 for the first player's, and a 1 as a mark above them. *)
Definition column_stones (height column : N) (word : N) : option (list (N * player)) :=
  if word =? 0 then None else
  Some (map (fun r => (height * column + r, if N.testbit word r then First else Second)) (upto (N.log2 word))).
Fixpoint columns_of (height : N) (columns : list N) (word : N) : option (list (N * player)) :=
  match columns with
  | [] => if word =? 0 then Some [] else None
  | c :: columns =>
    match column_stones height c (word mod 2 ^ (height + 1)), columns_of height columns (word / 2 ^ (height + 1)) with
    | Some l, Some l' => Some (l ++ l')
    | _, _ => None end
  end.
Definition little_endian (b : bytes) : N := fold_right (fun d n => d + 256 * n) 0 b.
Definition decode_columns (width height : N) (b : bytes) : option (board * player) :=
  if N.of_nat (length b) =? (width * (height + 1) + 7) / 8 then
  match columns_of height (upto width) (little_endian b) with Some l => from_stones l | None => None end else None.

(* Qubic: two sets of 64 bits. Go-Moku and m,n,k: two bits a cell. *)
Definition decode_sets (b : bytes) : option (board * player) :=
  let x := little_endian (firstn 8 b) in let o := little_endian (skipn 8 b) in
  if (N.of_nat (length b) =? 16) && (N.land x o =? 0) then
    from_stones (flat_map (fun c => if N.testbit x c then [(c, First)] else if N.testbit o c then [(c, Second)] else []) (upto 64))
  else None.
Definition decode_pairs (g : board_game) (b : bytes) : option (board * player) :=
  if N.of_nat (length b) =? (N.of_nat (length (cells g)) + 3) / 4 then
    decode_digits g (flat_map (fun d => [d mod 4; d / 4 mod 4; d / 16 mod 4; d / 64]) b)
  else None.

(* Where a position is looked for that was gone through: its cells in two bits each. *)
Definition board_key (g : board_game) (p : board * player) : positive :=
  fold_left (fun k c => match stone (fst p) c with None => xO k | Some First => xI (xO k) | Some Second => xI (xI k) end)
    (cells g) xH.

Definition board_paired (lines : bool) (g : board_game) (pairs : list (N * N)) (c : claim) (p : board * player) : bool :=
  match aim c with
  | DoesNotLose => lines && same_player (snd p) (other (subject c)) && forallb (fun c => among c (cells g)) (cells_of pairs)
                   && pairs_hold g pairs (subject c) (fst p)
  | Wins => false
  end.
Lemma board_paired_sound g pairs c p : board_paired (of_lines g) g pairs c p = true -> forces (board_rules g) c p.
Proof.
  unfold board_paired. destruct c as [who []], p as [b t]; cbn; [discriminate|]. intro H.
  rewrite !andb_true_iff in H. destruct H as [[[G T] I] H]. apply same_player_true in T. subst t.
  exact (pairs_hold_sound g pairs who b G I H).
Qed.

Section Evidence.
Variables (early : bool) (g : board_game) (ms : maps) (above : option (N -> option N)).
(* What is worked out once about the game: whether it is one of lines, and the rows through each cell. *)
Variables (lines : bool) (t : PositiveMap.t (list lack)) (fuel : nat).
Notation pos := (board * player)%type.

Definition board_general : N -> bytes -> claim -> pos -> option N -> bool :=
  general (board_rules g) (board_sure early g) (board_linked g ms 0) (board_key g) above (board_paired lines g).
Definition board_shows (k : N) (b : bytes) (c : claim) (p : pos) (last : option N) : bool :=
  if k =? 2 then line_threats g lines t fuel b c p else board_general k b c p last.
(* A stone that fills no row ends the game only if no cell is left. *)
Definition board_sure_after (c : claim) (p : pos) (v : seen) (m : N) : bool :=
  if among m (ends v) then board_sure early g c (play (board_rules g) p m) else
  match aim c with
  | Wins => false
  | DoesNotLose =>
    match open_cells g (put (fst p) m (snd p)) with
    | [] => true
    | _ => board_decided early g c (play (board_rules g) p m) end
  end.
Definition board_shows_after (k : N) (b : bytes) (c : claim) (p : pos) (v : seen) (m : N) : bool :=
  if k =? 2 then line_threats_after g lines t fuel b c p v m else board_general k b c (play (board_rules g) p m) (Some m).
Definition board_covers (k : N) (b : bytes) (c : claim) (p : pos) (v : seen) (left : list N) : bool :=
  if k =? 2 then line_threats_cover g lines t fuel b c p v left
  else forallb (fun m => board_general k b c (play (board_rules g) p m) (Some m)) left.

Hypothesis M : good_maps g ms.
Hypothesis L : lines = of_lines g.
Hypothesis T : table_of g t.
Lemma board_general_sound k b c p last : board_general k b c p last = true -> forces (board_rules g) c p.
Proof.
  apply general_sound.
  - intros l d q. rewrite L. apply board_paired_sound.
  - intros d q. apply (board_sure_sound early g d q).
  - intros d q r. apply (board_linked_sound g ms d 0), M.
Qed.
Lemma board_shows_sound k b c p last : board_shows k b c p last = true -> forces (board_rules g) c p.
Proof.
  unfold board_shows. rewrite L. destruct (k =? 2); [apply line_threats_sound, T|apply board_general_sound].
Qed.
Lemma board_sure_after_sound c p m : board_result g (fst p) = None -> In m (open_cells g (fst p)) ->
  board_sure_after c p (see g p) m = true -> forces (board_rules g) c (play (board_rules g) p m).
Proof.
  intros R I. unfold board_sure_after. destruct (among m _) eqn:A; [apply board_sure_sound|].
  apply among_not in A. rewrite see_ends in A. destruct p as [b turn]. cbn [fst snd] in *.
  destruct c as [who []]; cbn [aim]; [discriminate|].
  destruct (open_cells g (put b m turn)) eqn:O.
  - intros _. apply (over (board_rules g) _ (put b m turn, other turn) Draw); [|discriminate].
    apply open_empty in I. destruct (going_on _ _ R) as (N1 & N2 & _). cbn. unfold board_result. rewrite O.
    assert (has_row g (put b m turn) turn = false) as F by (apply fills_no_row; auto; destruct turn; auto).
    assert (has_row g (put b m turn) (other turn) = false) as F'
      by (apply no_row_other; [destruct turn; discriminate|exact I|destruct turn; auto]).
    clear - F F'. destruct turn; cbn in F'; rewrite F, F'; reflexivity.
  - intro H. apply andb_prop in H as [_ H]. apply blocks_sound, H.
Qed.
Lemma board_shows_after_sound k b c p m : board_result g (fst p) = None ->
  board_shows_after k b c p (see g p) m = true -> forces (board_rules g) c (play (board_rules g) p m).
Proof.
  unfold board_shows_after. intro R. rewrite L.
  destruct (k =? 2); [apply line_threats_after_sound; auto|apply board_general_sound].
Qed.
Lemma board_covers_sound k b c p left : board_result g (fst p) = None ->
  board_covers k b c p (see g p) left = true -> forall m, In m left -> forces (board_rules g) c (play (board_rules g) p m).
Proof.
  unfold board_covers. intro R. rewrite L. destruct (k =? 2); [apply line_threats_cover_sound; auto|].
  rewrite forallb_forall. intros H m I. exact (board_general_sound _ _ _ _ _ (H m I)).
Qed.
End Evidence.

Definition instance_of (early : bool) (g : board_game) (numbers : list N) (f : N -> N -> N) (above : option (N -> option N))
    (decoder : bytes -> option (board * player)) : instance :=
  let ms := all_maps g numbers f in let lines := of_lines g in let t := crossings g in
  let fuel := S (S (length (cells g))) in {|
    game := board_rules g; sure := board_sure early g; decided := board_decided early g;
    linked := board_linked g ms; image := board_image g ms; decode := decoder;
    shows := board_shows early g ms above lines t fuel;
    lasts := fun _ _ _ => false;
    view := seen; look := see g; sure_after := board_sure_after early g;
    shows_after := board_shows_after early g ms above lines t fuel;
    covers := board_covers early g ms above lines t fuel |}.
Theorem instance_sound early g numbers f above decoder : sound (instance_of early g numbers f above decoder).
Proof.
  pose proof (all_maps_good g numbers f) as M. pose proof (crossings_are g) as T.
  exists (board_alike g). split; cbn.
  - apply board_sure_sound.
  - intros m p q. apply board_linked_alike, M.
  - intros c back p q B (s & Y & R). apply (symmetry_sound_or g s Y).
    + intros ? ? H. discriminate H.
    + intros x y E. apply B. exists s. auto.
    + exact R.
  - intros k b c p last. apply board_shows_sound; auto.
  - intros c p m. apply board_sure_after_sound.
  - intros k b c p m R _. apply board_shows_after_sound; auto.
  - intros k b c p left R _. apply board_covers_sound; auto.
Qed.
Lemma stones_end early g numbers f above decoder : always_ends (instance_of early g numbers f above decoder).
Proof. intros c p q. reflexivity. Qed.

(* The maps of a square: exchange row and column, turn the rows round, turn the columns round. *)
Definition square_map (n m c : N) : N :=
  let r := c / n in let k := c mod n in
  let (r, k) := if N.testbit m 0 then (k, r) else (r, k) in
  let r := if N.testbit m 1 then n - 1 - r else r in
  let k := if N.testbit m 2 then n - 1 - k else k in n * r + k.
(* The maps of a board that is no square: turn the rows round, turn the columns round. *)
Definition oblong_map (w h m c : N) : N :=
  let r := c / w in let k := c mod w in
  let r := if N.testbit m 0 then h - 1 - r else r in
  let k := if N.testbit m 1 then w - 1 - k else k in w * r + k.
Definition grid_maps (w h : N) : list N := if w =? h then upto 8 else upto 4.
Definition grid_map (w h : N) : N -> N -> N := if w =? h then square_map w else oblong_map w h.
Definition mirror (w h m c : N) : N := if m =? 1 then h * (w - 1 - c / h) + c mod h else c.

(* Qubic's 192 maps: change the coordinates' values, turn axes round, exchange axes. *)
Definition qubic_map (m c : N) : N :=
  let value := nth (N.to_nat (m mod 4)) [[0;1;2;3]; [1;0;3;2]; [0;2;1;3]; [2;0;3;1]] [] in
  let turned i x := let x := nth (N.to_nat x) value 0 in if N.testbit (m / 4 mod 8) i then 3 - x else x in
  let x := [turned 0 (c / 16); turned 1 (c / 4 mod 4); turned 2 (c mod 4)] in
  let axes := nth (N.to_nat (m / 32)) [[0;1;2]; [0;2;1]; [1;0;2]; [1;2;0]; [2;0;1]; [2;1;0]] [] in
  fold_left (fun n i => 4 * n + nth (N.to_nat i) x 0) axes 0.

Definition tic_tac_toe_instance : instance :=
  instance_of false tic_tac_toe (upto 8) (square_map 3) None (decode_digits tic_tac_toe).
Definition qubic_instance : instance := instance_of false qubic (upto 192) qubic_map None decode_sets.
Definition connect_four_instance (w h : N) : instance :=
  instance_of true (connect_four w h) (upto 2) (mirror w h)
    (Some (fun c => if c mod h =? h - 1 then None else Some (c + 1))) (decode_columns w h).
Definition m_n_k_instance (w h k : N) (exactly : bool) : instance :=
  let g := m_n_k w h k exactly in
  instance_of true g (grid_maps w h) (grid_map w h) None (decode_pairs g).
