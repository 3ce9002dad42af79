(* One replay of line threats for many replies: lemma (3) of docs/trust.md, section 6.
   The board is the one before the reply; a play stands for all replies that do not change it. *)
From Coq Require Import List NArith PArith FMapPositive Bool Lia.
From Quod Require Import Lists Game Stream Boards BoardFacts BoardMaps Threats Near Replay.
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

(* Three cells that a player lacks of a row, where one of them is r. *)
Definition three_of (l : list N) : list N := match l with [_; _; _] => l | _ => [] end.
Definition with_it (r : N) (l : list lack) : list N :=
  flat_map (fun lr => if among r (fst lr) then three_of (fst lr) else []) l.

(* A pair after an own stone on x was one before, or x was the third cell. *)
Lemma pair_before g b p x c d : stone b x = None -> In (c, d) (pairs g (put b x p) p) ->
  In (c, d) (pairs g b p) \/ In c (with_it x (near 3 g b p)).
Proof.
  intros E H. apply pair_lacks in H.
  assert (exists r l, In r (rows g) /\ missing (put b x p) p r = l /\ clear (put b x p) p r = true /\
    (forall e, In e l -> stone (put b x p) e = None) /\ (l = [c; d] \/ l = [d; c])) as (r & l & I & M & C & F & O)
    by (destruct H as [(r & I & M & C & F)|(r & I & M & C & F)];
        [exists r, [c; d]|exists r, [d; c]]; (split; [|split; [|split; [|split]]]); auto).
  apply clear_before in C. destruct (in_dec N.eq_dec x (line r)) as [J|J].
  - right. apply in_flat_map. exists (missing b p r, r). cbn [fst].
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
    + apply in_near. split; [exact I|]. cbn [snd]. destruct (missing b p r) as [|e1 l1] eqn:Mr; [discriminate|].
      apply is_near_row; auto. lia.
    + replace (among x (missing b p r)) with true.
      * unfold three_of. assert (In c (missing b p r)) as Ic by (apply A; right; destruct O as [O|O]; rewrite O; cbn; auto).
        destruct (missing b p r) as [|e1 [|e2 [|e3 [|]]]]; cbn in L3; try discriminate. exact Ic.
      * symmetry. apply among_in, X.
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
Variable enough : nat.     (* more than there are cells *)
Variable t : PositiveMap.t (list lack).
Hypothesis T : table_of g t.
Notation current := (up_to_date g me).
Notation after := (ours_and_theirs g me t).

Definition wider_next (b : board) (p : player) (c : N) (wide : list lack) : list lack :=
  if same_player p me then other_next c wide else own_next 3 g t b they c wide.
Definition all_current (b : board) (us them wide : list lack) : Prop := current b us them /\ exact 3 g b they wide.
Lemma wider_exact b p c wide : exact 3 g b they wide -> stone b c = None -> exact 3 g (put b c p) they (wider_next b p c wide).
Proof.
  intros W E. unfold wider_next. destruct (same_player p me) eqn:S.
  - apply same_player_true in S. subst p. apply other_exact; auto. destruct me; discriminate.
  - assert (p = they) as -> by (clear - S; destruct p, me; cbn in *; congruence). apply own_exact; auto.
Qed.

(* The replies that a step turns on, and the rest. *)
Definition turns_on (step around : list N) (r : N) : bool := among r step || among r around.
Definition split (step : list N) (around : PositiveMap.t unit) (left : list N) : list N * list N :=
  partition (fun r => among r step || marked around r) left.
Lemma partition_is (f : N -> bool) l : partition f l = (filter f l, filter (fun x => negb (f x)) l).
Proof. induction l as [|x l IH]; cbn; auto. rewrite IH. destruct (f x); reflexivity. Qed.
Lemma split_is step around left : split step (marks around) left =
  (filter (turns_on step around) left, filter (fun r => negb (turns_on step around r)) left).
Proof.
  unfold split. rewrite partition_is. unfold turns_on.
  f_equal; apply filter_ext; intro r; rewrite marked_marks; reflexivity.
