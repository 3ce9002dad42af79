(* Rows of which a player lacks one or two cells, kept up to date: a stone changes only the rows that go through it. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Game Boards BoardFacts BoardMaps Threats.
Import ListNotations.

(* A row, and what is lacking of it. *)
Definition lack : Type := list N * row.
Definition near_row (b : board) (p : player) (r : row) : list lack :=
  if few b p [] (line r) then match lacking b p r with [] => [] | l => [(l, r)] end else [].
Definition near (g : board_game) (b : board) (p : player) : list lack := flat_map (near_row b p) (rows g).
Definition ones (l : list lack) : list N := flat_map (fun lr => one_of (fst lr)) l.
Definition twos (l : list lack) : list (N * N) := flat_map (fun lr => two_of (fst lr)) l.
(* The cells on which a stone changes something for the player. *)
Definition touched (l : list lack) : list N := flat_map (fun lr => fst lr ++ border (snd lr)) l.

(* The rows through each cell, in a table that is made once. *)
Definition crossing (g : board_game) (c : N) : list row := filter (fun r => among c (line r)) (rows g).
Definition crossings (g : board_game) : PositiveMap.t (list row) :=
  fold_left (fun t c => PositiveMap.add (N.succ_pos c) (crossing g c) t) (cells g) (PositiveMap.empty _).
Definition through (g : board_game) (t : PositiveMap.t (list row)) (c : N) : list row :=
  match PositiveMap.find (N.succ_pos c) t with Some l => l | None => crossing g c end.
Definition table_of (g : board_game) (t : PositiveMap.t (list row)) : Prop :=
  forall c l, PositiveMap.find (N.succ_pos c) t = Some l -> l = crossing g c.
Lemma crossings_are g : table_of g (crossings g).
Proof.
  unfold crossings. assert (table_of g (PositiveMap.empty _)) as H by (intros c l; rewrite PositiveMap.gempty; discriminate).
  revert H. generalize (PositiveMap.empty (list row)). induction (cells g) as [|c cs IH]; intros t H; cbn; auto.
  apply IH. intros d l F. destruct (N.eq_dec d c) as [->|n].
  - rewrite PositiveMap.gss in F. congruence.
  - rewrite PositiveMap.gso in F; [apply H, F|]. intro E. apply n, key_injective, E.
Qed.
Lemma through_is g t c r : table_of g t -> In r (through g t c) <-> In r (rows g) /\ In c (line r).
Proof.
  intro T. assert (through g t c = crossing g c) as ->.
  { unfold through. destruct (PositiveMap.find _ t) eqn:E; auto. }
  unfold crossing. rewrite filter_In. split; intros [A B]; split; auto.
  - apply among_true, B.
  - unfold among. apply existsb_exists. exists c. split; auto. apply N.eqb_refl.
Qed.

(* `l` has the rows of which p lacks something, in whatever order. *)
Definition exact (g : board_game) (b : board) (p : player) (l : list lack) : Prop :=
  forall x, In x l <-> In x (near g b p).
Lemma near_exact g b p : exact g b p (near g b p).
Proof. intro x. reflexivity. Qed.
Lemma in_near_row b p r x : In x (near_row b p r) -> snd x = r.
Proof.
  unfold near_row. destruct (few _ _ _ _); [|intros []]. destruct (lacking b p r); intros [].
  - subst x. reflexivity.
  - destruct H.
Qed.
Lemma in_near g b p x : In x (near g b p) <-> In (snd x) (rows g) /\ In x (near_row b p (snd x)).
Proof.
  unfold near. rewrite in_flat_map. split.
  - intros (r & I & H). pose proof (in_near_row _ _ _ _ H) as E. subst r. auto.
  - intros [I H]. exists (snd x). auto.
Qed.

Lemma members {A B} (f : A -> list B) l l' y : (forall x, In x l <-> In x l') -> In y (flat_map f l) <-> In y (flat_map f l').
Proof. intro H. rewrite !in_flat_map. split; intros (x & I & J); exists x; split; auto; apply H, I. Qed.
Lemma flat_map_twice {A B C} (f : B -> list C) (h : A -> list B) l :
  flat_map f (flat_map h l) = flat_map (fun x => flat_map f (h x)) l.
Proof. induction l as [|x l IH]; cbn; auto. rewrite flat_map_app, IH. reflexivity. Qed.
Lemma ones_near g b p : ones (near g b p) = completions g b p.
Proof.
  unfold ones, near, completions. rewrite flat_map_twice. apply flat_map_ext. intro r. unfold near_row.
  destruct (few _ _ _ _); auto. destruct (lacking b p r) as [|c l]; auto. cbn. rewrite app_nil_r. reflexivity.
Qed.
Lemma twos_near g b p : twos (near g b p) = pairs g b p.
Proof.
  unfold twos, near, pairs. rewrite flat_map_twice. apply flat_map_ext. intro r. unfold near_row.
  destruct (few _ _ _ _); auto. destruct (lacking b p r) as [|c l]; auto. cbn. rewrite app_nil_r. reflexivity.
Qed.
Lemma ones_exact g b p l c : exact g b p l -> In c (ones l) <-> In c (completions g b p).
Proof. intro E. rewrite <- ones_near. apply members, E. Qed.
Lemma twos_exact g b p l x : exact g b p l -> In x (twos l) <-> In x (pairs g b p).
Proof. intro E. rewrite <- twos_near. apply members, E. Qed.
Lemma no_ones g b p l : exact g b p l -> ones l = [] -> completions g b p = [].
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

(* ---- one stone more ---- *)
Definition own_next (g : board_game) (t : PositiveMap.t (list row)) (b : board) (p : player) (c : N) (l : list lack) : list lack :=
  filter (fun lr => negb (among c (line (snd lr))) && negb (among c (border (snd lr)))) l
  ++ flat_map (near_row (put b c p) p) (through g t c).
Definition other_next (c : N) (l : list lack) : list lack := filter (fun lr => negb (among c (line (snd lr)))) l.

Lemma among_in c l : among c l = true <-> In c l.
Proof.
  unfold among. rewrite existsb_exists. split; [intros (x & I & E); apply N.eqb_eq in E; congruence|].
  intro I. exists c. split; auto. apply N.eqb_refl.
Qed.
Lemma among_not c l : among c l = false <-> ~ In c l.
Proof. rewrite <- among_in. destruct (among c l); split; congruence. Qed.
Lemma few_elsewhere b c q p l : ~ In c l -> forall seen, few (put b c q) p seen l = few b p seen l.
Proof.
  induction l as [|d l IH]; intros N seen; cbn; auto.
  rewrite stone_put_other by (intro; subst; apply N; left; auto).
  assert (forall seen, few (put b c q) p seen l = few b p seen l) as H by (apply IH; intro; apply N; right; auto).
  destruct (stone b d) as [s|]; [destruct (same_player p s); auto|]. destruct (among d seen); auto.
  destruct seen as [|? [|]]; auto.
Qed.
Lemma few_own b p l : forall seen, few b p seen l = true -> forall c q, In c l -> stone b c = Some q -> same_player p q = true.
Proof.
  induction l as [|d l IH]; intros seen H c q I E; [destruct I|]. cbn in H. destruct I as [<-|I].
  - rewrite E in H. destruct (same_player p q); auto.
  - destruct (stone b d) as [s|]; [destruct (same_player p s); [eapply IH; eauto|discriminate]|].
    destruct (among d seen); [eapply IH; eauto|]. destruct seen as [|? [|]]; try discriminate; eapply IH; eauto.
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
Lemma row_elsewhere b c q p r : ~ In c (line r) -> clear (put b c q) p r = clear b p r ->
  near_row (put b c q) p r = near_row b p r.
Proof.
  intros N C. unfold near_row. rewrite few_elsewhere by auto. destruct (few b p [] (line r)); auto.
  unfold lacking. rewrite missing_elsewhere, C by auto.
  assert (forallb (is_empty (put b c q)) (missing b p r) = forallb (is_empty b) (missing b p r)) as ->; auto.
  assert (forall l, ~ In c l -> forallb (is_empty (put b c q)) l = forallb (is_empty b) l) as H.
  { induction l as [|d l IH]; intro M; cbn; auto. rewrite IH by (intro; apply M; right; auto). f_equal.
    unfold is_empty. rewrite stone_put_other; auto. intro. apply M. left. auto. }
  apply H. intro I. apply in_missing in I. tauto.
Qed.

Lemma own_exact g t b p c l : table_of g t -> exact g b p l -> stone b c = None ->
  exact g (put b c p) p (own_next g t b p c l).
Proof.
  intros T E _ x. unfold own_next. rewrite in_app_iff, filter_In, in_flat_map, in_near, (E x), in_near.
  destruct (among c (line (snd x))) eqn:L.
  - split.
    + intros [[_ H]|(r & I & H)]; [discriminate|]. pose proof (in_near_row _ _ _ _ H) as S. subst r.
      apply (through_is g t c) in I; auto. tauto.
    + intros [I H]. right. exists (snd x). split; auto. apply through_is; auto. split; auto. apply among_in, L.
  - apply among_not in L. destruct (among c (border (snd x))) eqn:B.
    + split.
      * intros [[_ H]|(r & I & H)]; [discriminate|]. pose proof (in_near_row _ _ _ _ H) as S. subst r.
        apply (through_is g t c) in I; auto. tauto.
      * intros [_ H]. exfalso. unfold near_row in H. destruct (few _ _ _ _); [|destruct H].
        unfold lacking in H. assert (clear (put b c p) p (snd x) = false) as C.
        { destruct (clear (put b c p) p (snd x)) eqn:C; auto. rewrite clear_true in C. apply among_in in B.
          destruct (C c B). apply stone_put_same. }
        rewrite C, andb_false_r in H. destruct H.
    + apply among_not in B. rewrite (row_elsewhere b c p p (snd x)) by (auto using clear_elsewhere). split.
      * intros [[H _]|(r & I & H)]; auto. pose proof (in_near_row _ _ _ _ H) as S. subst r.
        apply (through_is g t c) in I; auto. tauto.
      * intro H. left. auto.
Qed.
Lemma other_exact g b p q c l : p <> q -> exact g b p l -> stone b c = None -> exact g (put b c q) p (other_next c l).
Proof.
  intros D E N x. unfold other_next. rewrite filter_In, in_near, (E x), in_near.
  destruct (among c (line (snd x))) eqn:L.
  - split; [intros [_ H]; discriminate|]. intros [_ H]. exfalso. unfold near_row in H.
    destruct (few _ _ _ _) eqn:F; [|destruct H]. apply among_in in L.
    pose proof (few_own _ _ _ _ F c q L (stone_put_same _ _ _)). destruct p, q; cbn in *; congruence.
  - apply among_not in L. rewrite (row_elsewhere b c q p (snd x)) by (auto using clear_other). tauto.
Qed.
