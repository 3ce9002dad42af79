(* Pairings: who answers on the other cell of a pair does not lose, if every row that it has no stone on contains a
   pair of empty cells. Section 7 of docs/trust.md. *)
From Coq Require Import List NArith PArith FMapPositive Bool Lia Wf_nat.
From Quod Require Import Lists Game Boards BoardFacts BoardMaps Replay Near.
Import ListNotations.

Definition whole_pair (b : board) (l : list N) (q : N * N) : bool :=
  is_empty b (fst q) && is_empty b (snd q) && among (fst q) l && among (snd q) l.
Definition guarded (b : board) (p : player) (pairs : list (N * N)) (r : row) : bool :=
  existsb (is_of b p) (line r) || existsb (whole_pair b (line r)) pairs.
Definition cells_of (pairs : list (N * N)) : list N := flat_map (fun q => [fst q; snd q]) pairs.
Fixpoint all_different (l : list N) : bool := match l with [] => true | c :: l => negb (among c l) && all_different l end.
Definition pairs_hold (g : board_game) (pairs : list (N * N)) (p : player) (b : board) : bool :=
  all_different (cells_of pairs) && forallb (guarded b p pairs) (rows g).

Lemma all_different_true l : all_different l = true -> NoDup l.
Proof.
  induction l as [|c l IH]; cbn; intro H; constructor; apply andb_prop in H as [A B].
  - apply negb_true_iff, among_not in A. exact A.
  - auto.
Qed.
Lemma in_cells q pairs : In q pairs -> In (fst q) (cells_of pairs) /\ In (snd q) (cells_of pairs).
Proof. intro I. split; apply in_flat_map; exists q; cbn; auto. Qed.
Lemma pair_is_one pairs q q' c : NoDup (cells_of pairs) -> In q pairs -> In q' pairs ->
  (c = fst q \/ c = snd q) -> (c = fst q' \/ c = snd q') -> q = q'.
