(* Rows of which a player lacks one or two cells, kept up to date: a stone changes only the rows that go through it. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Lists Game Boards BoardFacts BoardMaps Threats.
Import ListNotations.

(* A row, and what is lacking of it: at most so many cells. *)
Definition lack : Type := list N * row.
Definition near_row (most : nat) (b : board) (p : player) (r : row) : list lack :=
  match gather b p most [] (line r) with
  | Some (c :: l) => if clear b p r then [(c :: l, r)] else []
  | _ => []
  end.
Definition near (most : nat) (g : board_game) (b : board) (p : player) : list lack := flat_map (near_row most b p) (rows g).
Fixpoint ones (l : list lack) : list N :=
  match l with [] => [] | ([c], _) :: l => c :: ones l | _ :: l => ones l end.
Fixpoint twos (l : list lack) : list (N * N) :=
  match l with [] => [] | ([c; d], _) :: l => (c, d) :: (d, c) :: twos l | _ :: l => twos l end.
(* The cells on which a stone changes something for the player. *)
Definition touched (l : list lack) : list N := flat_map (fun lr => fst lr ++ border (snd lr)) l.

(* The rows through each cell, and their other cells, in a table that is made once. *)
Definition but (c : N) (l : list N) : list N := filter (fun d => negb (N.eqb c d)) l.
Definition crossing (g : board_game) (c : N) : list lack :=
  map (fun r => (but c (line r), r)) (filter (fun r => among c (line r)) (rows g)).
Definition crossings (g : board_game) : PositiveMap.t (list lack) :=
  fold_left (fun t c => PositiveMap.add (key c) (crossing g c) t) (cells g) (PositiveMap.empty _).
Definition through (g : board_game) (t : PositiveMap.t (list lack)) (c : N) : list lack :=
  match PositiveMap.find (key c) t with Some l => l | None => crossing g c end.
Definition is_cell (t : PositiveMap.t (list lack)) (c : N) : bool :=
  match PositiveMap.find (key c) t with Some _ => true | None => false end.
Definition table_of (g : board_game) (t : PositiveMap.t (list lack)) : Prop :=
  forall c l, PositiveMap.find (key c) t = Some l -> l = crossing g c /\ In c (cells g).
Lemma crossings_are g : table_of g (crossings g).
Proof.
  unfold crossings. assert (table_of g (PositiveMap.empty _)) as H by (intros c l; rewrite PositiveMap.gempty; discriminate).
  revert H. generalize (PositiveMap.empty (list lack)). generalize (incl_refl (cells g)). generalize (cells g) at 1 3.
  induction l as [|c cs IH]; intros A t H; cbn; auto.
  apply IH; [intros x X; apply A; right; exact X|]. intros d l F. destruct (N.eq_dec d c) as [->|n].
  - rewrite PositiveMap.gss in F. split; [congruence|]. apply A. left. reflexivity.
  - rewrite PositiveMap.gso in F; [apply H, F|]. intro E. apply n, key_injective, E.
Qed.
Lemma is_cell_true g t c : table_of g t -> is_cell t c = true -> In c (cells g).
Proof. intro T. unfold is_cell. destruct (PositiveMap.find _ t) eqn:E; [|discriminate]. apply T in E as [_ I]. auto. Qed.
Lemma through_is g t c x : table_of g t ->
  In x (through g t c) <-> x = (but c (line (snd x)), snd x) /\ In (snd x) (rows g) /\ In c (line (snd x)).
Proof.
  intro T. assert (through g t c = crossing g c) as ->.
  { unfold through. destruct (PositiveMap.find _ t) eqn:E; auto. apply T in E as [-> _]. reflexivity. }
  unfold crossing. rewrite in_map_iff. split.
  - intros (r & <- & I). apply filter_In in I as [I A]. apply among_in in A. auto.
  - intros (E & I & A). exists (snd x). rewrite <- E. split; auto. apply filter_In. split; auto. apply among_in, A.
Qed.

(* `l` has the rows of which p lacks something, in whatever order. *)
Definition exact (most : nat) (g : board_game) (b : board) (p : player) (l : list lack) : Prop :=
  forall x, In x l <-> In x (near most g b p).
Lemma near_exact most g b p : exact most g b p (near most g b p).
Proof. intro x. reflexivity. Qed.
Lemma in_near_row most b p r x : In x (near_row most b p r) ->
  x = (missing b p r, r) /\ clear b p r = true /\ (forall c, In c (fst x) -> stone b c = None) /\
  (forall c q, In c (line r) -> stone b c = Some q -> q = p).
Proof.
  unfold near_row. destruct (gather _ _ _ _ _) as [[|c l]|] eqn:G; try intros [].
  destruct (clear b p r); [|intros []]. intros [<-|[]]. apply gather_is in G as (M & F & O). cbn [fst].
  rewrite M in F |- *. auto.
Qed.
Lemma is_near_row most b p r c l : missing b p r = c :: l -> (length (c :: l) <= most)%nat -> clear b p r = true ->
  (forall d, In d (c :: l) -> stone b d = None) -> In (c :: l, r) (near_row most b p r).
Proof.
  intros M L C F. unfold near_row. rewrite (gather_all b p (line r) most [] (c :: l) M L), C; [left; reflexivity|].
  intros d I. destruct (is_of b p d) eqn:E; [left; apply is_of_true, E|right].
  apply F. rewrite <- M. apply in_missing. split; [exact I|apply is_of_false, E].
Qed.
Lemma in_near most g b p x : In x (near most g b p) <-> In (snd x) (rows g) /\ In x (near_row most b p (snd x)).
Proof.
  unfold near. rewrite in_flat_map. split.
  - intros (r & I & H). pose proof (in_near_row _ _ _ _ _ H) as (E & _). subst x. auto.
  - intros [I H]. exists (snd x). auto.
Qed.

Lemma members {A B} (f : A -> list B) l l' y : (forall x, In x l <-> In x l') -> In y (flat_map f l) <-> In y (flat_map f l').
Proof. intro H. rewrite !in_flat_map. split; intros (x & I & J); exists x; split; auto; apply H, I. Qed.
Lemma in_ones l c : In c (ones l) <-> exists r, In ([c], r) l.
Proof.
  induction l as [|[w r] l IH]; [split; [intros []|intros (r & [])]|].
  assert (forall w', w = w' -> w' <> [c] -> (exists r', In ([c], r') ((w, r) :: l)) <-> exists r', In ([c], r') l) as Skip.
  { intros w' -> N. split; [intros (r' & [H|H]); [congruence|eauto]|intros (r' & H); exists r'; right; exact H]. }
  destruct w as [|d [|e w]]; cbn [ones]; [rewrite (Skip _ eq_refl) by discriminate; exact IH| |rewrite (Skip _ eq_refl) by discriminate; exact IH].
  cbn [In]. rewrite IH. split.
  - intros [<-|(r' & H)]; [exists r; auto|exists r'; auto].
  - intros (r' & [H|H]); [left; congruence|right; eauto].
Qed.
Lemma in_twos l c d : In (c, d) (twos l) <-> exists r, In ([c; d], r) l \/ In ([d; c], r) l.
Proof.
  induction l as [|[w r] l IH]; [split; [intros []|intros (r & [[]|[]])]|].
  assert (forall w', w = w' -> w' <> [c; d] -> w' <> [d; c] ->
    (exists r', In ([c; d], r') ((w, r) :: l) \/ In ([d; c], r') ((w, r) :: l)) <->
    exists r', In ([c; d], r') l \/ In ([d; c], r') l) as Skip.
  { intros w' -> N N'. split; intros (r' & [H|H]); cbn in *; try (destruct H as [H|H]; [congruence|]); eauto. }
  destruct w as [|x [|y [|z w]]]; cbn [twos]; try (rewrite (Skip _ eq_refl) by discriminate; exact IH).
  cbn [In]. rewrite IH. split.
  - intros [H|[H|(r' & [H|H])]]; [exists r|exists r|exists r'|exists r']; auto.
    + injection H as <- <-. auto.
    + injection H as <- <-. auto.
  - intros (r' & [[H|H]|[H|H]]); [left|right; right|right; left|right; right]; try congruence; eauto.
Qed.
Lemma near_lacks most g b p c l : (length (c :: l) <= most)%nat ->
  lacks g b p (c :: l) <-> exists r, In (c :: l, r) (near most g b p).
Proof.
  intro L. split.
  - intros (r & I & M & C & F). exists r. apply in_near. split; [exact I|]. apply is_near_row; auto.
  - intros (r & H). apply in_near in H as [I H]. cbn [snd] in *. apply in_near_row in H as (E & C & F & _).
    injection E as E. exists r. rewrite <- E. auto.
Qed.
Lemma ones_exact g b p l c : exact 2 g b p l -> In c (ones l) <-> In c (completions g b p).
Proof.
  intro E. rewrite in_ones, completion_lacks, (near_lacks 2) by (cbn; auto).
  split; intros (r & H); exists r; apply E, H.
Qed.
Lemma twos_exact g b p l x : exact 2 g b p l -> In x (twos l) <-> In x (pairs g b p).
Proof.
  destruct x as [c d]. intro E. rewrite in_twos, pair_lacks, !(near_lacks 2) by (cbn; auto).
  split; [intros (r & [H|H]); [left|right]; exists r; apply E, H|intros [(r & H)|(r & H)]; exists r; [left|right]; apply E, H].
Qed.
Lemma no_ones g b p l : exact 2 g b p l -> ones l = [] -> completions g b p = [].
Proof.
  intros E H. destruct (completions g b p) as [|c cs] eqn:F; auto.
  assert (In c (ones l)) as Z by (apply (ones_exact g b p); auto; rewrite F; left; auto). rewrite H in Z. destruct Z.
Qed.
Lemma twos_touched l x y : In (x, y) (twos l) -> In x (touched l).
Proof.
  intro H. apply in_twos in H as (r & [H|H]); apply in_flat_map; (eexists; split; [exact H|]); cbn; auto.
Qed.

(* Sets of cells, where many are asked about. *)
Definition marks (l : list N) : PositiveMap.t unit := fold_left (fun s c => PositiveMap.add (key c) tt s) l (PositiveMap.empty _).
Definition marked (s : PositiveMap.t unit) (c : N) : bool := match PositiveMap.find (key c) s with Some _ => true | None => false end.
Lemma marked_marks l c : marked (marks l) c = among c l.
Proof.
  unfold marks. assert (marked (PositiveMap.empty _) c = false) as H by (unfold marked; rewrite PositiveMap.gempty; reflexivity).
  assert (forall s, marked (fold_left (fun s c => PositiveMap.add (key c) tt s) l s) c = marked s c || among c l) as ->;
    [|rewrite H; reflexivity]. clear H.
  induction l as [|d l IH]; intro s; cbn; [rewrite orb_false_r; reflexivity|]. rewrite IH. unfold marked.
  destruct (N.eqb_spec c d) as [->|n].
  - rewrite PositiveMap.gss, orb_true_r. reflexivity.
  - rewrite PositiveMap.gso by (intro E; apply n, key_injective, E). reflexivity.
Qed.

(* ---- one stone more, on an empty cell: if that is of a row, it is lacking ---- *)
Fixpoint fresh (most : nat) (b : board) (p : player) (crossing kept : list lack) : list lack :=
  match crossing with
  | [] => kept
  | (w, r) :: crossing =>
    match gather b p most [] w with
    | Some (c :: l) => if clear b p r then (c :: l, r) :: fresh most b p crossing kept else fresh most b p crossing kept
    | _ => fresh most b p crossing kept
    end
  end.
Definition own_next (most : nat) (g : board_game) (t : PositiveMap.t (list lack)) (b : board) (p : player) (c : N) (l : list lack) : list lack :=
  fresh most (put b c p) p (through g t c)
    (filter (fun lr => negb (among c (fst lr)) && negb (among c (border (snd lr)))) l).
Definition other_next (c : N) (l : list lack) : list lack := filter (fun lr => negb (among c (fst lr))) l.

Lemma gather_elsewhere b c q p l : ~ In c l -> forall most seen, gather (put b c q) p most seen l = gather b p most seen l.
Proof.
  induction l as [|d l IH]; intros N most seen; cbn; auto.
  rewrite stone_put_other by (intro; subst; apply N; left; auto).
  assert (forall most seen, gather (put b c q) p most seen l = gather b p most seen l) as H by (apply IH; intro; apply N; right; auto).
  destruct (stone b d) as [s|]; [destruct (same_player p s); auto|]. destruct (among d seen); auto.
  destruct most; auto. rewrite H. reflexivity.
Qed.
Lemma missing_elsewhere b c q p r : ~ In c (line r) -> missing (put b c q) p r = missing b p r.
Proof.
  intro N. unfold missing. f_equal. apply filter_ext_in. intros d I. f_equal. unfold is_of.
  rewrite stone_put_other; auto. congruence.
Qed.
Lemma clear_elsewhere b c q p r : ~ In c (border r) -> clear (put b c q) p r = clear b p r.
Proof.
  intro N. unfold clear. induction (border r) as [|d l IH]; cbn; auto. rewrite IH by (intro; apply N; right; auto).
  f_equal. f_equal. unfold is_of. rewrite stone_put_other; auto. intro. apply N. left. auto.
Qed.
Lemma row_elsewhere most b c q p r : ~ In c (line r) -> clear (put b c q) p r = clear b p r ->
  near_row most (put b c q) p r = near_row most b p r.
Proof. intros N C. unfold near_row. rewrite gather_elsewhere, C by auto. reflexivity. Qed.
(* An empty cell of a row that is kept is among those lacking. *)
Lemma empty_of_row most g b p c x : In x (near most g b p) -> stone b c = None -> among c (fst x) = among c (line (snd x)).
Proof.
  intros H E. apply in_near in H as [_ H]. apply in_near_row in H as [H _]. rewrite H. cbn [fst snd].
  destruct (among c (missing b p (snd x))) eqn:M; symmetry.
  - apply among_in in M. apply among_in. apply in_missing in M. tauto.
  - apply among_not in M. apply among_not. intro I. apply M. apply in_missing. split; [exact I|congruence].
Qed.

Lemma gather_but b p c l : stone b c = Some p -> forall most seen, gather b p most seen (but c l) = gather b p most seen l.
Proof.
  intro E. induction l as [|d l IH]; intros most seen; [reflexivity|]. cbn [gather but filter].
  destruct (N.eqb_spec c d) as [<-|n]; cbn [negb].
  - rewrite E. assert (same_player p p = true) as -> by (destruct p; reflexivity). apply IH.
  - cbn [gather]. destruct (stone b d) as [q|]; [destruct (same_player p q); auto; apply IH|].
    destruct (among d seen); [apply IH|]. destruct most; auto. unfold but in IH. rewrite IH. reflexivity.
Qed.
Lemma in_fresh most b p x crossing kept :
  (forall y, In y crossing -> gather b p most [] (fst y) = gather b p most [] (line (snd y))) ->
  In x (fresh most b p crossing kept) <-> In x kept \/ exists y, In y crossing /\ In x (near_row most b p (snd y)).
Proof.
  induction crossing as [|[w r] l IH]; intro H; cbn [fresh].
  - split; [auto|intros [I|(y & [] & _)]; exact I].
  - assert (forall y, In y l -> gather b p most [] (fst y) = gather b p most [] (line (snd y))) as H' by (intros y I; apply H; right; exact I).
    specialize (IH H').
    assert ((exists y, In y ((w, r) :: l) /\ In x (near_row most b p (snd y))) <->
      In x (near_row most b p r) \/ exists y, In y l /\ In x (near_row most b p (snd y))) as ->.
    { split; [intros (y & [<-|I] & J); eauto|intros [J|(y & I & J)]; [exists (w, r)|exists y]; cbn; auto]. }
    pose proof (H (w, r) (or_introl eq_refl)) as E. cbn [fst snd] in E. unfold near_row at 1. rewrite <- E.
    destruct (gather b p most [] w) as [[|c m]|]; [| |]; try (cbn [In]; rewrite IH; tauto).
    destruct (clear b p r); cbn [In]; rewrite IH; tauto.
Qed.
Lemma own_exact most g t b p c l : table_of g t -> exact most g b p l -> stone b c = None ->
  exact most g (put b c p) p (own_next most g t b p c l).
Proof.
  intros T E N x. unfold own_next. rewrite in_fresh, filter_In, (E x).
  assert (Old : (exists y, In y (through g t c) /\ In x (near_row most (put b c p) p (snd y))) <->
    In c (line (snd x)) /\ In x (near most g (put b c p) p)).
  { rewrite in_near. split.
    - intros (y & I & H). pose proof (in_near_row _ _ _ _ _ H) as [S _]. apply (through_is g t c y T) in I as (_ & I & J).
      subst x. cbn [snd] in *. auto.
    - intros (L & I & H). exists (but c (line (snd x)), snd x). split; [apply through_is; cbn; auto|exact H]. }
  rewrite Old. clear Old. split.
  - intros [[H A]|[_ H]]; [|exact H]. rewrite (empty_of_row _ _ _ _ _ _ H N) in A.
    apply andb_prop in A as [A B]. apply negb_true_iff, among_not in A, B. apply in_near in H. apply in_near.
    rewrite row_elsewhere by (auto using clear_elsewhere). exact H.
  - intro H. destruct (among c (line (snd x))) eqn:L; [right; split; [apply among_in, L|exact H]|left].
    pose proof L as L'. apply among_not in L.
    assert (~ In c (border (snd x))) as B.
    { intro B. apply in_near in H as [_ H]. apply in_near_row in H as (_ & C & _). rewrite clear_true in C.
      apply (C c B). apply stone_put_same. }
    apply in_near in H. rewrite row_elsewhere in H by (auto using clear_elsewhere). apply in_near in H.
    split; [exact H|]. rewrite (empty_of_row _ _ _ _ _ _ H N), L'. apply among_not in B. rewrite B. reflexivity.
  - intros y I. apply (through_is g t c y T) in I as (Y & _). rewrite Y. apply gather_but, stone_put_same.
Qed.
Lemma other_exact most g b p q c l : p <> q -> exact most g b p l -> stone b c = None ->
  exact most g (put b c q) p (other_next c l).
Proof.
  intros D E N x. unfold other_next. rewrite filter_In, (E x). split.
  - intros [H A]. rewrite (empty_of_row _ _ _ _ _ _ H N) in A. apply negb_true_iff, among_not in A.
    apply in_near in H. apply in_near. rewrite row_elsewhere by (auto using clear_other). exact H.
  - intro H. apply in_near in H as [I H]. pose proof (in_near_row _ _ _ _ _ H) as (_ & _ & _ & F).
    assert (~ In c (line (snd x))) as L by (intro L; apply D; symmetry; exact (F c q L (stone_put_same _ _ _))).
    rewrite row_elsewhere in H by (auto using clear_other).
    assert (In x (near most g b p)) as H' by (apply in_near; auto). split; [exact H'|].
    rewrite (empty_of_row _ _ _ _ _ _ H' N). apply negb_true_iff, among_not, L.
Qed.