Qed.
(* A replay for each of these replies. *)
Definition alone (b : board) (us them : list lack) (turn : player) (free : bool) (plan : list N) : list N -> bool :=
  forallb (fun r => is_empty b r &&
    let (us, them) := after b they r us them in replay g me t enough (put b r they) us them turn free plan).
(* Those that the step turns on alone, and the rest as `k` says. *)
Definition apart b us them turn free plan (around : PositiveMap.t unit) (left step : list N) (k : list N -> bool) : bool :=
  let (turned, rest) := split step around left in alone b us them turn free plan turned && k rest.
(* A row of which r and two more cells are lacking: a reply on one of those makes a pair with the stone on r.
   Two such stones make the same board in either order. *)
Definition threes_hold (b : board) (us them wide : list lack) (plan rest : list N) : bool :=
  let threes := filter (fun lr : lack => match three_of (fst lr) with [] => false | _ => true end) wide in
  let some := marks (flat_map fst threes) in
  let rest := filter (marked some) rest in
  let here := marks rest in
  forallb (fun r => is_empty b r &&
    let (us, them) := after b they r us them in let b := put b r they in
    forallb (fun q => negb (is_empty b q) || N.ltb q r && marked here q ||
      let (us, them) := after b they q us them in replay g me t enough (put b q they) us them me true plan)
      (with_it r threes)) rest.

(* `left`: the replies that the play stands for. Those that the step turns on are replayed alone. *)
Fixpoint cover (fuel : nat) (b : board) (us them wide : list lack) (turn : player) (free : bool) (plan left : list N) : bool :=
  match left, fuel with
  | [], _ => true
  | _, O => false
  | _, S fuel =>
    let mine := ones us in let theirs := ones them in
    let alone := alone b us them turn free plan in
    let apart := apart b us them turn free plan (marks (touched them)) left in
    let on p c free plan left := is_empty b c &&
      let (us, them) := after b p c us them in
      cover fuel (put b c p) us them (wider_next b p c wide) (other p) free plan left in
    let go c plan := is_cell t c && apart [c] (on me c free plan) in
    if same_player turn me then
      match mine, theirs with
      | c :: _, _ => apart [c] (fun _ => true)
      | [], d :: _ => go d plan
      | [], [] =>
        match (if free then fork_of us else None) with
        | Some (x, y, z) => apart [x; y; z] (fun _ => true)
        | None => match next_planned b me plan with [] => alone left | c :: plan => go c plan end
        end
      end
    else
      match theirs, mine with
      | _ :: _, _ => alone left
      | [], c :: others =>
        match find (fun d => negb (N.eqb c d)) others with
        | Some d => apart [c; d] (fun _ => true)
        | None => apart [c] (on they c free plan)
        end
      | [], [] =>
        match fork_of us with
        | None => alone left
        | Some (x, y, z) =>
          let replies := undouble [] (x :: y :: z :: map fst (twos them)) in
          apart [x; y; z] (fun rest =>
            forallb (fun q => on they q true plan rest) replies &&
            match rest with [] => true | _ => threes_hold b us them wide plan rest end)
        end
      end
  end.

Lemma in_rest (f : N -> bool) r l : In r (filter (fun r => negb (f r)) l) <-> In r l /\ f r = false.
Proof. rewrite filter_In, negb_true_iff. reflexivity. Qed.
Lemma not_turned step around r : turns_on step around r = false -> ~ In r step /\ ~ In r around.
Proof.
  unfold turns_on. intro H. apply orb_false_iff in H as [A B]. split; intro I; apply among_in in I; congruence.
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
Lemma theirs_none b r : stone b r = None -> completions g b they = [] -> ~ In r (touched (near 2 g b they)) ->
  completions g (put b r they) they = [].
Proof.
  intros E H N. destruct (completions g (put b r they) they) as [|c l] eqn:F; auto.
  assert (In c (completions g (put b r they) they)) as Z by (rewrite F; left; auto).
  apply completion_before in Z as [Z|[Z|Z]]; auto; try (rewrite H in Z; destruct Z).
  destruct N. apply (twos_exact g b they _ _ (near_exact 2 g b they)) in Z. eapply twos_touched; eauto.
