(* Symmetries of boards: a permutation of the cells that keeps rows, borders and what must lie below. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Lists Game Endless EndlessFacts Symmetry Boards BoardFacts.
Import ListNotations.

Definition same_cell (c d : option N) : bool :=
  match c, d with None, None => true | Some c, Some d => N.eqb c d | _, _ => false end.

(* A permutation and its inverse, looked up in tables. *)
Definition arrow := PositiveMap.t N.
Definition ap (s : arrow) (c : N) : N := match PositiveMap.find (key c) s with Some d => d | None => c end.
Record permutation := { there : arrow; home : arrow }.

Definition returns (g : board_game) (s t : arrow) : bool :=
  forallb (fun c => N.eqb (ap t (ap s c)) c && among (ap s c) (cells g)) (cells g).
Definition row_kept (g : board_game) (s : arrow) (r : row) : bool :=
  let l := map (ap s) (line r) in let e := map (ap s) (border r) in
  existsb (fun r' => forallb (fun c => among c l) (line r') && forallb (fun c => among c e) (border r')) (rows g).
Definition below_kept (g : board_game) (s : arrow) : bool :=
  forallb (fun c => same_cell (below g (ap s c)) (option_map (ap s) (below g c))) (cells g).
Definition keeps (g : board_game) (s t : arrow) : bool :=
  returns g s t && forallb (row_kept g s) (rows g) && below_kept g s.
Definition on_board (g : board_game) : bool :=
  forallb (fun r => forallb (fun c => among c (cells g)) (line r) && forallb (fun c => among c (cells g)) (border r)) (rows g)
  && forallb (fun c => match below g c with None => true | Some d => among d (cells g) end) (cells g).
Definition is_symmetry (g : board_game) (m : permutation) : bool :=
  on_board g && keeps g (there m) (home m) && keeps g (home m) (there m).

Definition same_stone (a b : option player) : bool :=
  match a, b with None, None => true | Some p, Some q => same_player p q | _, _ => false end.
Lemma same_stone_true a b : same_stone a b = true -> a = b.
Proof. destruct a as [[]|], b as [[]|]; simpl; congruence. Qed.
Definition takes (g : board_game) (s : arrow) (b b' : board) : Prop :=
  forall c, In c (cells g) -> stone b c = stone b' (ap s c).

Lemma returns_true g s t c : returns g s t = true -> In c (cells g) -> ap t (ap s c) = c /\ In (ap s c) (cells g).
Proof.
  unfold returns. rewrite forallb_forall. intros H I. specialize (H c I). apply andb_prop in H as [H K].
  split; [apply N.eqb_eq, H|apply among_true, K].
Qed.

Section OneWay.
Variables (g : board_game) (s t : arrow).
Hypothesis B : on_board g = true.
Hypothesis K : keeps g s t = true.

Lemma cells_there c : In c (cells g) -> ap t (ap s c) = c /\ In (ap s c) (cells g).
Proof. apply returns_true. unfold keeps in K. apply andb_prop in K as [H _]. apply andb_prop in H as [H _]. exact H. Qed.
Lemma row_on_board r c : In r (rows g) -> In c (line r) \/ In c (border r) -> In c (cells g).
Proof.
  intros I J. unfold on_board in B. apply andb_prop in B as [H _]. rewrite forallb_forall in H.
  specialize (H r I). apply andb_prop in H as [L E]. rewrite forallb_forall in L, E.
  destruct J as [J|J]; [specialize (L c J); apply among_true, L|specialize (E c J); apply among_true, E].
Qed.
Lemma below_on_board c d : In c (cells g) -> below g c = Some d -> In d (cells g).
Proof.
  intros I E. unfold on_board in B. apply andb_prop in B as [_ H]. rewrite forallb_forall in H.
  specialize (H c I). rewrite E in H. apply among_true, H.
Qed.
Lemma below_there c : In c (cells g) -> below g (ap s c) = option_map (ap s) (below g c).
Proof.
  intro I. unfold keeps in K. apply andb_prop in K as [_ H]. unfold below_kept in H.
  rewrite forallb_forall in H. specialize (H c I).
  destruct (below g (ap s c)), (option_map (ap s) (below g c)); cbn in H; try discriminate; auto.
  apply N.eqb_eq in H. congruence.
Qed.
Lemma has_row_there b b' p : takes g s b b' -> has_row g b p = true -> has_row g b' p = true.
Proof.
  intros T H. apply has_row_true in H as (r & I & F). apply fills_true in F as [L E].
  assert (row_kept g s r = true) as H.
  { unfold keeps in K. apply andb_prop in K as [H _]. apply andb_prop in H as [_ H].
    rewrite forallb_forall in H. apply H, I. }
  unfold row_kept in H. apply existsb_exists in H as (r' & I' & H). apply andb_prop in H as [H1 H2].
  rewrite forallb_forall in H1, H2.
  apply has_row_true. exists r'. split; auto. apply fills_true. split; intros c' J.
  - specialize (H1 c' J). apply among_true, in_map_iff in H1 as (c & <- & M).
    rewrite <- T by exact (row_on_board r c I (or_introl M)). apply L, M.
  - specialize (H2 c' J). apply among_true, in_map_iff in H2 as (c & <- & M).
    rewrite <- T by exact (row_on_board r c I (or_intror M)). apply E, M.
Qed.
Lemma open_there b b' c : takes g s b b' -> In c (open_cells g b) -> In (ap s c) (open_cells g b').
Proof.
  intros T H. apply in_open in H as [I H]. apply in_open. split; [apply cells_there, I|].
  unfold can_take in *. apply andb_prop in H as [E D]. apply andb_true_intro. split.
  - unfold is_empty in *. rewrite <- T by auto. exact E.
  - rewrite below_there by auto. destruct (below g c) as [d|] eqn:F; cbn; auto.
    unfold is_empty in *. rewrite <- T; [exact D|exact (below_on_board c d I F)].
Qed.
Lemma takes_put b b' c p : takes g s b b' -> In c (cells g) -> takes g s (put b c p) (put b' (ap s c) p).
Proof.
  intros T I d J. destruct (N.eq_dec d c) as [->|n]; [rewrite !stone_put_same; reflexivity|].
  rewrite !stone_put_other; [apply T, J| |exact n].
  intro E. apply n. destruct (cells_there _ I) as [<- _], (cells_there _ J) as [<- _]. congruence.
Qed.
End OneWay.

Lemma takes_home g s t b b' : keeps g t s = true -> takes g s b b' -> takes g t b' b.
Proof. intros K T c I. destruct (cells_there _ _ _ K _ I) as [E J]. rewrite T by exact J. rewrite E. reflexivity. Qed.

Section BothWays.
Variables (g : board_game) (m : permutation).
Hypothesis S : is_symmetry g m = true.
Definition related (p q : board * player) : Prop := snd p = snd q /\ takes g (there m) (fst p) (fst q).

Lemma parts : on_board g = true /\ keeps g (there m) (home m) = true /\ keeps g (home m) (there m) = true.
Proof. unfold is_symmetry in S. apply andb_prop in S as [H C]. apply andb_prop in H as [A B]. auto. Qed.
Lemma related_row b b' p : takes g (there m) b b' -> has_row g b p = has_row g b' p.
Proof.
  intro T. destruct parts as (B & K & K').
  destruct (has_row g b p) eqn:E.
  - symmetry. exact (has_row_there g _ _ B K b b' p T E).
  - destruct (has_row g b' p) eqn:F; auto. rewrite <- E.
    exact (has_row_there g _ _ B K' b' b p (takes_home _ _ _ _ _ K' T) F).
Qed.
Lemma related_result p q : related p q -> board_result g (fst p) = board_result g (fst q).
Proof.
  intros [_ T]. destruct parts as (B & K & K'). unfold board_result. rewrite !(related_row _ _ _ T).
  destruct (has_row g (fst q) First), (has_row g (fst q) Second); auto.
  destruct (open_cells g (fst p)) as [|c l] eqn:E, (open_cells g (fst q)) as [|d l'] eqn:F; auto.
  - assert (In d (open_cells g (fst q))) as I by (rewrite F; left; auto).
    apply (open_there g _ _ B K' _ _ _ (takes_home _ _ _ _ _ K' T)) in I. rewrite E in I. destruct I.
  - assert (In c (open_cells g (fst p))) as I by (rewrite E; left; auto).
    apply (open_there g _ _ B K _ _ _ T) in I. rewrite F in I. destruct I.
Qed.
Lemma related_forth p q d : related p q -> In d (open_cells g (fst p)) ->
  exists d', In d' (open_cells g (fst q)) /\ related (play (board_rules g) p d) (play (board_rules g) q d').
Proof.
  destruct parts as (B & K & K'). destruct p as [b t], q as [b' t']. intros [E T] I. cbn in *. subst t'.
  exists (ap (there m) d). split; [exact (open_there g _ _ B K _ _ _ T I)|]. split; cbn; auto.
  eapply takes_put; eauto. apply in_open in I. tauto.
Qed.
Lemma related_back p q d : related p q -> In d (open_cells g (fst q)) ->
  exists d', In d' (open_cells g (fst p)) /\ related (play (board_rules g) p d') (play (board_rules g) q d).
Proof.
  destruct parts as (B & K & K'). destruct p as [b t], q as [b' t']. intros [E T] I. cbn in *. subst t'.
  exists (ap (home m) d). pose proof (takes_home _ _ _ _ _ K' T) as T'.
  pose proof (open_there g _ _ B K' _ _ _ T' I) as J. split; [exact J|]. split; cbn; auto.
  assert (In d (cells g)) as D by (apply in_open in I; tauto).
  destruct (cells_there _ _ _ K' _ D) as [F _]. rewrite <- F at 2.
  eapply takes_put; eauto. apply in_open in J. tauto.
Qed.
Theorem symmetry_sound c p q : related p q -> forces (board_rules g) c q -> forces (board_rules g) c p.
Proof.
  intros R W. apply (related_forces (board_rules g) related) with (q := q); auto.
  - intros ? ? [E _]. exact E.
  - intros ? ? E. apply related_result, E.
  - intros ? ? ? E _ I. apply related_forth; auto.
  - intros ? ? ? E _ I. apply related_back; auto.
Qed.
Theorem symmetry_sound_or c (may : board * player -> board * player -> Prop) (back : board * player -> Prop) p q : (forall p q, may p q -> False) -> (forall p q, related p q -> back q -> back p) ->
  related p q -> forces_or (board_rules g) c may back q -> forces_or (board_rules g) c may back p.
Proof.
  intros N B R W. apply (related_forces_or (board_rules g) related) with (q := q); auto.
  - intros ? ? [E _]. exact E.
  - intros ? ? E. apply related_result, E.
  - intros ? ? ? E _ I. apply related_forth; auto.
  - intros ? ? ? E _ I. apply related_back; auto.
  - intros ? ? r r' _ _ M. destruct (N r r' M).
Qed.
End BothWays.

(* The maps of a game, those that are symmetries: what a number means need not be believed. *)
Definition arrows (from to : list N) : arrow :=
  fold_left (fun s cd => PositiveMap.add (key (fst cd)) (snd cd) s) (combine from to) (PositiveMap.empty N).
Definition permute (g : board_game) (f : N -> N) : permutation :=
  {| there := arrows (cells g) (map f (cells g)); home := arrows (map f (cells g)) (cells g) |}.
Definition maps := PositiveMap.t permutation.
Definition take_map (ok : permutation -> bool) (g : board_game) (f : N -> N -> N) (ms : maps) (m : N) : maps :=
  let p := permute g (f m) in if ok p then PositiveMap.add (key m) p ms else ms.
Definition maps_that (ok : permutation -> bool) (g : board_game) (numbers : list N) (f : N -> N -> N) : maps :=
  fold_left (take_map ok g f) numbers (PositiveMap.empty _).
Definition all_are (ok : permutation -> bool) (ms : maps) := forall k m, PositiveMap.find k ms = Some m -> ok m = true.
Lemma maps_that_are ok g numbers f : all_are ok (maps_that ok g numbers f).
Proof.
  unfold maps_that. assert (all_are ok (PositiveMap.empty _)) as G by (intros k m; rewrite PositiveMap.gempty; discriminate).
  revert G. generalize (PositiveMap.empty permutation). induction numbers as [|n l IH]; intros ms G; cbn; auto.
  apply IH. unfold take_map. destruct (ok (permute g (f n))) eqn:E; auto.
  intros k m F. destruct (Pos.eq_dec k (key n)) as [->|d].
  - rewrite PositiveMap.gss in F. congruence.
  - rewrite PositiveMap.gso in F by auto. eapply G; eauto.
Qed.
Definition all_maps (g : board_game) : list N -> (N -> N -> N) -> maps := maps_that (is_symmetry g) g.
Definition good_maps (g : board_game) (ms : maps) := all_are (is_symmetry g) ms.
Lemma all_maps_good g numbers f : good_maps g (all_maps g numbers f).
Proof. apply maps_that_are. Qed.

Definition board_linked (g : board_game) (ms : maps) (m : N) (p q : board * player) : bool :=
  match PositiveMap.find (key m) ms with
  | Some s => same_player (snd p) (snd q) &&
              forallb (fun c => same_stone (stone (fst p) c) (stone (fst q) (ap (there s) c))) (cells g)
  | None => false end.
Definition board_alike (g : board_game) (p q : board * player) : Prop :=
  exists s, is_symmetry g s = true /\ related g s p q.
Lemma linked_by ok g ms m p q : all_are ok ms -> board_linked g ms m p q = true ->
  exists s, ok s = true /\ related g s p q.
Proof.
  intro G. unfold board_linked. destruct (PositiveMap.find _ ms) as [s|] eqn:E; [|discriminate].
  intro H. apply andb_prop in H as [T A]. exists s. split; [eapply G; eauto|].
  split; [destruct (snd p), (snd q); cbn in T; congruence|].
  intros d I. rewrite forallb_forall in A. apply same_stone_true, A, I.
Qed.
Lemma board_linked_alike g ms m p q : good_maps g ms -> board_linked g ms m p q = true -> board_alike g p q.
Proof. apply linked_by. Qed.
Theorem board_linked_sound g ms c m p q : good_maps g ms ->
  board_linked g ms m p q = true -> forces (board_rules g) c q -> forces (board_rules g) c p.
Proof.
  intros G H. destruct (board_linked_alike g ms m p q G H) as (s & S & R). exact (symmetry_sound g s S c p q R).
Qed.
Definition board_image (g : board_game) (ms : maps) (m : N) (p : board * player) : board * player :=
  match PositiveMap.find (key m) ms with
  | Some s => (fold_left (fun b c => match stone (fst p) c with Some q => put b (ap (there s) c) q | None => b end)
                 (cells g) (PositiveMap.empty _), snd p)
  | None => p end.
