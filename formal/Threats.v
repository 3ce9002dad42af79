(* Line threats (kind 2): completions, pairs, forks, and what a stone changes about them.
   The lemmas (1) and (2) of docs/trust.md, section 6. *)
From Coq Require Import List NArith PArith FMapPositive Bool Lia.
From Quod Require Import Lists Game Boards BoardFacts BoardMaps.
Import ListNotations.

(* The cells of a row that are not p's; where p can still fill the row, p lacks them. *)
Definition missing (b : board) (p : player) (r : row) : list N :=
  undouble [] (filter (fun c => negb (is_of b p c)) (line r)).
Definition clear (b : board) (p : player) (r : row) : bool := forallb (fun c => negb (is_of b p c)) (border r).
Definition lacks (g : board_game) (b : board) (p : player) (l : list N) : Prop :=
  exists r, In r (rows g) /\ missing b p r = l /\ clear b p r = true /\ forall c, In c l -> stone b c = None.
Definition lacking (b : board) (p : player) (r : row) : list N :=
  let l := missing b p r in if forallb (is_empty b) l && clear b p r then l else [].

Definition one_of (l : list N) : list N := match l with [c] => [c] | _ => [] end.
Definition two_of (l : list N) : list (N * N) := match l with [c; d] => [(c, d); (d, c)] | _ => [] end.
Definition completions (g : board_game) (b : board) (p : player) : list N :=
  flat_map (fun r => one_of (lacking b p r)) (rows g).
Definition pairs (g : board_game) (b : board) (p : player) : list (N * N) :=
  flat_map (fun r => two_of (lacking b p r)) (rows g).

(* A quick look, which most rows do not pass: what p lacks of these cells, if the other player has no stone there
   and p lacks at most `most` beside those seen. *)
Fixpoint gather (b : board) (p : player) (most : nat) (seen l : list N) : option (list N) :=
  match l with
  | [] => Some []
  | c :: l =>
    match stone b c with
    | Some q => if same_player p q then gather b p most seen l else None
    | None =>
      if among c seen then gather b p most seen l else
      match most with
      | O => None
      | S most => match gather b p most (c :: seen) l with Some w => Some (c :: w) | None => None end
      end
    end
  end.
Lemma gather_is b p l : forall most seen w, gather b p most seen l = Some w ->
  w = undouble seen (filter (fun c => negb (is_of b p c)) l) /\ (forall c, In c w -> stone b c = None) /\
  (forall c q, In c l -> stone b c = Some q -> q = p).
Proof.
  induction l as [|d l IH]; intros most seen w; cbn [gather filter].
  - intros [=<-]. repeat split; intros ? []; intros [].
  - destruct (stone b d) as [s|] eqn:E.
    + destruct (same_player p s) eqn:P; [|discriminate]. assert (s = p) by (destruct s, p; cbn in P; congruence). subst s.
      intro H. apply IH in H as (A & B & C). assert (is_of b p d = true) as -> by (apply is_of_true, E).
      split; [exact A|split; [exact B|]]. intros c q [<-|I] F; [congruence|eauto].
    + assert (is_of b p d = false) as -> by (apply is_of_false; congruence). cbn.
      assert (forall c q, (forall c q, In c l -> stone b c = Some q -> q = p) -> In c (d :: l) -> stone b c = Some q -> q = p) as O
        by (intros c q C [<-|I] F; [congruence|eauto]).
      destruct (among d seen); [intro H; apply IH in H as (A & B & C); eauto|].
      destruct most as [|most]; [discriminate|]. destruct (gather _ _ _ _ _) as [v|] eqn:G; [|discriminate].
      intros [=<-]. apply IH in G as (A & B & C). split; [congruence|split; [|eauto]].
      intros c [<-|I]; auto.
Qed.
Lemma gather_all b p l : forall most seen w, undouble seen (filter (fun c => negb (is_of b p c)) l) = w ->
  (length w <= most)%nat -> (forall c, In c l -> stone b c = Some p \/ stone b c = None) -> gather b p most seen l = Some w.
Proof.
  induction l as [|d l IH]; intros most seen w; cbn [gather filter]; [intros <-; reflexivity|].
  intros U L O. assert (forall c, In c l -> stone b c = Some p \/ stone b c = None) as O' by (intros c I; apply O; right; exact I).
  destruct (O d (or_introl eq_refl)) as [E|E]; rewrite E.
  - assert (is_of b p d = true) as F by (apply is_of_true, E). rewrite F in U.
    assert (same_player p p = true) as -> by (destruct p; reflexivity). apply IH; auto.
  - assert (is_of b p d = false) as F by (apply is_of_false; congruence). rewrite F in U. cbn in U.
    destruct (among d seen); [apply IH; auto|]. subst w. cbn in L. destruct most as [|most]; [lia|].
    rewrite (IH most (d :: seen) _ eq_refl) by (auto; lia). reflexivity.
Qed.

Lemma in_missing b p r c : In c (missing b p r) <-> In c (line r) /\ stone b c <> Some p.
Proof.
  unfold missing. rewrite in_undouble, filter_In, negb_true_iff, is_of_false. cbn. tauto.
Qed.
Lemma missing_distinct b p r : NoDup (missing b p r).
Proof. apply undouble_distinct. Qed.
Lemma clear_true b p r : clear b p r = true <-> forall c, In c (border r) -> stone b c <> Some p.
Proof.
  unfold clear. rewrite forallb_forall. split; intros H c I; specialize (H c I).
  - apply is_of_false, negb_true_iff, H.
  - apply negb_true_iff, is_of_false, H.
Qed.
Lemma lacking_cases b p r : lacking b p r = [] \/
  (lacking b p r = missing b p r /\ clear b p r = true /\ forall c, In c (missing b p r) -> stone b c = None).
Proof.
  unfold lacking. destruct (forallb (is_empty b) (missing b p r)) eqn:E; cbn; auto.
  destruct (clear b p r) eqn:C; auto. right. repeat split; auto.
  intros c I. rewrite forallb_forall in E. apply is_empty_true, E, I.
Qed.
Lemma lacking_all b p r l : missing b p r = l -> clear b p r = true -> (forall c, In c l -> stone b c = None) -> lacking b p r = l.
Proof.
  intros E C H. unfold lacking. rewrite E, C. replace (forallb (is_empty b) l) with true; auto.
  symmetry. apply forallb_forall. intros c I. apply is_empty_true, H, I.
Qed.
Lemma completion_lacks g b p c : In c (completions g b p) <-> lacks g b p [c].
Proof.
  unfold completions. rewrite in_flat_map. split.
  - intros (r & I & H). unfold one_of in H.
    destruct (lacking_cases b p r) as [E|(E & C & F)]; rewrite E in H; [destruct H|].
    destruct (missing b p r) as [|d [|]] eqn:M; try destruct H as [].
    + subst d. exists r. auto.
    + destruct H.
  - intros (r & I & M & C & F). exists r. split; auto. rewrite (lacking_all _ _ _ _ M C F). left; reflexivity.
Qed.
Lemma pair_lacks g b p c d : In (c, d) (pairs g b p) <-> lacks g b p [c; d] \/ lacks g b p [d; c].
Proof.
  unfold pairs. rewrite in_flat_map. split.
  - intros (r & I & H). unfold two_of in H.
    destruct (lacking_cases b p r) as [E|(E & C & F)]; rewrite E in H; [destruct H|].
    destruct (missing b p r) as [|x [|y [|]]] eqn:M; try destruct H.
    + injection H as <- <-. left. exists r. auto.
    + destruct H as [H|[]]. injection H as <- <-. right. exists r. auto.
  - intros [(r & I & M & C & F)|(r & I & M & C & F)]; exists r; (split; [exact I|]);
      rewrite (lacking_all _ _ _ _ M C F); cbn; auto.
Qed.

(* ---- what a stone changes ---- *)
Lemma other_differs p : p <> other p.
Proof. destruct p; discriminate. Qed.
Lemma missing_other b p q c r : p <> q -> stone b c = None -> missing (put b c q) p r = missing b p r.
Proof.
  intros D E. unfold missing. f_equal. apply filter_ext. intro d. f_equal. unfold is_of.
  destruct (N.eq_dec d c) as [->|n]; [rewrite stone_put_same, E; destruct p, q; cbn; congruence|].
  rewrite stone_put_other by auto. reflexivity.
Qed.
Lemma clear_other b p q c r : p <> q -> stone b c = None -> clear (put b c q) p r = clear b p r.
Proof.
  intros D E. unfold clear. induction (border r) as [|d l IH]; cbn; auto. rewrite IH. f_equal. f_equal.
  unfold is_of. destruct (N.eq_dec d c) as [->|n]; [rewrite stone_put_same, E; destruct p, q; cbn; congruence|].
  rewrite stone_put_other by auto. reflexivity.
Qed.
Lemma empty_before b c p d : stone (put b c p) d = None -> d <> c /\ stone b d = None.
Proof.
  destruct (N.eq_dec d c) as [->|n]; [rewrite stone_put_same; discriminate|].
  rewrite stone_put_other by auto. auto.
Qed.
(* Another player's stone takes what it covers, and gives nothing. *)
Lemma lacks_other_back g b p q c l : p <> q -> stone b c = None -> lacks g (put b c q) p l -> lacks g b p l.
Proof.
  intros D E (r & I & M & C & F). exists r. rewrite missing_other in M by auto. rewrite clear_other in C by auto.
  repeat split; auto. intros d J. apply (empty_before b c q d), F, J.
Qed.
Lemma lacks_other g b p q c l : p <> q -> stone b c = None -> ~ In c l -> lacks g b p l -> lacks g (put b c q) p l.
Proof.
  intros D E N (r & I & M & C & F). exists r. rewrite missing_other, clear_other by auto.
  repeat split; auto. intros d J. rewrite stone_put_other; [apply F, J|congruence].
Qed.
Lemma no_row_other g b p q c : p <> q -> stone b c = None -> has_row g b p = false -> has_row g (put b c q) p = false.
Proof.
  intros D E H. destruct (has_row g (put b c q) p) eqn:F; auto. rewrite <- H. symmetry.
  apply has_row_true in F as (r & I & F). apply has_row_true. exists r. split; auto.
  apply fills_true in F as [L B]. apply fills_true. split; intros d J.
  - specialize (L d J). destruct (N.eq_dec d c) as [->|n]; [rewrite stone_put_same in L; congruence|].
    rewrite stone_put_other in L by auto. exact L.
  - specialize (B d J). destruct (N.eq_dec d c) as [->|n]; [congruence|]. rewrite stone_put_other in B by auto. exact B.
Qed.
Lemma clear_before b p c r : clear (put b c p) p r = true -> clear b p r = true.
Proof.
  rewrite !clear_true. intros H d I E. apply (H d I).
  destruct (N.eq_dec d c) as [->|n]; [apply stone_put_same|rewrite stone_put_other; auto].
Qed.
(* An own stone on c takes c from what is missing, and nothing else. *)
Lemma missing_own b p c r d : In d (missing (put b c p) p r) <-> d <> c /\ In d (missing b p r).
Proof.
  rewrite !in_missing. destruct (N.eq_dec d c) as [->|n].
  - rewrite stone_put_same. intuition congruence.
  - rewrite stone_put_other by auto. tauto.
Qed.
Lemma one_left (l : list N) c : NoDup l -> In c l -> (forall d, In d l -> d = c) -> l = [c].
Proof.
  intros U I H. destruct l as [|x [|y l]]; [destruct I| |].
  - rewrite (H x (or_introl eq_refl)). reflexivity.
  - assert (x = c) by (apply H; cbn; auto). assert (y = c) by (apply H; cbn; auto). subst.
    inversion U as [|? ? N _]. destruct N. left. reflexivity.
Qed.
Lemma two_left (l : list N) c d : NoDup l -> In c l -> In d l -> c <> d -> (forall x, In x l -> x = c \/ x = d) ->
  l = [c; d] \/ l = [d; c].
Proof.
  intros U I J D H. destruct l as [|x l]; [destruct I|]. inversion U as [|? ? N U']. subst.
  destruct (H x (or_introl eq_refl)) as [->| ->].
  - left. f_equal. apply one_left; auto.
    + destruct J; [congruence|auto].
    + intros y K. destruct (H y (or_intror K)); [subst; contradiction|auto].
  - right. f_equal. apply one_left; auto.
    + destruct I; [congruence|auto].
    + intros y K. destruct (H y (or_intror K)); [auto|subst; contradiction].
Qed.
(* A stone that is no completion fills no row. *)
Lemma fills_no_row g b p c : has_row g b p = false -> ~ In c (completions g b p) -> stone b c = None ->
  has_row g (put b c p) p = false.
Proof.
  intros H E N. destruct (has_row g (put b c p) p) eqn:F; auto.
  apply has_row_true in F as (r & I & F). apply fills_true in F as [L B].
  assert (A : forall d, In d (missing b p r) -> d = c).
  { intros d J. destruct (N.eq_dec d c); auto. apply in_missing in J as [J K]. specialize (L d J).
    rewrite stone_put_other in L by auto. contradiction. }
  assert (C : clear b p r = true) by (apply (clear_before b p c), clear_true, B).
  destruct (missing b p r) as [|x l] eqn:M.
  - rewrite <- H. symmetry. apply has_row_true. exists r. split; auto. apply fills_true. split.
    + intros d J. destruct (is_of b p d) eqn:K; [apply is_of_true, K|].
      assert (In d (missing b p r)) as Z by (apply in_missing; split; auto; apply is_of_false, K).
      rewrite M in Z. destruct Z.
    + apply clear_true, C.
  - assert (In c (completions g b p)) as Z.
    { apply completion_lacks. exists r. rewrite M. assert (x = c) by (apply A; left; auto). subst x.
      assert (c :: l = [c]) as -> by (rewrite <- M in *; apply one_left; [apply missing_distinct|rewrite M; left; auto|exact A]).
      repeat split; auto. intros d [<-|[]]. exact N. }
    contradiction.
Qed.
Lemma completion_fills g b p c : In c (completions g b p) -> stone b c = None /\ has_row g (put b c p) p = true \/
  exists r, In r (rows g) /\ In c (border r) /\ In c (line r).
Proof.
  intro H. apply completion_lacks in H as (r & I & M & C & F).
  destruct (in_dec N.eq_dec c (border r)) as [J|J].
  - right. exists r. repeat split; auto. assert (In c (missing b p r)) as Z by (rewrite M; left; auto).
    apply in_missing in Z. tauto.
  - left. split; [apply F; left; auto|]. apply has_row_true. exists r. split; auto. apply fills_true. split; intros d K.
    + destruct (N.eq_dec d c) as [->|n]; [apply stone_put_same|]. rewrite stone_put_other by auto.
      destruct (is_of b p d) eqn:Z; [apply is_of_true, Z|].
      assert (In d (missing b p r)) as X by (apply in_missing; split; auto; apply is_of_false, Z).
      rewrite M in X. destruct X as [X|[]]. congruence.
    + rewrite stone_put_other by congruence. rewrite clear_true in C. apply C, K.
Qed.
(* Of two that are lacking, the other is a completion once p has a stone on the first. *)
Lemma half_of_pair g b p x y : x <> y -> (forall r, In r (rows g) -> forall c, In c (line r) -> ~ In c (border r)) ->
  In (x, y) (pairs g b p) -> In y (completions g (put b x p) p).
Proof.
  intros D W H. apply pair_lacks in H.
  assert (exists r, In r (rows g) /\ (forall c, In c (missing b p r) <-> c = x \/ c = y) /\ clear b p r = true /\
    stone b y = None) as (r & I & M & C & F).
  { destruct H as [(r & I & M & C & F)|(r & I & M & C & F)]; exists r; rewrite M;
      (split; [exact I|split; [|split; [exact C|apply F; cbn; auto]]]);
      intro c; cbn; (split; [intros [A|[A|[]]]; auto|intros [A|A]; auto]). }
  apply completion_lacks. exists r. split; auto. split; [|split].
  - apply one_left; [apply missing_distinct| |].
    + apply missing_own. split; [congruence|]. apply M. auto.
    + intros d J. apply missing_own in J as [N J]. apply M in J. destruct J; congruence.
  - apply clear_true. intros d J. rewrite clear_true in C.
    assert (In x (line r)) by (assert (In x (missing b p r)) as Z by (apply M; auto); apply in_missing in Z; tauto).
    rewrite stone_put_other; [apply C, J|]. intros ->. exact (W r I x H0 J).
  - intros d [<-|[]]. rewrite stone_put_other by congruence. exact F.
Qed.
(* A completion after an own stone on x was one before, or a pair with x. *)
Lemma completion_before g b p x c : stone b x = None -> In c (completions g (put b x p) p) ->
  In c (completions g b p) \/ In x (completions g b p) \/ In (x, c) (pairs g b p).
Proof.
  intros E H. apply completion_lacks in H as (r & I & M & C & F).
  assert (stone b c = None /\ c <> x) as [Fc n] by (destruct (empty_before b x p c); auto; apply F; left; auto).
  assert (In c (missing b p r)) as Ic.
  { assert (In c (missing (put b x p) p r)) as Z by (rewrite M; left; auto). apply missing_own in Z. tauto. }
  assert (A : forall d, In d (missing b p r) -> d = x \/ d = c).
  { intros d J. destruct (N.eq_dec d x); auto. assert (In d (missing (put b x p) p r)) as Z by (apply missing_own; auto).
    rewrite M in Z. destruct Z as [Z|[]]; auto. }
  apply clear_before in C. destruct (in_dec N.eq_dec x (missing b p r)) as [J|J].
  - right. right. apply pair_lacks.
    destruct (two_left (missing b p r) x c (missing_distinct _ _ _) J Ic (fun e => n (eq_sym e)) A) as [Z|Z];
      [left|right]; exists r; rewrite Z; repeat split; auto; intros d K; cbn in K; intuition (subst; auto).
  - left. apply completion_lacks. exists r. repeat split; auto.
    + apply one_left; auto; [apply missing_distinct|]. intros d K. destruct (A d K); [subst; contradiction|auto].
    + intros d [<-|[]]. exact Fc.
Qed.