Qed.

Definition ready (b : board) (left : list N) : Prop :=
  forall r, In r left -> stone b r = None /\ calm g me (put b r they).

Lemma alone_wins b us them turn free plan l r : ready b l -> current b us them ->
  alone b us them turn free plan l = true -> In r l -> win (put b r they, turn).
Proof.
  intros R U H I. unfold alone in H. rewrite forallb_forall in H. specialize (H r I). destruct (R r I) as [E K].
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

Lemma with_it_both r q l : In q (with_it r l) -> In r (with_it q l).
Proof.
  intro J. apply in_flat_map in J as (x & X & J). apply in_flat_map. exists x. split; [exact X|].
  destruct (among r (fst x)) eqn:A; [|destruct J]. apply among_in in A.
  unfold three_of in *. destruct (fst x) as [|c [|d [|e [|]]]]; try (destruct J; fail).
  assert (among q [c; d; e] = true) as -> by (apply among_in; exact J). exact A.
Qed.
Lemma threes_sound b us them wide plan rest r q : all_current b us them wide ->
  (forall r, In r rest -> stone b r = None /\ calm g me (put b r they) /\ completions g (put b r they) they = []) ->
  threes_hold b us them wide plan rest = true -> In r rest -> In q (with_it r (near 3 g b they)) ->
  stone (put b r they) q = None -> win (put (put b r they) q they, me).
