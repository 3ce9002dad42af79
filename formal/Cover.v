(* One replay of line threats for many replies: lemma (3) of docs/trust.md, section 6.
   The board is the one before the reply; a play stands for all replies that do not change it. *)
From Coq Require Import List NArith PArith FMapPositive Bool Lia.
From Quod Require Import Game Stream Boards BoardFacts BoardMaps Threats Near Replay.
Import ListNotations.

(* Stones may be put in any order. *)
Lemma add_add {A} (v w : A) : forall i j m, i <> j ->
  PositiveMap.add i v (PositiveMap.add j w m) = PositiveMap.add j w (PositiveMap.add i v m).
Proof.
  induction i as [i IH|i IH|]; intros [j|j|] m D; try congruence; destruct m as [|l o r]; cbn; auto; try congruence;
    f_equal; apply IH; congruence.
Qed.
Lemma put_put b c d p q : c <> d -> put (put b c p) d q = put (put b d q) c p.
Proof. intro D. apply add_add. intro E. apply D. symmetry. apply key_injective, E. Qed.

(* Three cells that a player lacks of a row. *)
Definition three_of (l : list N) : list (list N) := match l with [_; _; _] => [l] | _ => [] end.
Definition triples (g : board_game) (b : board) (p : player) : list (list N) :=
  flat_map (fun r => if forallb (fun c => negb (is_of b (other p) c)) (line r) then three_of (lacking b p r) else [])
    (rows g).
Definition with_it (r : N) (l : list (list N)) : list N := flat_map (fun t => if among r t then t else []) l.

(* A pair after an own stone on x was one before, or x was the third cell. *)
Lemma pair_before g b p x c d : stone b x = None -> In (c, d) (pairs g (put b x p) p) ->
  In (c, d) (pairs g b p) \/ In c (with_it x (triples g b p)).
