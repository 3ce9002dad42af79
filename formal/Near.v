(* Rows of which a player lacks one or two cells, kept up to date: a stone changes only the rows that go through it. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Game Boards BoardFacts BoardMaps Threats.
Import ListNotations.

(* A row, and what is lacking of it: at most so many cells. *)
Definition lack : Type := list N * row.
Definition near_row (most : nat) (b : board) (p : player) (r : row) : list lack :=
  if few b p most [] (line r) then match lacking b p r with [] => [] | l => [(l, r)] end else [].
Definition near (most : nat) (g : board_game) (b : board) (p : player) : list lack := flat_map (near_row most b p) (rows g).
Definition ones (l : list lack) : list N := flat_map (fun lr => one_of (fst lr)) l.
Definition twos (l : list lack) : list (N * N) := flat_map (fun lr => two_of (fst lr)) l.
(* The cells on which a stone changes something for the player. *)
Definition touched (l : list lack) : list N := flat_map (fun lr => fst lr ++ border (snd lr)) l.

(* The rows through each cell, in a table that is made once. *)
Definition crossing (g : board_game) (c : N) : list row := filter (fun r => among c (line r)) (rows g).
Definition crossings (g : board_game) : PositiveMap.t (list row) :=
  fold_left (fun t c => PositiveMap.add (key c) (crossing g c) t) (cells g) (PositiveMap.empty _).
Definition through (g : board_game) (t : PositiveMap.t (list row)) (c : N) : list row :=
  match PositiveMap.find (key c) t with Some l => l | None => crossing g c end.
Definition is_cell (t : PositiveMap.t (list row)) (c : N) : bool :=
  match PositiveMap.find (key c) t with Some _ => true | None => false end.
Definition table_of (g : board_game) (t : PositiveMap.t (list row)) : Prop :=
  forall c l, PositiveMap.find (key c) t = Some l -> l = crossing g c /\ In c (cells g).
Lemma crossings_are g : table_of g (crossings g).
Proof.
  unfold crossings. assert (table_of g (PositiveMap.empty _)) as H by (intros c l; rewrite PositiveMap.gempty; discriminate).
  revert H. generalize (PositiveMap.empty (list row)). generalize (incl_refl (cells g)). generalize (cells g) at 1 3.
  induction l as [|c cs IH]; intros A t H; cbn; auto.
  apply IH; [intros x X; apply A; right; exact X|]. intros d l F. destruct (N.eq_dec d c) as [->|n].
  - rewrite PositiveMap.gss in F. split; [congruence|]. apply A. left. reflexivity.
  - rewrite PositiveMap.gso in F; [apply H, F|]. intro E. apply n, key_injective, E.
Qed.
Lemma is_cell_true g t c : table_of g t -> is_cell t c = true -> In c (cells g).
Proof. intro T. unfold is_cell. destruct (PositiveMap.find _ t) eqn:E; [|discriminate]. apply T in E as [_ I]. auto. Qed.
Lemma through_is g t c r : table_of g t -> In r (through g t c) <-> In r (rows g) /\ In c (line r).
Proof.
  intro T. assert (through g t c = crossing g c) as ->.
  { unfold through. destruct (PositiveMap.find _ t) eqn:E; auto. apply T in E as [-> _]. reflexivity. }
  unfold crossing. rewrite filter_In. split; intros [A B]; split; auto.
  - apply among_true, B.
  - unfold among. apply existsb_exists. exists c. split; auto. apply N.eqb_refl.
Qed.

(* `l` has the rows of which p lacks something, in whatever order. *)
Definition exact (most : nat) (g : board_game) (b : board) (p : player) (l : list lack) : Prop :=
  forall x, In x l <-> In x (near most g b p).
Lemma near_exact most g b p : exact most g b p (near most g b p).
Proof. intro x. reflexivity. Qed.
Lemma in_near_row most b p r x : In x (near_row most b p r) ->
  x = (missing b p r, r) /\ few b p most [] (line r) = true /\ clear b p r = true /\ forall c, In c (fst x) -> stone b c = None.
Proof.
  unfold near_row. destruct (few _ _ _ _ _) eqn:F; [|intros []].
  destruct (lacking_cases b p r) as [E|(E & C & H)]; rewrite E; [intros []|].
  destruct (missing b p r) as [|c l]; [intros []|]. intros [<-|[]]. auto.
Qed.
Lemma is_near_row most b p r c l : missing b p r = c :: l -> (length (c :: l) <= most)%nat -> clear b p r = true ->
  (forall d, In d (c :: l) -> stone b d = None) -> In (c :: l, r) (near_row most b p r).
Proof.
  intros M L C F. unfold near_row. rewrite (few_lacked b p most r (c :: l)), (lacking_all b p r (c :: l)) by auto. left. reflexivity.
Qed.
Lemma in_near most g b p x : In x (near most g b p) <-> In (snd x) (rows g) /\ In x (near_row most b p (snd x)).
Proof.
  unfold near. rewrite in_flat_map. split.
  - intros (r & I & H). pose proof (in_near_row _ _ _ _ _ H) as (E & _). subst x. auto.
  - intros [I H]. exists (snd x). auto.
Qed.

Lemma members {A B} (f : A -> list B) l l' y : (forall x, In x l <-> In x l') -> In y (flat_map f l) <-> In y (flat_map f l').
Proof. intro H. rewrite !in_flat_map. split; intros (x & I & J); exists x; split; auto; apply H, I. Qed.
Lemma flat_map_twice {A B C} (f : B -> list C) (h : A -> list B) l :
  flat_map f (flat_map h l) = flat_map (fun x => flat_map f (h x)) l.
Proof. induction l as [|x l IH]; cbn; auto. rewrite flat_map_app, IH. reflexivity. Qed.
Lemma ones_near g b p : ones (near 2 g b p) = completions g b p.
Proof.
  unfold ones, near, completions. rewrite flat_map_twice. apply flat_map_ext. intro r. unfold near_row.
  destruct (few _ _ _ _ _); auto. destruct (lacking b p r) as [|c l]; auto. cbn. rewrite app_nil_r. reflexivity.
Qed.
Lemma twos_near g b p : twos (near 2 g b p) = pairs g b p.
Proof.
  unfold twos, near, pairs. rewrite flat_map_twice. apply flat_map_ext. intro r. unfold near_row.
  destruct (few _ _ _ _ _); auto. destruct (lacking b p r) as [|c l]; auto. cbn. rewrite app_nil_r. reflexivity.
Qed.
Lemma ones_exact g b p l c : exact 2 g b p l -> In c (ones l) <-> In c (completions g b p).
Proof. intro E. rewrite <- ones_near. apply members, E. Qed.
Lemma twos_exact g b p l x : exact 2 g b p l -> In x (twos l) <-> In x (pairs g b p).
Proof. intro E. rewrite <- twos_near. apply members, E. Qed.
Lemma no_ones g b p l : exact 2 g b p l -> ones l = [] -> completions g b p = [].
Proof.
  intros E H. destruct (completions g b p) as [|c cs] eqn:F; auto.
  assert (In c (ones l)) as Z by (apply (ones_exact g b p); auto; rewrite F; left; auto). rewrite H in Z. destruct Z.
Qed.
Lemma ones_touched l c : In c (ones l) -> In c (touched l).
Proof.
  intro H. apply in_flat_map in H as (lb & I & H). apply in_flat_map. exists lb. split; auto.
  apply in_or_app. left. destruct (fst lb) as [|x [|]]; auto; destruct H.
Qed.
Lemma twos_touched l x y : In (x, y) (twos l) -> In x (touched l).
Proof.
  intro H. apply in_flat_map in H as (lb & I & H). apply in_flat_map. exists lb. split; auto.
  apply in_or_app. left. destruct (fst lb) as [|c [|d [|]]]; try destruct H.
  - injection H as <- <-. cbn. auto.
  - destruct H as [H|[]]. injection H as <- <-. cbn. auto.
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
Definition own_next (most : nat) (g : board_game) (t : PositiveMap.t (list row)) (b : board) (p : player) (c : N) (l : list lack) : list lack :=
  filter (fun lr => negb (among c (fst lr)) && negb (among c (border (snd lr)))) l
  ++ flat_map (near_row most (put b c p) p) (through g t c).
Definition other_next (c : N) (l : list lack) : list lack := filter (fun lr => negb (among c (fst lr))) l.

Lemma among_in c l : among c l = true <-> In c l.
Proof.
  unfold among. rewrite existsb_exists. split; [intros (x & I & E); apply N.eqb_eq in E; congruence|].
  intro I. exists c. split; auto. apply N.eqb_refl.
Qed.
Lemma among_not c l : among c l = false <-> ~ In c l.
Proof. rewrite <- among_in. destruct (among c l); split; congruence. Qed.
Lemma few_elsewhere b c q p l : ~ In c l -> forall most seen, few (put b c q) p most seen l = few b p most seen l.
Proof.
  induction l as [|d l IH]; intros N most seen; cbn; auto.
  rewrite stone_put_other by (intro; subst; apply N; left; auto).
  assert (forall most seen, few (put b c q) p most seen l = few b p most seen l) as H by (apply IH; intro; apply N; right; auto).
  destruct (stone b d) as [s|]; [destruct (same_player p s); auto|]. destruct (among d seen); auto. destruct most; auto.
Qed.
Lemma few_own b p l : forall most seen, few b p most seen l = true -> forall c q, In c l -> stone b c = Some q -> same_player p q = true.
Proof.
  induction l as [|d l IH]; intros most seen H c q I E; [destruct I|]. cbn in H. destruct I as [<-|I].
  - rewrite E in H. destruct (same_player p q); auto.
  - destruct (stone b d) as [s|]; [destruct (same_player p s); [eapply IH; eauto|discriminate]|].
    destruct (among d seen); [eapply IH; eauto|]. destruct most; [discriminate|eapply IH; eauto].
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
Proof.
  intros N C. unfold near_row. rewrite few_elsewhere by auto. destruct (few b p most [] (line r)); auto.
  unfold lacking. rewrite missing_elsewhere, C by auto.
  assert (forallb (is_empty (put b c q)) (missing b p r) = forallb (is_empty b) (missing b p r)) as ->; auto.
  assert (forall l, ~ In c l -> forallb (is_empty (put b c q)) l = forallb (is_empty b) l) as H.
  { induction l as [|d l IH]; intro M; cbn; auto. rewrite IH by (intro; apply M; right; auto). f_equal.
    unfold is_empty. rewrite stone_put_other; auto. intro. apply M. left. auto. }
  apply H. intro I. apply in_missing in I. tauto.
Qed.
(* An empty cell of a row that is kept is among those lacking. *)
Lemma empty_of_row most g b p c x : In x (near most g b p) -> stone b c = None -> among c (fst x) = among c (line (snd x)).
Proof.
  intros H E. apply in_near in H as [_ H]. apply in_near_row in H as [H _]. rewrite H. cbn [fst snd].
  destruct (among c (missing b p (snd x))) eqn:M; symmetry.
  - apply among_in in M. apply among_in. apply in_missing in M. tauto.
  - apply among_not in M. apply among_not. intro I. apply M. apply in_missing. split; [exact I|congruence].
Qed.

Lemma own_exact most g t b p c l : table_of g t -> exact most g b p l -> stone b c = None ->
  exact most g (put b c p) p (own_next most g t b p c l).
Proof.
  intros T E N x. unfold own_next. rewrite in_app_iff, filter_In, in_flat_map, (E x).
  assert (Old : (exists r, In r (through g t c) /\ In x (near_row most (put b c p) p r)) <->
    In c (line (snd x)) /\ In x (near most g (put b c p) p)).
  { rewrite in_near. split.
    - intros (r & I & H). pose proof (in_near_row _ _ _ _ _ H) as [S _]. subst x. cbn [snd] in *.
      apply (through_is g t c) in I; tauto.
    - intros (L & I & H). exists (snd x). split; [apply through_is; auto|exact H]. }
  rewrite Old. clear Old. split.
  - intros [[H A]|[_ H]]; [|exact H]. rewrite (empty_of_row _ _ _ _ _ _ H N) in A.
    apply andb_prop in A as [A B]. apply negb_true_iff, among_not in A, B. apply in_near in H. apply in_near.
    rewrite row_elsewhere by (auto using clear_elsewhere). exact H.
  - intro H. destruct (among c (line (snd x))) eqn:L; [right; split; [apply among_in, L|exact H]|left].
    pose proof L as L'. apply among_not in L.
    assert (~ In c (border (snd x))) as B.
    { intro B. apply in_near in H as [_ H]. apply in_near_row in H as (_ & _ & C & _). rewrite clear_true in C.
      apply (C c B). apply stone_put_same. }
    apply in_near in H. rewrite row_elsewhere in H by (auto using clear_elsewhere). apply in_near in H.
    split; [exact H|]. rewrite (empty_of_row _ _ _ _ _ _ H N), L'. apply among_not in B. rewrite B. reflexivity.
Qed.
Lemma other_exact most g b p q c l : p <> q -> exact most g b p l -> stone b c = None ->
  exact most g (put b c q) p (other_next c l).
Proof.
  intros D E N x. unfold other_next. rewrite filter_In, (E x). split.
  - intros [H A]. rewrite (empty_of_row _ _ _ _ _ _ H N) in A. apply negb_true_iff, among_not in A.
    apply in_near in H. apply in_near. rewrite row_elsewhere by (auto using clear_other). exact H.
  - intro H. apply in_near in H as [I H]. pose proof (in_near_row _ _ _ _ _ H) as (_ & F & _ & _).
    assert (~ In c (line (snd x))) as L.
    { intro L. pose proof (few_own _ _ _ _ _ F c q L (stone_put_same _ _ _)). destruct p, q; cbn in *; congruence. }
    rewrite row_elsewhere in H by (auto using clear_other).
    assert (In x (near most g b p)) as H' by (apply in_near; auto). split; [exact H'|].
    rewrite (empty_of_row _ _ _ _ _ _ H' N). apply negb_true_iff, among_not, L.
Qed.