Proof.
  intros [U W] O H I J Eq. unfold threes_hold in H. rewrite forallb_forall in H. cbv zeta in H.
  set (threes := filter (fun lr : lack => match three_of (fst lr) with [] => false | _ => true end) wide) in *.
  apply (members _ _ wide) in J; [|intro x; symmetry; apply W].
  assert (In q (with_it r threes)) as J'.
  { apply in_flat_map in J as (x & X & J). apply in_flat_map. exists x. split; [|exact J].
    apply filter_In. split; [exact X|]. destruct (among r (fst x)); [|destruct J]. destruct (three_of (fst x)); [destruct J|auto]. }
  set (here := filter (marked (marks (flat_map fst threes))) rest) in *.
  assert (Here : forall r q, In r rest -> In q (with_it r threes) -> In r here).
  { intros r' q' I' K. apply filter_In. split; [exact I'|]. rewrite marked_marks. apply among_in.
    apply in_flat_map in K as (x & X & K). apply in_flat_map. exists x. split; [exact X|].
    destruct (among r' (fst x)) eqn:A; [apply among_in, A|destruct K]. }
  assert (One : forall r q, In r rest -> In q (with_it r threes) -> stone (put b r they) q = None ->
    N.ltb q r && marked (marks here) q = false -> win (put (put b r they) q they, me)).
  { clear r q I J J' Eq. intros r q I J Eq S. destruct (O r I) as (Er & K & Nr).
    specialize (H r (Here r q I J)). apply andb_prop in H as [_ H].
    pose proof (next_up_to_date g me t T b they r us them U Er) as U1.
    destruct (after b they r us them) as [us1 them1]. rewrite forallb_forall in H. specialize (H q J).
    rewrite S, orb_false_r in H.
    apply orb_prop in H as [H|H]; [apply negb_true_iff in H; rewrite (proj2 (is_empty_true _ _) Eq) in H; discriminate|].
    pose proof (next_up_to_date g me t T _ they q us1 them1 U1 Eq) as U2.
    destruct (after (put b r they) they q us1 them1) as [us2 them2].
    eapply replay_sound; [exact G|exact T| |exact U2|exact H]. apply calm_reply; auto. }
  destruct (N.ltb q r && marked (marks here) q) eqn:S; [|apply One; auto].
  apply andb_prop in S as [S M]. apply N.ltb_lt in S. rewrite marked_marks in M. apply among_in, filter_In in M as [M _].
  assert (r <> q) as D by (intro; subst; exact (N.lt_irrefl _ S)). rewrite put_put by auto.
  apply One; auto using with_it_both.
  - destruct (O r I) as (Er & _). rewrite stone_put_other; auto.
  - assert (N.ltb r q = false) as -> by (apply N.ltb_ge, N.lt_le_incl, S). reflexivity.
Qed.

Theorem cover_sound fuel : forall b us them wide turn free plan left, ready b left -> all_current b us them wide ->
  cover fuel b us them wide turn free plan left = true -> forall r, In r left -> win (put b r they, turn).
Proof.
  induction fuel as [|fuel IH]; intros b us them wide turn free plan left R U H r I.
  { destruct left; [destruct I|discriminate]. }
  destruct left as [|r0 left0] eqn:L; [destruct I|]. cbn [cover] in H. rewrite <- L in *. clear r0 left0 L.
  set (alone := alone b us them turn free plan) in *.
  set (on := fun p c free plan left => is_empty b c &&
      let (us, them) := after b p c us them in cover fuel (put b c p) us them (wider_next b p c wide) (other p) free plan left) in *.
  set (around := touched them) in *.
  set (apart := apart b us them turn free plan (marks around) left) in *.
  assert (Both : forall step k, apart step k = alone (filter (turns_on step around) left) &&
    k (filter (fun r => negb (turns_on step around r)) left)) by (intros; subst apart; unfold Cover.apart; rewrite split_is; reflexivity).
  assert (Alone : alone left = true -> win (put b r they, turn)) by (intro A; eapply alone_wins; [exact R|apply U|exact A|exact I]).
  assert (Apart : forall step k, apart step k = true -> turns_on step around r = true -> win (put b r they, turn)).
  { intros step k A X. rewrite Both in A. apply andb_prop in A as [A _].
    eapply alone_wins; [apply ready_less, R|apply U|exact A|]. apply filter_In. auto. }
  assert (On : forall p c free plan l, on p c free plan l = true -> ready (put b c p) l ->
    stone b c = None /\ forall s, In s l -> win (put (put b c p) s they, other p)).
  { intros p c free' plan' l H' R'. apply andb_prop in H' as [E H']. apply is_empty_true in E. split; auto.
    pose proof (next_up_to_date g me t T b p c us them (proj1 U) E) as U'. destruct (after b p c us them) as [us' them'].
    eapply IH; [exact R'| |exact H']. split; [exact U'|]. apply wider_exact; [apply U|exact E]. }
  destruct (R r I) as [Er K]. pose proof U as [[Um Ut] _].
  pose proof (no_ones g b me us Um) as Nm. pose proof (no_ones g b they them Ut) as Nt.
  assert (Around : forall x, In x (touched (near 2 g b they)) <-> In x around) by (intro x; symmetry; apply members, Ut).
  assert (Fork : forall x y z, fork_of us = Some (x, y, z) -> real_fork (pairs g b me) (x, y, z)).
  { intros x y z E. apply fork_of_real in E as (Y & Z & D). repeat split; auto; apply (twos_exact g b me us); auto. }
  assert (Go : forall c plan', completions g b me = [] -> turn = me ->
    is_cell t c && apart [c] (on me c free plan') = true -> win (put b r they, turn)).
  { intros c plan' E X Q. apply andb_prop in Q as [C Q]. apply (is_cell_true g t c T) in C.
    destruct (turns_on [c] around r) eqn:Y; [exact (Apart _ _ Q Y)|]. rewrite Both in Q. apply andb_prop in Q as [_ W]. subst turn.
    assert (r <> c) as D by (apply not_turned in Y as [Y _]; cbn in Y; intuition congruence).
    assert (stone b c = None) as F by (apply andb_prop in W as [W _]; apply is_empty_true, W).
    apply (play_on b r c); auto. eapply On; [exact W| |apply in_rest; auto].
    apply ready_after; auto; [apply ready_less, R|].
    intros x J. apply in_rest in J as [_ J]. apply not_turned in J as [J _]. cbn in J. intuition congruence. }
  destruct (same_player turn me) eqn:S.
  - assert (turn = me) as Tm by (apply same_player_true, S).
    destruct (ones us) as [|c l] eqn:E.
    + specialize (Nm eq_refl). destruct (ones them) as [|d l'] eqn:E'; [|exact (Go d plan Nm Tm H)]. specialize (Nt eq_refl).
      destruct (if free then fork_of us else None) as [[[x y] z]|] eqn:F.
      * destruct (turns_on [x; y; z] around r) eqn:X; [exact (Apart _ _ H X)|]. subst turn.
        apply not_turned in X as [X X'].
        assert (fork_of us = Some (x, y, z)) as F' by (destruct free; [exact F|discriminate]).
        apply Fork in F' as (Y & Z & D).
        apply (fork_wins g me G _ (x, y, z)); auto.
        -- apply mine_none; auto.
        -- apply theirs_none; auto. rewrite Around. exact X'.
        -- repeat split; auto; (apply pair_stays; auto; intro W; apply X; subst; cbn; auto).
      * destruct (next_planned b me plan) as [|c plan']; [auto|exact (Go c plan' Nm Tm H)].
    + destruct (turns_on [c] around r) eqn:X; [exact (Apart _ _ H X)|]. subst turn.
      apply not_turned in X as [X _]. apply (win_at g me G _ c); auto.
      apply mine_stays; auto; [cbn in X; intuition congruence|].
      apply (ones_exact g b me us); auto. rewrite E. left. auto.
  - assert (turn = they) as Tm by (clear - S; destruct turn, me; cbn in *; congruence).
    destruct (ones them) as [|d l'] eqn:E'; [|auto]. specialize (Nt eq_refl).
    assert (None' : forall r, stone b r = None -> ~ In r around -> completions g (put b r they) they = [])
      by (intros x X Y; apply theirs_none; auto; rewrite Around; exact Y).
    pose proof other_they as Ot.
    destruct (ones us) as [|c others] eqn:E.
    + specialize (Nm eq_refl). destruct (fork_of us) as [[[x y] z]|] eqn:F; [|auto].
      destruct (turns_on [x; y; z] around r) eqn:X; [exact (Apart _ _ H X)|].
      rewrite Both in H. apply andb_prop in H as [_ H]. apply andb_prop in H as [H Tr]. subst turn.
      apply not_turned in X as [X X'].
      clear F. destruct (Fork x y z eq_refl) as (Y & Z & D).
      assert (r <> x /\ r <> y /\ r <> z) as (nx & ny & nz) by (repeat split; intro W; apply X; subst; cbn; auto).
      assert (real_fork (pairs g (put b r they) me) (x, y, z)) as F.
      { repeat split; auto; apply pair_stays; auto. }
      assert (In r (filter (fun r => negb (turns_on [x; y; z] around r)) left)) as Ir.
      { apply in_rest. split; auto. unfold turns_on. apply orb_false_iff. split.
        - destruct (among r [x; y; z]) eqn:W; auto. apply among_in in W. contradiction.
        - destruct (among r around) eqn:W; auto. apply among_in in W. contradiction. }
      assert (completions g (put b r they) they = []) as Nr by auto.
      apply (answer_all g me G); auto.
      { destruct (pair_cells g G _ _ _ _ Y) as (C & Ex & _). exists x. split; auto. rewrite stone_put_other; auto. }
      intros q C Eq. assert (q <> r) as nq by (intro; subst; rewrite stone_put_same in Eq; discriminate).
      assert (stone b q = None) as Eq' by (rewrite stone_put_other in Eq; auto).
      set (replies := undouble [] (x :: y :: z :: map fst (twos them))) in *.
      destruct (in_dec N.eq_dec q replies) as [J|J].
      * rewrite forallb_forall in H. specialize (H q J).
        rewrite put_put by auto. assert (win (put (put b q they) r they, other they)) as W; [|rewrite Ot in W; exact W].
        eapply On; [exact H| |exact Ir].
        apply ready_reply; auto; [apply ready_less, R|]. intros s Is. apply in_rest in Is as [Is T'].
        apply not_turned in T' as [T1 T2]. split; [|apply None'; auto; apply R, Is].
        intro; subst s. unfold replies in J. rewrite in_undoubled in J. cbn in J.
        destruct J as [J|[J|[J|J]]]; try (apply T1; subst; cbn; auto; fail).
        apply T2. apply in_map_iff in J as ([u v] & W & J). cbn in W. subst u. eapply twos_touched; eauto.
      * destruct (in_dec N.eq_dec q (with_it r (near 3 g b they))) as [J'|J'].
        -- set (rest := filter (fun r => negb (turns_on [x; y; z] around r)) left) in *.
           eapply threes_sound; [exact U| | |exact Ir|exact J'|exact Eq].
           ++ intros s Is. apply in_rest in Is as [Is T']. apply not_turned in T' as [_ T2]. destruct (R s Is). auto.
           ++ destruct rest; [destruct Ir|exact Tr].
        -- unfold replies in J. rewrite in_undoubled in J. cbn in J.
           apply (idle_reply_loses g me G (put b r they) x y z q); auto; try (intro; subst; apply J; auto; fail).
           ++ apply mine_none; auto.
           ++ intro W. apply in_map_iff in W as ([u v] & W & P). cbn in W. subst u.
              apply pair_before in P as [P|P]; auto. apply J. do 3 right. apply (in_map fst) with (x := (q, v)).
              apply (twos_exact g b they them); auto.
    + destruct (find (fun d => negb (N.eqb c d)) others) as [d|] eqn:F.
      * apply find_some in F as [Id F]. apply negb_true_iff, N.eqb_neq in F.
        destruct (turns_on [c; d] around r) eqn:X; [exact (Apart _ _ H X)|]. subst turn.
        apply not_turned in X as [X X'].
        apply (double g me G _ c d); auto; (apply mine_stays; auto; [intro; subst; apply X; cbn; auto|apply (ones_exact g b me us); auto; rewrite E; cbn; auto]).
      * destruct (turns_on [c] around r) eqn:X; [exact (Apart _ _ H X)|].
        rewrite Both in H. apply andb_prop in H as [_ H]. subst turn.
        assert (Ir : In r (filter (fun r => negb (turns_on [c] around r)) left)) by (apply in_rest; auto).
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
Definition line_threats_cover (g : board_game) (lines : bool) (t : PositiveMap.t (list lack)) (fuel : nat)
    (b : bytes) (c : claim) (p : board * player) (v : seen) (left : list N) : bool :=
  match whole (counted number) b with
  | Some plan =>
    lines && forallb (is_cell t) plan && same_player (snd p) (other (subject c)) &&
    forallb (fun r => is_empty (fst p) r && negb (among r (ends v))) left &&
    cover g (subject c) fuel t fuel (fst p) (others v) (movers v) (wider v) (subject c) false plan left
  | None => false end.
Theorem line_threats_cover_sound g t fuel b c p left : table_of g t -> board_result g (fst p) = None ->
  line_threats_cover g (of_lines g) t fuel b c p (see g p) left = true ->
  forall r, In r left -> forces (board_rules g) c (play (board_rules g) p r).
Proof.
  intros Tb E. unfold line_threats_cover. destruct (whole _ b) as [plan|]; [|discriminate]. intros H r I.
  rewrite !andb_true_iff in H. destruct H as [[[[G _] X] F] H]. destruct p as [bo turn]. cbn [fst snd] in *.
  apply same_player_true in X. subst turn.
  assert (ready g (subject c) bo left) as R.
  { intros x J. rewrite forallb_forall in F. specialize (F x J). apply andb_prop in F as [A B].
    apply is_empty_true in A. apply negb_true_iff, among_not in B. rewrite see_ends in B. cbn [fst snd] in B.
    split; [exact A|]. apply calm_unless; auto. apply goes_on_calm, E. }
  assert (all_current g (subject c) bo (others (see g (bo, other (subject c)))) (movers (see g (bo, other (subject c))))
    (wider (see g (bo, other (subject c))))) as U.
  { repeat split; cbn; try apply near_exact. all: replace (other (other (subject c))) with (subject c) by (destruct (subject c); reflexivity); auto. }
  pose proof (cover_sound g (subject c) G fuel t Tb _ _ _ _ _ _ _ _ _ R U H r I) as W.
  cbn. replace (other (other (subject c))) with (subject c) by (destruct (subject c); reflexivity).
  apply wins_or_not, W.
Qed.