Proof.
  induction pairs as [|x l IH]; [intros _ []|]. cbn. intros U I I' E E'.
  inversion U as [|? ? N U']; subst. inversion U' as [|? ? N' U'']; subst.
  assert (forall y, In y l -> (c = fst x \/ c = snd x) -> (c = fst y \/ c = snd y) -> False) as H.
  { intros y J X Y. destruct (in_cells y l J) as [A B].
    assert (In c (cells_of l)) as C by (destruct Y; subst; auto).
    destruct X as [X|X]; subst; [apply N; right|apply N']; exact C. }
  destruct I as [I|I], I' as [I'|I'].
  - congruence.
  - subst x. destruct (H q' I' E E').
  - subst x. destruct (H q I E' E).
  - apply IH; auto.
Qed.
Lemma pair_differs_in pairs q : NoDup (cells_of pairs) -> In q pairs -> fst q <> snd q.
Proof.
  induction pairs as [|x l IH]; [intros _ []|]. cbn. intros U [->|I].
  - inversion U as [|? ? N _]; subst. intro E. apply N. left. auto.
  - inversion U as [|? ? _ U']; subst. inversion U'; subst. auto.
Qed.

Section Pairs.
Variables (g : board_game) (p : player) (pairs : list (N * N)).
Hypothesis G : of_lines g = true.
Hypothesis U : NoDup (cells_of pairs).
Notation d := (other p).

(* Every row has a stone of p's, or a pair of empty cells. *)
Definition safe (b : board) : Prop := forall r, In r (rows g) ->
  (exists c, In c (line r) /\ stone b c = Some p) \/
  (exists q, In q pairs /\ stone b (fst q) = None /\ stone b (snd q) = None /\ In (fst q) (line r) /\ In (snd q) (line r)).
(* After a stone of the other player's one empty cell of the pair is left. *)
Definition half_safe (b : board) : Prop := forall r, In r (rows g) ->
  (exists c, In c (line r) /\ stone b c = Some p) \/ (exists c, In c (line r) /\ stone b c = None).
Lemma p_not_d : p <> d.
Proof. destruct p; discriminate. Qed.
Lemma no_row b : half_safe b -> has_row g b d = false.
Proof.
  intro H. destruct (has_row g b d) eqn:E; auto. apply has_row_true in E as (r & I & F). apply fills_true in F as [F _].
  pose proof p_not_d as D. destruct (H r I) as [(c & J & S)|(c & J & S)]; rewrite (F c J) in S; congruence.
Qed.
Lemma safe_half b : safe b -> half_safe b.
Proof. intros H r I. destruct (H r I) as [X|(q & _ & E & _ & J & _)]; [left; exact X|right; eauto]. Qed.
Lemma safe_after b r : safe b -> stone b r = None -> half_safe (put b r d).
Proof.
  intros H E x I. destruct (H x I) as [(c & J & S)|(q & Q & A & B & J & J')].
  - left. exists c. split; auto. rewrite stone_put_other; congruence.
  - right. pose proof (pair_differs_in pairs q U Q) as D. destruct (N.eq_dec (fst q) r) as [e|n].
    + exists (snd q). split; auto. rewrite stone_put_other; congruence.
    + exists (fst q). split; auto. rewrite stone_put_other; auto.
Qed.
(* The answer: the other cell of the pair, if that is empty, and else anything. *)
Definition answers (b : board) (r c : N) : Prop :=
  forall q, In q pairs -> (r = fst q -> stone b (snd q) = None -> c = snd q) /\ (r = snd q -> stone b (fst q) = None -> c = fst q).
Lemma safe_again b r c : safe b -> stone b r = None -> stone (put b r d) c = None -> answers b r c ->
  safe (put (put b r d) c p).
Proof.
  intros H E F A x I.
  assert (c <> r /\ stone b c = None) as [cr Ec].
  { destruct (N.eq_dec c r) as [->|n]; [rewrite stone_put_same in F; discriminate|].
    rewrite stone_put_other in F by auto. auto. }
  destruct (in_dec N.eq_dec c (line x)) as [J|J]; [left; exists c; split; auto; apply stone_put_same|].
  destruct (H x I) as [(e & L & S)|(q & Q & S & S' & L & L')].
  - left. exists e. split; auto. rewrite !stone_put_other; congruence.
  - right. exists q. destruct (A q Q) as [A1 A2].
    assert (r <> fst q) as n1 by (intro e; apply J; rewrite (A1 e S'); exact L').
    assert (r <> snd q) as n2 by (intro e; apply J; rewrite (A2 e S); exact L).
    assert (fst q <> c) by (intro; subst; contradiction). assert (snd q <> c) by (intro; subst; contradiction).
    repeat split; auto; rewrite !stone_put_other; auto.
Qed.
Lemma an_answer b r : open_cells g (put b r d) <> [] -> stone b r = None -> (forall q, In q pairs -> In (fst q) (cells g) /\ In (snd q) (cells g)) ->
  exists c, In c (open_cells g (put b r d)) /\ answers b r c.
Proof.
  intros O E C. pose (fits := fun q : N * N =>
    (N.eqb r (fst q) && is_empty b (snd q)) || (N.eqb r (snd q) && is_empty b (fst q))).
  destruct (find fits pairs) as [q|] eqn:F.
  - apply find_some in F as [Q F]. pose proof (pair_differs_in pairs q U Q) as D. destruct (C q Q) as [C1 C2].
    assert (One : forall q', In q' pairs -> r = fst q' \/ r = snd q' -> (r = fst q \/ r = snd q) -> q' = q)
      by (intros q' Q' X Y; eapply (pair_is_one pairs q' q r); eauto).
    unfold fits in F. apply orb_prop in F as [F|F]; apply andb_prop in F as [X Y]; apply N.eqb_eq in X; apply is_empty_true in Y.
    + exists (snd q). split; [apply (open_if_empty g G); auto; rewrite stone_put_other; congruence|].
      intros q' Q'. split; intros Z _.
      * assert (q' = q) by auto. congruence.
      * assert (q' = q) by auto. subst q'. congruence.
    + exists (fst q). split; [apply (open_if_empty g G); auto; rewrite stone_put_other; congruence|].
      intros q' Q'. split; intros Z _.
      * assert (q' = q) by auto. subst q'. congruence.
      * assert (q' = q) by auto. congruence.
  - destruct (open_cells g (put b r d)) as [|c l]; [congruence|]. exists c. split; [left; auto|].
    intros q Q. pose proof (find_none _ _ F q Q) as N. unfold fits in N. apply orb_false_iff in N as [N1 N2].
    split; intros X Y.
    + rewrite X, N.eqb_refl in N1. apply is_empty_true in Y. rewrite Y in N1. discriminate.
    + rewrite X, N.eqb_refl in N2. apply is_empty_true in Y. rewrite Y in N2. discriminate.
Qed.

Hypothesis C : forall q, In q pairs -> In (fst q) (cells g) /\ In (snd q) (cells g).
Theorem safe_does_not_lose b : safe b -> forces (board_rules g) (does_not_lose p) (b, d).
Proof.
  remember (room g b) as n eqn:E. revert b E.
  induction n as [n IH] using (well_founded_induction lt_wf). intros b -> S.
  destruct (board_result g b) as [o|] eqn:R.
  { apply (over (board_rules g) _ (b, d) o); [exact R|]. eapply not_lost; [apply no_row, safe_half, S|exact R]. }
  apply replies; cbn; auto.
  - intro Z. symmetry in Z. exact (p_not_d Z).
  - destruct (going_on _ _ R) as (_ & _ & N). exact N.
  - intros r I. pose proof (open_empty _ _ _ I) as Er. replace (other d) with p by (destruct p; reflexivity).
    pose proof (safe_after b r S Er) as H.
    destruct (board_result g (put b r d)) as [o|] eqn:R'.
    { apply (over (board_rules g) _ (put b r d, p) o); [exact R'|]. eapply not_lost; [apply no_row, H|exact R']. }
    destruct (going_on _ _ R') as (_ & _ & N). destruct (an_answer b r N Er C) as (c & J & A).
    apply (choice (board_rules g) (does_not_lose p) (put b r d, p) c); cbn; auto.
    apply (IH (room g (put (put b r d) c p))); auto.
    + pose proof (room_less g b r d I). pose proof (room_less g (put b r d) c p J). lia.
    + apply safe_again; auto. eapply open_empty; eauto.
Qed.
End Pairs.

Theorem pairs_hold_sound g pairs p b : of_lines g = true -> forallb (fun c => among c (cells g)) (cells_of pairs) = true ->
  pairs_hold g pairs p b = true -> forces (board_rules g) (does_not_lose p) (b, other p).
Proof.
  intros G I H. apply andb_prop in H as [U H]. apply all_different_true in U. rewrite forallb_forall in H, I.
  apply (safe_does_not_lose g p pairs G U).
  - intros q Q. destruct (in_cells q pairs Q) as [A B]. split; apply among_in; auto.
  - intros r J. specialize (H r J). apply orb_prop in H as [H|H].
    + left. apply existsb_exists in H as (c & K & F). exists c. split; auto. apply is_of_true, F.
    + right. apply existsb_exists in H as (q & Q & F). exists q. unfold whole_pair in F.
      rewrite !andb_true_iff in F. destruct F as [[[F1 F2] F3] F4].
      apply is_empty_true in F1, F2. apply among_in in F3, F4. auto.
Qed.