Proof.
  intros E H. apply pair_lacks in H.
  assert (exists r l, In r (rows g) /\ missing (put b x p) p r = l /\ clear (put b x p) p r = true /\
    (forall e, In e l -> stone (put b x p) e = None) /\ (l = [c; d] \/ l = [d; c])) as (r & l & I & M & C & F & O)
    by (destruct H as [(r & I & M & C & F)|(r & I & M & C & F)];
        [exists r, [c; d]|exists r, [d; c]]; (split; [|split; [|split; [|split]]]); auto).
  apply clear_before in C. destruct (in_dec N.eq_dec x (line r)) as [J|J].
  - right. apply in_flat_map. exists (missing b p r).
    assert (In x (missing b p r)) as X by (apply in_missing; split; auto; congruence).
    assert (A : forall e, In e (missing b p r) <-> e = x \/ In e l).
    { intro e. rewrite <- M. split.
      - intro Z. destruct (N.eq_dec e x); auto. right. apply missing_own. auto.
      - intros [->|Z]; auto. apply missing_own in Z. tauto. }
    assert (P : forall e, In e (missing b p r) -> stone b e = None).
    { intros e Z. apply A in Z as [->|Z]; auto. apply (empty_before b x p e), F, Z. }
    assert (U : NoDup l) by (rewrite <- M; apply missing_distinct).
    assert (length (missing b p r) = 3)%nat as L3.
    { assert (NoDup (x :: l)) as U'.
      { constructor; auto. intro Z. rewrite <- M in Z. apply missing_own in Z. tauto. }
      assert (incl (missing b p r) (x :: l)) as S1 by (intros e Z; apply A in Z; cbn; intuition congruence).
      assert (incl (x :: l) (missing b p r)) as S2 by (intros e Z; apply A; cbn in Z; intuition congruence).
      pose proof (NoDup_incl_length (missing_distinct b p r) S1). pose proof (NoDup_incl_length U' S2).
      assert (length l = 2)%nat by (destruct O as [O|O]; rewrite O; reflexivity). cbn in *. lia. }
    split.
    + apply in_flat_map. exists r. split; auto.
      assert (forallb (fun c => negb (is_of b (other p) c)) (line r) = true) as ->.
      { apply forallb_forall. intros e Z. apply negb_true_iff, is_of_false. intro W.
        destruct (is_of b p e) eqn:Q; [apply is_of_true in Q; rewrite Q in W; destruct p; discriminate|].
        assert (In e (missing b p r)) as Y by (apply in_missing; split; auto; apply is_of_false, Q).
        rewrite (P e Y) in W. discriminate. }
      rewrite (lacking_all b p r (missing b p r) eq_refl C P).
      destruct (missing b p r) as [|e1 [|e2 [|e3 [|]]]]; cbn in L3; try discriminate. left. reflexivity.
    + replace (among x (missing b p r)) with true.
      * apply A. right. destruct O as [O|O]; rewrite O; cbn; auto.
      * symmetry. unfold among. apply existsb_exists. exists x. split; auto. apply N.eqb_refl.
  - left. assert (missing b p r = l) as M'.
    { rewrite <- M. unfold missing. f_equal. apply filter_ext_in. intros e Z. f_equal. unfold is_of.
      rewrite stone_put_other; auto. congruence. }
    apply pair_lacks. assert (P : forall e, In e l -> stone b e = None) by (intros e Z; apply (empty_before b x p e), F, Z).
    destruct O as [O|O]; rewrite O in *; [left|right]; exists r; auto.
Qed.

Section Cover.
Variables (g : board_game) (me : player).
Hypothesis G : of_lines g = true.
Notation they := (other me).
Notation win := (forces (board_rules g) (wins me)).
Definition enough : nat := S (S (length (cells g))).

Variable t : PositiveMap.t (list row).
Hypothesis T : table_of g t.
Notation current := (up_to_date g me).
Notation after := (ours_and_theirs g me t).

(* `left`: the replies that the play stands for. Those that the step turns on are replayed alone. *)
Fixpoint cover (fuel : nat) (b : board) (us them : list lack) (turn : player) (free : bool) (plan left : list N) : bool :=
  match left, fuel with
  | [], _ => true
  | _, O => false
  | _, S fuel =>
    let mine := ones us in let theirs := ones them in
    let around := touched them in
    let alone := forallb (fun r => is_empty b r &&
      let (us, them) := after b they r us them in replay g me t enough (put b r they) us them turn free plan) in
    let turns_on step r := among r step || among r around in
    let apart step := alone (filter (turns_on step) left) in
    let rest step := filter (fun r => negb (turns_on step r)) left in
    let on p c free plan left := is_empty b c &&
      let (us, them) := after b p c us them in cover fuel (put b c p) us them (other p) free plan left in
    let go c plan := among c (cells g) && apart [c] && on me c free plan (rest [c]) in
    if same_player turn me then
      match mine, theirs with
      | c :: _, _ => apart [c]
      | [], d :: _ => go d plan
      | [], [] =>
        match (if free then fork_of (twos us) else None) with
        | Some (x, y, z) => apart [x; y; z]
        | None => match next_planned b me plan with [] => alone left | c :: plan => go c plan end
        end
      end
    else
      match theirs, mine with
      | _ :: _, _ => alone left
      | [], c :: others =>
        match find (fun d => negb (N.eqb c d)) others with
        | Some d => apart [c; d]
        | None => apart [c] && on they c free plan (rest [c])
        end
      | [], [] =>
        match fork_of (twos us) with
        | None => alone left
        | Some (x, y, z) =>
          let step := [x; y; z] in
          let replies := nodup N.eq_dec (x :: y :: z :: map fst (twos them)) in
          apart step && forallb (fun q => on they q true plan (rest step)) replies &&
          match rest step with
          | [] => true
          | rest =>
            let threes := triples g b they in
            forallb (fun r =>
              match with_it r threes with
              | [] => true
              | more =>
                is_empty b r && let (us, them) := after b they r us them in let b := put b r they in
                forallb (fun q => negb (is_empty b q) ||
                  let (us, them) := after b they q us them in replay g me t enough (put b q they) us them me true plan) more
              end) rest
          end
        end
      end
  end.

Lemma in_rest (f : N -> bool) r l : In r (filter (fun r => negb (f r)) l) <-> In r l /\ f r = false.
Proof. rewrite filter_In, negb_true_iff. reflexivity. Qed.
Lemma not_turned step around r : among r step || among r around = false -> ~ In r step /\ ~ In r around.
Proof.
  intro H. apply orb_false_iff in H as [A B]. split; intro I; apply among_in in I; congruence.
Qed.
Lemma other_they : other they = me.
Proof. destruct me; reflexivity. Qed.
Lemma me_they : me <> they.
Proof. destruct me; discriminate. Qed.
Lemma they_me : they <> me.
Proof. destruct me; discriminate. Qed.

(* What a reply that is not touched leaves as it was. *)
Lemma mine_stays b r c : stone b r = None -> r <> c -> In c (completions g b me) -> In c (completions g (put b r they) me).
Proof.
  intros E D H. apply completion_lacks. apply completion_lacks in H.
  apply lacks_other; auto; [exact me_they|]. intros [Z|[]]. congruence.
Qed.
Lemma pair_stays b r x y : stone b r = None -> r <> x -> r <> y -> In (x, y) (pairs g b me) -> In (x, y) (pairs g (put b r they) me).
Proof.
  intros E D D' H. apply pair_lacks. apply pair_lacks in H.
  destruct H as [H|H]; [left|right]; (apply lacks_other; auto; [exact me_they|intros [A|[A|[]]]; congruence]).
Qed.
Lemma mine_none b r : stone b r = None -> completions g b me = [] -> completions g (put b r they) me = [].
Proof. intros E H. apply none_by_other; auto. exact me_they. Qed.
Lemma theirs_none b r : stone b r = None -> completions g b they = [] -> ~ In r (touched (near g b they)) ->
  completions g (put b r they) they = [].
Proof.
  intros E H N. destruct (completions g (put b r they) they) as [|c l] eqn:F; auto.
  assert (In c (completions g (put b r they) they)) as Z by (rewrite F; left; auto).
  apply completion_before in Z as [Z|[Z|Z]]; auto; try (rewrite H in Z; destruct Z).
  destruct N. rewrite <- twos_near in Z. eapply twos_touched; eauto.
Qed.

Definition ready (b : board) (left : list N) : Prop :=
  forall r, In r left -> stone b r = None /\ calm g me (put b r they).

Lemma alone_wins b us them turn free plan l r : ready b l -> current b us them ->
  forallb (fun r => is_empty b r &&
    let (us, them) := after b they r us them in replay g me t enough (put b r they) us them turn free plan) l = true ->
  In r l -> win (put b r they, turn).
Proof.
  intros R U H I. rewrite forallb_forall in H. specialize (H r I). destruct (R r I) as [E K].
  apply andb_prop in H as [_ H]. pose proof (next_up_to_date g me t T b they r us them U E) as U'.
  destruct (after b they r us them) as [us' them']. eapply replay_sound; eauto.
Qed.
(* A move of the player on c, where neither that cell nor a completion of its own is in the way. *)
Lemma ready_after b c l : ready b l -> completions g b me = [] -> stone b c = None -> (forall r, In r l -> r <> c) ->
  ready (put b c me) l.
Proof.
  intros R E F D r I. destruct (R r I) as [A K]. specialize (D r I). split; [rewrite stone_put_other; auto|].
  rewrite put_put by congruence. apply calm_move; auto.
  - apply mine_none; auto.
  - rewrite stone_put_other; auto.
Qed.
Lemma ready_reply b q l : ready b l -> stone b q = None -> (forall r, In r l -> r <> q /\ completions g (put b r they) they = []) ->
  ready (put b q they) l.
Proof.
  intros R F D r I. destruct (R r I) as [A K]. destruct (D r I) as [N E]. split; [rewrite stone_put_other; auto|].
  rewrite put_put by congruence. apply calm_reply; auto. rewrite stone_put_other; auto.
Qed.
Lemma ready_less b (f : N -> bool) l : ready b l -> ready b (filter f l).
Proof. intros R r I. apply filter_In in I as [I _]. auto. Qed.

Lemma play_on b r c : calm g me (put b r they) -> In c (cells g) -> stone b c = None -> r <> c ->
  win (put (put b c me) r they, they) -> win (put b r they, me).
Proof.
  intros K I F D W. apply (play_it g me G (put b r they) c); auto.
  - rewrite stone_put_other; auto.
  - rewrite put_put by auto. exact W.
Qed.

Theorem cover_sound fuel : forall b us them turn free plan left, ready b left -> current b us them ->
  cover fuel b us them turn free plan left = true -> forall r, In r left -> win (put b r they, turn).
Proof.
  induction fuel as [|fuel IH]; intros b us them turn free plan left R U H r I.
  { destruct left; [destruct I|discriminate]. }
  destruct left as [|r0 left0] eqn:L; [destruct I|]. cbn [cover] in H. rewrite <- L in *. clear r0 left0 L.
  set (around := touched them) in *.
  set (turns_on := fun step r => among r step || among r around) in *.
  set (alone := forallb (fun r => is_empty b r &&
      let (us, them) := after b they r us them in replay g me t enough (put b r they) us them turn free plan)) in *.
  set (on := fun p c free plan left => is_empty b c &&
      let (us, them) := after b p c us them in cover fuel (put b c p) us them (other p) free plan left) in *.
  assert (Alone : alone left = true -> win (put b r they, turn)) by (intro A; eapply alone_wins; eauto).
  assert (Apart : forall step, alone (filter (turns_on step) left) = true -> turns_on step r = true -> win (put b r they, turn)).
  { intros step A X. eapply alone_wins; [apply ready_less, R|exact U|exact A|]. apply filter_In. auto. }
  assert (On : forall p c free plan l, on p c free plan l = true -> ready (put b c p) l ->
    stone b c = None /\ forall s, In s l -> win (put (put b c p) s they, other p)).
  { intros p c free' plan' l H' R'. apply andb_prop in H' as [E H']. apply is_empty_true in E. split; auto.
    pose proof (next_up_to_date g me t T b p c us them U E) as U'. destruct (after b p c us them) as [us' them'].
    eapply IH; eauto. }
  destruct (R r I) as [Er K]. destruct U as [Um Ut].
  pose proof (no_ones g b me us Um) as Nm. pose proof (no_ones g b they them Ut) as Nt.
  assert (Around : forall x, In x (touched (near g b they)) <-> In x around) by (intro x; symmetry; apply members, Ut).
  assert (Fork : forall x y z, fork_of (twos us) = Some (x, y, z) -> real_fork (pairs g b me) (x, y, z)).
  { intros x y z E. apply fork_of_real in E as (Y & Z & D). repeat split; auto; apply (twos_exact g b me us); auto. }
  assert (Go : forall c plan', completions g b me = [] -> turn = me ->
    among c (cells g) && alone (filter (turns_on [c]) left) && on me c free plan' (filter (fun r => negb (turns_on [c] r)) left)
      = true -> win (put b r they, turn)).
  { intros c plan' E X Q. rewrite !andb_true_iff in Q. destruct Q as [[C A] W]. apply among_in in C.
    destruct (turns_on [c] r) eqn:Y; [eapply Apart; eauto|]. subst turn.
    assert (r <> c) as D by (apply not_turned in Y as [Y _]; cbn in Y; intuition congruence).
    assert (stone b c = None) as F by (apply andb_prop in W as [W _]; apply is_empty_true, W).
    apply (play_on b r c); auto. eapply On; [exact W| |apply in_rest; auto].
    apply ready_after; auto; [apply ready_less, R|].
    intros x J. apply in_rest in J as [_ J]. apply not_turned in J as [J _]. cbn in J. intuition congruence. }
  destruct (same_player turn me) eqn:S.
  - assert (turn = me) as Tm by (apply same_player_true, S).
    destruct (ones us) as [|c l] eqn:E.
    + specialize (Nm eq_refl). destruct (ones them) as [|d l'] eqn:E'; [|exact (Go d plan Nm Tm H)]. specialize (Nt eq_refl).
      destruct (if free then fork_of (twos us) else None) as [[[x y] z]|] eqn:F.
      * destruct (turns_on [x; y; z] r) eqn:X; [eapply Apart; eauto|]. subst turn.
        apply not_turned in X as [X X'].
        assert (fork_of (twos us) = Some (x, y, z)) as F' by (destruct free; [exact F|discriminate]).
        apply Fork in F' as (Y & Z & D).
        apply (fork_wins g me G _ (x, y, z)); auto.
        -- apply mine_none; auto.
        -- apply theirs_none; auto. rewrite Around. exact X'.
        -- repeat split; auto; (apply pair_stays; auto; intro W; apply X; subst; cbn; auto).
      * destruct (next_planned b me plan) as [|c plan']; [auto|exact (Go c plan' Nm Tm H)].
    + destruct (turns_on [c] r) eqn:X; [eapply Apart; eauto|]. subst turn.
      apply not_turned in X as [X _]. apply (win_at g me G _ c); auto.
      apply mine_stays; auto; [cbn in X; intuition congruence|].
      apply (ones_exact g b me us); auto. rewrite E. left. auto.
  - assert (turn = they) as Tm by (clear - S; destruct turn, me; cbn in *; congruence).
    destruct (ones them) as [|d l'] eqn:E'; [|auto]. specialize (Nt eq_refl).
    assert (None' : forall r, stone b r = None -> ~ In r around -> completions g (put b r they) they = [])
      by (intros x X Y; apply theirs_none; auto; rewrite Around; exact Y).
    pose proof other_they as Ot.
    destruct (ones us) as [|c others] eqn:E.
    + specialize (Nm eq_refl). destruct (fork_of (twos us)) as [[[x y] z]|] eqn:F; [|auto].
      apply andb_prop in H as [H Tr]. apply andb_prop in H as [A H].
      destruct (turns_on [x; y; z] r) eqn:X; [eapply Apart; eauto|]. subst turn.
      apply not_turned in X as [X X'].
      clear F. destruct (Fork x y z eq_refl) as (Y & Z & D).
      assert (r <> x /\ r <> y /\ r <> z) as (nx & ny & nz) by (repeat split; intro W; apply X; subst; cbn; auto).
      assert (real_fork (pairs g (put b r they) me) (x, y, z)) as F.
      { repeat split; auto; apply pair_stays; auto. }
      assert (In r (filter (fun r => negb (turns_on [x; y; z] r)) left)) as Ir.
      { apply in_rest. split; auto. unfold turns_on. apply orb_false_iff. split.
        - destruct (among r [x; y; z]) eqn:W; auto. apply among_in in W. contradiction.
        - destruct (among r around) eqn:W; auto. apply among_in in W. contradiction. }
      assert (completions g (put b r they) they = []) as Nr by auto.
      apply (answer_all g me G); auto.
      { destruct (pair_cells g G _ _ _ _ Y) as (C & Ex & _). exists x. split; auto. rewrite stone_put_other; auto. }
      intros q C Eq. assert (q <> r) as nq by (intro; subst; rewrite stone_put_same in Eq; discriminate).
      assert (stone b q = None) as Eq' by (rewrite stone_put_other in Eq; auto).
      set (replies := nodup N.eq_dec (x :: y :: z :: map fst (twos them))) in *.
      destruct (in_dec N.eq_dec q replies) as [J|J].
      * rewrite forallb_forall in H. specialize (H q J).
        rewrite put_put by auto. assert (win (put (put b q they) r they, other they)) as W; [|rewrite Ot in W; exact W].
        eapply On; [exact H| |exact Ir].
        apply ready_reply; auto; [apply ready_less, R|]. intros s Is. apply in_rest in Is as [Is T'].
        apply not_turned in T' as [T1 T2]. split; [|apply None'; auto; apply R, Is].
        intro; subst s. unfold replies in J. rewrite nodup_In in J. cbn in J.
        destruct J as [J|[J|[J|J]]]; try (apply T1; subst; cbn; auto; fail).
        apply T2. apply in_map_iff in J as ([u v] & W & J). cbn in W. subst u. eapply twos_touched; eauto.
      * destruct (in_dec N.eq_dec q (with_it r (triples g b they))) as [J'|J'].
        -- change (filter _ left) with (filter (fun r => negb (turns_on [x; y; z] r)) left) in Tr.
           destruct (filter (fun r => negb (turns_on [x; y; z] r)) left) as [|r1 l1] eqn:Lf; [destruct Ir|].
           cbv beta iota zeta in Tr. rewrite forallb_forall in Tr. specialize (Tr r Ir).
           destruct (with_it r (triples g b they)) as [|q1 m1] eqn:Lq; [destruct J'|].
           apply andb_prop in Tr as [_ Tr].
           pose proof (next_up_to_date g me t T b they r us them (conj Um Ut) Er) as U1.
           destruct (after b they r us them) as [us1 them1]. rewrite forallb_forall in Tr. specialize (Tr q J').
           apply orb_prop in Tr as [Tr|Tr].
           ++ apply negb_true_iff in Tr. rewrite (proj2 (is_empty_true _ _) Eq) in Tr. discriminate.
           ++ pose proof (next_up_to_date g me t T _ they q us1 them1 U1 Eq) as U2.
              destruct (after (put b r they) they q us1 them1) as [us2 them2].
              eapply replay_sound; [exact G|exact T| |exact U2|exact Tr]. apply calm_reply; auto.
        -- unfold replies in J. rewrite nodup_In in J. cbn in J.
           apply (idle_reply_loses g me G (put b r they) x y z q); auto; try (intro; subst; apply J; auto; fail).
           ++ apply mine_none; auto.
           ++ intro W. apply in_map_iff in W as ([u v] & W & P). cbn in W. subst u.
              apply pair_before in P as [P|P]; auto. apply J. do 3 right. apply (in_map fst) with (x := (q, v)).
              apply (twos_exact g b they them); auto.
    + destruct (find (fun d => negb (N.eqb c d)) others) as [d|] eqn:F.
      * apply find_some in F as [Id F]. apply negb_true_iff, N.eqb_neq in F.
        destruct (turns_on [c; d] r) eqn:X; [eapply Apart; eauto|]. subst turn.
        apply not_turned in X as [X X'].
        apply (double g me G _ c d); auto; (apply mine_stays; auto; [intro; subst; apply X; cbn; auto|apply (ones_exact g b me us); auto; rewrite E; cbn; auto]).
      * apply andb_prop in H as [A H].
        destruct (turns_on [c] r) eqn:X; [eapply Apart; eauto|]. subst turn.
        assert (Ir : In r (filter (fun r => negb (turns_on [c] r)) left)) by (apply in_rest; auto).
        apply not_turned in X as [X X']. assert (r <> c) as nc by (cbn in X; intuition congruence).
        assert (In c (completions g b me)) as C by (apply (ones_exact g b me us); auto; rewrite E; left; auto).
        destruct (completion_cell g G _ _ _ C) as [Cc Ec].
        assert (In c (completions g (put b r they) me)) as C' by (apply mine_stays; auto).
        apply (answer_all g me G); auto.
        { exists c. split; auto. rewrite stone_put_other; auto. }
        intros q Iq Eq. destruct (N.eq_dec q c) as [->|n].
        -- rewrite put_put by auto. assert (win (put (put b c they) r they, other they)) as W; [|rewrite Ot in W; exact W].
           eapply On; [exact H| |exact Ir].
           apply ready_reply; auto; [apply ready_less, R|]. intros s Is. apply in_rest in Is as [Is T'].
           apply not_turned in T' as [T1 T2]. split; [cbn in T1; intuition congruence|apply None'; auto; apply R, Is].
        -- apply (missed g me G (put b r they) c q); auto.
Qed.
End Cover.

(* The evidence after each of these replies: it is the other player's turn in `p`. *)
Definition line_threats_cover (g : board_game) (lines : bool) (t : PositiveMap.t (list row)) (b : bytes) (c : claim) (p : board * player) (left : list N) : bool :=
  match whole (counted number) b with
  | Some plan =>
    lines && forallb (fun x => among x (cells g)) plan && same_player (snd p) (other (subject c)) &&
    forallb (fun r => is_empty (fst p) r &&
      match board_result g (put (fst p) r (snd p)) with Some _ => false | None => true end) left &&
    cover g (subject c) t (enough g) (fst p) (near g (fst p) (subject c)) (near g (fst p) (other (subject c)))
      (subject c) false plan left
  | None => false end.
Theorem line_threats_cover_sound g t b c p left : table_of g t -> line_threats_cover g (of_lines g) t b c p left = true ->
  forall r, In r left -> forces (board_rules g) c (play (board_rules g) p r).
Proof.
  intro Tb. unfold line_threats_cover. destruct (whole _ b) as [plan|]; [|discriminate]. intros H r I.
  rewrite !andb_true_iff in H. destruct H as [[[[G _] X] F] H]. destruct p as [bo turn]. cbn [fst snd] in *.
  apply same_player_true in X. subst turn.
  assert (ready g (subject c) bo left) as R.
  { intros x J. rewrite forallb_forall in F. specialize (F x J). apply andb_prop in F as [A B].
    split; [apply is_empty_true, A|]. destruct (board_result g (put bo x (other (subject c)))) eqn:E; [discriminate|].
    apply going_on in E as (P & Q & _). unfold calm. destruct (subject c); auto. }
  pose proof (cover_sound g (subject c) G t Tb _ _ _ _ _ _ _ _ R (conj (near_exact _ _ _) (near_exact _ _ _)) H r I) as W.
  cbn. replace (other (other (subject c))) with (subject c) by (destruct (subject c); reflexivity).
  destruct c as [who []]; cbn in W; [exact W|apply a_win_does_not_lose, W].
Qed.
