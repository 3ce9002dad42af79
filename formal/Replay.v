(* The replay of a list of line threats, and its soundness: section 6 of docs/trust.md, one reply at a time. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Lists Game Stream Boards BoardFacts BoardMaps Threats Near.
Import ListNotations.

(* A game of lines: every empty cell can be taken, and no row has a cell on its own border. *)
Definition of_lines (g : board_game) : bool :=
  on_board g && forallb (fun c => match below g c with None => true | Some _ => false end) (cells g)
  && forallb (fun r => forallb (fun c => negb (among c (border r))) (line r)) (rows g).

Definition fork : Type := N * N * N.
(* A cell that is lacking together with x, and is not y. *)
Fixpoint partner (x y : N) (l : list lack) : option N :=
  match l with
  | [] => None
  | ([c; d], _) :: l =>
    if N.eqb c x then if N.eqb d y then partner x y l else Some d
    else if N.eqb d x then if N.eqb c y then partner x y l else Some c
    else partner x y l
  | _ :: l => partner x y l
  end.
Fixpoint fork_of (l : list lack) : option fork :=
  match l with
  | [] => None
  | ([x; y], _) :: l =>
    match partner x y l with
    | Some z => Some (x, y, z)
    | None => match partner y x l with Some z => Some (y, x, z) | None => fork_of l end
    end
  | _ :: l => fork_of l
  end.
Definition real_fork (l : list (N * N)) (f : fork) : Prop :=
  let '(x, y, z) := f in In (x, y) l /\ In (x, z) l /\ y <> z.
Lemma partner_is x y l z : partner x y l = Some z -> In (x, z) (twos l) /\ y <> z.
Proof.
  induction l as [|[w r] l IH]; [discriminate|]. destruct w as [|c [|d [|e w]]]; cbn [partner twos]; auto.
  destruct (N.eqb_spec c x) as [->|n].
  - destruct (N.eqb_spec d y) as [->|n']; [intro H; apply IH in H; cbn; tauto|]. intros [=<-]. cbn. auto.
  - destruct (N.eqb_spec d x) as [->|n'']; [|intro H; apply IH in H; cbn; tauto].
    destruct (N.eqb_spec c y) as [->|n']; [intro H; apply IH in H; cbn; tauto|]. intros [=<-]. cbn. auto.
Qed.
Lemma fork_of_real l f : fork_of l = Some f -> real_fork (twos l) f.
Proof.
  induction l as [|[w r] l IH]; [discriminate|].
  assert (fork_of l = Some f -> real_fork (twos ((w, r) :: l)) f) as Skip.
  { intro H. apply IH in H. destruct f as [[x y] z]. unfold real_fork in *.
    destruct w as [|c [|d [|e w]]]; cbn [twos]; cbn [In]; intuition. }
  destruct w as [|x [|y [|e w]]]; cbn [fork_of]; auto.
  destruct (partner x y l) as [z|] eqn:P; [|destruct (partner y x l) as [z|] eqn:Q; [|exact Skip]].
  - intros [=<-]. apply partner_is in P. cbn. tauto.
  - intros [=<-]. apply partner_is in Q. cbn. tauto.
Qed.

Fixpoint next_planned (b : board) (p : player) (l : list N) : list N :=
  match l with [] => [] | c :: rest => if is_of b p c then next_planned b p rest else l end.

Section Replay.
Variables (g : board_game) (me : player).
Hypothesis G : of_lines g = true.
Notation they := (other me).
Notation win := (forces (board_rules g) (wins me)).

(* What each player lacks: `ours` and `theirs` are kept up to date from stone to stone. *)
Variable t : PositiveMap.t (list lack).
Hypothesis T : table_of g t.
Definition up_to_date (b : board) (ours theirs : list lack) : Prop := exact 2 g b me ours /\ exact 2 g b they theirs.
Definition ours_and_theirs (b : board) (p : player) (c : N) (ours theirs : list lack) : list lack * list lack :=
  if same_player p me then (own_next 2 g t b p c ours, other_next c theirs)
  else (other_next c ours, own_next 2 g t b p c theirs).

(* `free`: the other player has had a free reply. *)
Fixpoint replay (fuel : nat) (b : board) (near_us near_them : list lack) (turn : player) (free : bool) (plan : list N) : bool :=
  match fuel with O => false | S fuel =>
  let mine := ones near_us in let theirs := ones near_them in
  let next p c free plan :=
    let (us, them) := ours_and_theirs b p c near_us near_them in replay fuel (put b c p) us them (other p) free plan in
  let go c plan := is_cell t c && is_empty b c && next me c free plan in
  if same_player turn me then
    match mine, theirs with
    | _ :: _, _ => true
    | [], d :: _ => go d plan
    | [], [] =>
      if (if free then match fork_of near_us with Some _ => true | None => false end else false) then true else
      match next_planned b me plan with [] => false | c :: plan => go c plan end
    end
  else
    match theirs, mine with
    | _ :: _, _ => false
    | [], c :: rest =>
      if existsb (fun d => negb (N.eqb c d)) rest then true else
      is_empty b c && next they c free plan
    | [], [] =>
      match fork_of near_us with
      | None => false
      | Some (x, y, z) =>
        let replies := undouble [] (x :: y :: z :: map fst (twos near_them)) in
        forallb (fun r => is_empty b r && next they r true plan) replies
      end
    end
  end.

(* ---- soundness ---- *)
Lemma apart r c : In r (rows g) -> In c (line r) -> ~ In c (border r).
Proof.
  intros I J K. unfold of_lines in G. apply andb_prop in G as [_ H]. rewrite forallb_forall in H.
  specialize (H r I). rewrite forallb_forall in H. specialize (H c J). apply negb_true_iff, among_not in H. contradiction.
Qed.
Lemma board_ok : on_board g = true.
Proof. unfold of_lines in G. apply andb_prop in G as [H _]. apply andb_prop in H as [H _]. exact H. Qed.
Lemma open_if_empty b c : In c (cells g) -> stone b c = None -> In c (open_cells g b).
Proof.
  intros I E. apply in_open. split; auto. unfold can_take. apply andb_true_intro. split; [apply is_empty_true, E|].
  unfold of_lines in G. apply andb_prop in G as [H _]. apply andb_prop in H as [_ H].
  rewrite forallb_forall in H. specialize (H c I). destruct (below g c); [discriminate|auto].
Qed.
Lemma lacks_cell b p l c : lacks g b p l -> In c l -> In c (cells g) /\ stone b c = None.
Proof.
  intros (r & I & M & _ & F) J. split; [|apply F, J]. subst l. apply in_missing in J as [J _].
  exact (row_on_board g board_ok r c I (or_introl J)).
Qed.
Lemma completion_cell b p c : In c (completions g b p) -> In c (cells g) /\ stone b c = None.
Proof. intro H. apply completion_lacks in H. eapply lacks_cell; [exact H|left; auto]. Qed.
Lemma pair_cells b p x y : In (x, y) (pairs g b p) -> In x (cells g) /\ stone b x = None /\ In y (cells g) /\ stone b y = None.
Proof.
  intro H. apply pair_lacks in H as [H|H]; (destruct (lacks_cell _ _ _ x H), (lacks_cell _ _ _ y H); cbn; auto).
Qed.
Lemma pair_differs b p x y : In (x, y) (pairs g b p) -> x <> y.
Proof.
  intros H E. subst y. apply pair_lacks in H as [H|H]; destruct H as (r & _ & M & _);
    pose proof (missing_distinct b p r) as U; rewrite M in U; inversion U as [|? ? N _]; apply N; left; auto.
Qed.

Definition calm (b : board) : Prop := has_row g b me = false /\ has_row g b they = false.
Lemma calm_none b c : calm b -> In c (cells g) -> stone b c = None -> board_result g b = None.
Proof.
  intros [A B] I E. unfold board_result.
  assert (has_row g b First = false /\ has_row g b Second = false) as [-> ->] by (clear - A B; destruct me; auto).
  pose proof (open_if_empty b c I E) as J. destruct (open_cells g b); [destruct J|reflexivity].
Qed.
Lemma they_not_me : they <> me.
Proof. destruct me; discriminate. Qed.
Lemma me_not_they : me <> they.
Proof. destruct me; discriminate. Qed.

Lemma play_it b c : calm b -> In c (cells g) -> stone b c = None -> win (put b c me, they) -> win (b, me).
Proof.
  intros K I E W. apply (choice (board_rules g) (wins me) (b, me) c); cbn; auto; [eapply calm_none; eauto|apply open_if_empty; auto].
Qed.
Lemma win_at b c : calm b -> In c (completions g b me) -> win (b, me).
Proof.
  intros K H. destruct (completion_cell _ _ _ H) as [I E]. apply play_it with (c := c); auto.
  apply (over (board_rules g) (wins me) (put b c me, they) (Won me)); [|reflexivity].
  destruct (completion_fills _ _ _ _ H) as [[_ F]|(r & J & B & L)]; [|destruct (apart r c J L B)].
  destruct K as [_ B]. pose proof (no_row_other g b they me c they_not_me E B) as B'.
  cbn. unfold board_result. clear - F B'. destruct me; cbn in B'; rewrite ?F, ?B'; auto.
Qed.
Lemma answer_all b : calm b -> (exists c, In c (cells g) /\ stone b c = None) ->
  (forall r, In r (cells g) -> stone b r = None -> win (put b r they, me)) -> win (b, they).
Proof.
  intros K (c & I & E) H. apply replies; cbn.
  - eapply calm_none; eauto.
  - exact they_not_me.
  - pose proof (open_if_empty b c I E) as J. intro Z. rewrite Z in J. destruct J.
  - intros r J. rewrite (ltac:(destruct me; reflexivity) : other they = me).
    apply H; [apply in_open in J; tauto|eapply open_empty; eauto].
Qed.
Lemma calm_unless b r : calm b -> ~ In r (completions g b they) -> stone b r = None -> calm (put b r they).
Proof.
  intros [A B] E N. split; [apply no_row_other; auto; exact me_not_they|apply fills_no_row; auto].
Qed.
Lemma calm_reply b r : calm b -> completions g b they = [] -> stone b r = None -> calm (put b r they).
Proof. intros K E. apply calm_unless; auto. rewrite E. intros []. Qed.
Lemma calm_move b c : calm b -> completions g b me = [] -> stone b c = None -> calm (put b c me).
Proof.
  intros [A B] E N. split; [apply fills_no_row; auto; rewrite E; intros []|apply no_row_other; auto; exact they_not_me].
Qed.
Lemma missed b c r : calm b -> completions g b they = [] -> In c (completions g b me) -> stone b r = None -> r <> c ->
  win (put b r they, me).
Proof.
  intros K E H N D. apply win_at with (c := c); [apply calm_reply; auto|].
  apply completion_lacks. apply completion_lacks in H. apply lacks_other; auto; [exact me_not_they|].
  intros [Z|[]]. congruence.
Qed.
Lemma double b c d : calm b -> completions g b they = [] -> In c (completions g b me) -> In d (completions g b me) ->
  c <> d -> win (b, they).
Proof.
  intros K E C D n. apply answer_all; auto; [exists c; eapply completion_cell; eauto|].
  intros r I N. destruct (N.eq_dec r c) as [->|m]; [eapply missed with (c := d); eauto|eapply missed with (c := c); eauto].
Qed.
Lemma none_by_other b p q r : p <> q -> stone b r = None -> completions g b p = [] -> completions g (put b r q) p = [].
Proof.
  intros D N E. destruct (completions g (put b r q) p) as [|c l] eqn:F; auto.
  assert (In c (completions g (put b r q) p)) as H by (rewrite F; left; auto).
  apply completion_lacks, lacks_other_back, completion_lacks in H; auto. rewrite E in H. destruct H.
Qed.

(* Lemma (1): a fork wins for the player to move, where nobody has a completion. *)
Theorem fork_wins b f : calm b -> completions g b me = [] -> completions g b they = [] ->
  real_fork (pairs g b me) f -> win (b, me).
Proof.
  destruct f as [[x y] z]. intros K E E' (Y & Z & D). destruct (pair_cells _ _ _ _ Y) as (Ix & Nx & _ & _).
  apply play_it with (c := x); auto. apply double with (c := y) (d := z); auto.
  - apply calm_move; auto.
  - apply none_by_other; auto. exact they_not_me.
  - apply half_of_pair; auto; [eapply pair_differs; eauto|intros r J d L; exact (apart r d J L)].
  - apply half_of_pair; auto; [eapply pair_differs; eauto|intros r J d L; exact (apart r d J L)].
Qed.
(* Lemma (2): of the replies to a fork only these matter. *)
Theorem idle_reply_loses b x y z r : calm b -> completions g b me = [] -> completions g b they = [] ->
  real_fork (pairs g b me) (x, y, z) -> stone b r = None -> r <> x -> r <> y -> r <> z ->
  ~ In r (map fst (pairs g b they)) -> win (put b r they, me).
Proof.
  intros K E E' (Y & Z & D) N nx ny nz O.
  assert (P : forall u, r <> u -> In (x, u) (pairs g b me) -> In (x, u) (pairs g (put b r they) me)).
  { intros u n H. apply pair_lacks. apply pair_lacks in H.
    destruct H as [H|H]; [left|right]; (apply lacks_other; auto; [exact me_not_they|intros [A|[A|[]]]; congruence]). }
  apply fork_wins with (f := (x, y, z)).
  - apply calm_reply; auto.
  - apply none_by_other; auto. exact me_not_they.
  - destruct (completions g (put b r they) they) as [|c l] eqn:F; auto.
    assert (In c (completions g (put b r they) they)) as H by (rewrite F; left; auto).
    apply completion_before in H as [H|[H|H]]; auto; [rewrite E' in H; destruct H|rewrite E' in H; destruct H|].
    destruct O. exact (in_map fst _ _ H).
  - repeat split; auto.
Qed.

Lemma same_player_true p q : same_player p q = true -> p = q.
Proof. destruct p, q; cbn; congruence. Qed.

Lemma next_up_to_date b p c us them : up_to_date b us them -> stone b c = None ->
  let (us', them') := ours_and_theirs b p c us them in up_to_date (put b c p) us' them'.
Proof.
  intros [A B] E. unfold ours_and_theirs. destruct (same_player p me) eqn:S.
  - apply same_player_true in S. subst p. split; [apply own_exact|apply other_exact]; auto. exact they_not_me.
  - assert (p = they) as -> by (clear - S; destruct p, me; cbn in *; congruence).
    split; [apply other_exact|apply own_exact]; auto. exact me_not_they.
Qed.

Theorem replay_sound fuel : forall b us them turn free plan, calm b -> up_to_date b us them ->
  replay fuel b us them turn free plan = true -> win (b, turn).
Proof.
  induction fuel as [|fuel IH]; intros b us them turn free plan K U; cbn [replay]; [discriminate|].
  assert (Next : forall p c free plan, stone b c = None -> calm (put b c p) ->
    (let (us', them') := ours_and_theirs b p c us them in replay fuel (put b c p) us' them' (other p) free plan) = true ->
    win (put b c p, other p)).
  { intros p c free' plan' E K'. pose proof (next_up_to_date b p c us them U E) as U'.
    destruct (ours_and_theirs b p c us them) as [us' them']. intro H. eapply IH; eauto. }
  destruct U as [Um Ut]. pose proof (no_ones g b me us Um) as Nm. pose proof (no_ones g b they them Ut) as Nt.
  assert (M : forall c plan, completions g b me = [] -> is_cell t c && is_empty b c &&
    (let (us', them') := ours_and_theirs b me c us them in replay fuel (put b c me) us' them' they free plan) = true ->
    win (b, me)).
  { intros c plan' E H. rewrite !andb_true_iff in H. destruct H as [[I N] R].
    apply (is_cell_true g t c T) in I. apply is_empty_true in N. apply play_it with (c := c); auto.
    apply (Next me c free plan'); auto. apply calm_move; auto. }
  assert (F : forall f, fork_of us = Some f -> real_fork (pairs g b me) f).
  { intros [[x y] z] E. apply fork_of_real in E as (Y & Z & D). repeat split; auto; apply (twos_exact g b me us); auto. }
  destruct (same_player turn me) eqn:S.
  - apply same_player_true in S. subst turn. destruct (ones us) as [|c l] eqn:E.
    2: { intros _. apply win_at with (c := c); auto. apply (ones_exact g b me us); auto. rewrite E. left. reflexivity. }
    destruct (ones them) as [|d l'] eqn:E'.
    + destruct free; [destruct (fork_of us) as [f|] eqn:Ff|].
      * intros _. eapply fork_wins; eauto.
      * destruct (next_planned b me plan); [discriminate|apply M; auto].
      * destruct (next_planned b me plan); [discriminate|apply M; auto].
    + apply M; auto.
  - assert (turn = they) as -> by (clear - S; destruct turn, me; cbn in *; congruence).
    assert (other they = me) as O by (destruct me; reflexivity).
    destruct (ones them) eqn:E'; [|discriminate]. specialize (Nt eq_refl).
    destruct (ones us) as [|c l] eqn:E.
    + specialize (Nm eq_refl).
      destruct (fork_of us) as [[[x y] z]|] eqn:Ff; [|discriminate]. clear Ff. pose proof (F _ eq_refl) as Ff. intro H.
      rewrite forallb_forall in H. apply answer_all; auto.
      * exists x. destruct Ff as (Y & _). destruct (pair_cells _ _ _ _ Y) as (? & ? & _). auto.
      * intros r I N. set (l := undouble [] (x :: y :: z :: map fst (twos them))) in *.
        destruct (in_dec N.eq_dec r l) as [J|J].
        -- specialize (H r J). apply andb_prop in H as [_ H]. apply Next in H; auto; [rewrite O in H; exact H|].
           apply calm_reply; auto.
        -- unfold l in J. rewrite in_undoubled in J. cbn in J.
           apply idle_reply_loses with (x := x) (y := y) (z := z); auto; try (intro; subst; apply J; auto; fail).
           intro W. apply J. do 3 right. apply in_map_iff in W as (u & W & P). apply in_map_iff. exists u. split; auto.
           apply (twos_exact g b they them); auto.
    + assert (In c (completions g b me)) as C by (apply (ones_exact g b me us); auto; rewrite E; left; auto).
      destruct (existsb _ l) eqn:X.
      * intros _. apply existsb_exists in X as (d & D & n). apply negb_true_iff, N.eqb_neq in n.
        apply double with (c := c) (d := d); auto. apply (ones_exact g b me us); auto. rewrite E. right. exact D.
      * intro H. rewrite !andb_true_iff in H. destruct H as [_ H].
        apply answer_all; auto; [exists c; eapply completion_cell; eauto|].
        intros r I N. destruct (N.eq_dec r c) as [->|n].
        -- apply Next in H; auto; [rewrite O in H; exact H|apply calm_reply; auto].
        -- eapply missed; eauto.
Qed.
End Replay.

(* A win implies both claims that the kind shows. *)
Lemma a_win_does_not_lose g who p : forces g (wins who) p -> forces g (does_not_lose who) p.
Proof.
  induction 1 as [p o R F|p m R T I W IH|p R T N W IH].
  - eapply over; [exact R|]. cbn in *. subst o. destruct who; discriminate.
  - eapply choice; eauto.
  - apply replies; auto.
Qed.

(* What is worked out once about a position: the rows of which each player lacks one or two cells, those of which
   the player to move lacks up to three, and the cells on which that player fills a row. *)
Record seen := { movers : list lack; others : list lack; wider : list lack; ends : list N }.
Definition see (g : board_game) (p : board * player) : seen :=
  let l := near 2 g (fst p) (snd p) in
  {| movers := l; others := near 2 g (fst p) (other (snd p)); wider := near 3 g (fst p) (snd p); ends := ones l |}.
Lemma see_ends g p c : In c (ends (see g p)) <-> In c (completions g (fst p) (snd p)).
Proof. apply ones_exact, near_exact. Qed.
Lemma goes_on_calm g me b : board_result g b = None -> calm g me b.
Proof. intro H. apply going_on in H as (A & B & _). unfold calm. destruct me; auto. Qed.
Lemma wins_or_not c g p : forces g (wins (subject c)) p -> forces g c p.
Proof. destruct c as [who []]; intro W; [exact W|apply a_win_does_not_lose, W]. Qed.

(* `fuel`: more than there are cells. *)
Definition line_threats (g : board_game) (lines : bool) (t : PositiveMap.t (list lack)) (fuel : nat)
    (b : bytes) (c : claim) (p : board * player) : bool :=
  match whole (counted number) b with
  | Some plan =>
    lines && forallb (is_cell t) plan && match board_result g (fst p) with Some _ => false | None => true end &&
    replay g (subject c) t fuel (fst p) (near 2 g (fst p) (subject c)) (near 2 g (fst p) (other (subject c)))
      (snd p) false plan
  | None => false end.
Theorem line_threats_sound g t fuel b c p : table_of g t -> line_threats g (of_lines g) t fuel b c p = true -> forces (board_rules g) c p.
Proof.
  intro T. unfold line_threats. destruct (whole _ b) as [plan|]; [|discriminate]. intro H.
  rewrite !andb_true_iff in H. destruct H as [[[G _] S] R].
  destruct p as [bo turn]. cbn [fst snd] in *. destruct (board_result g bo) eqn:E; [discriminate|].
  apply wins_or_not. eapply replay_sound; [exact G|exact T|apply goes_on_calm, E| |exact R]. split; apply near_exact.
Qed.
(* The same after the other player's reply m in p. *)
Definition line_threats_after (g : board_game) (lines : bool) (t : PositiveMap.t (list lack)) (fuel : nat)
    (b : bytes) (c : claim) (p : board * player) (v : seen) (m : N) : bool :=
  match whole (counted number) b with
  | Some plan =>
    lines && forallb (is_cell t) plan && same_player (snd p) (other (subject c)) &&
    is_empty (fst p) m && negb (among m (ends v)) &&
    let (us, them) := ours_and_theirs g (subject c) t (fst p) (snd p) m (others v) (movers v) in
    replay g (subject c) t fuel (put (fst p) m (snd p)) us them (subject c) false plan
  | None => false end.
Theorem line_threats_after_sound g t fuel b c p m : table_of g t -> board_result g (fst p) = None ->
  line_threats_after g (of_lines g) t fuel b c p (see g p) m = true -> forces (board_rules g) c (play (board_rules g) p m).
Proof.
  intros T E. unfold line_threats_after. destruct (whole _ b) as [plan|]; [|discriminate]. intro H.
  rewrite !andb_true_iff in H. destruct H as [[[[[G _] S] N] A] R]. destruct p as [bo turn]. cbn [fst snd] in *.
  apply same_player_true in S. subst turn. apply is_empty_true in N. apply negb_true_iff, among_not in A.
  rewrite see_ends in A. cbn [fst snd] in A. apply wins_or_not.
  assert (up_to_date g (subject c) bo (others (see g (bo, other (subject c)))) (movers (see g (bo, other (subject c))))) as U.
  { split; cbn; [|apply near_exact]. replace (other (other (subject c))) with (subject c) by (destruct (subject c); reflexivity).
    apply near_exact. }
  pose proof (next_up_to_date g (subject c) t T bo (other (subject c)) m _ _ U N) as U'.
  destruct (ours_and_theirs _ _ _ _ _ _ _ _) as [us them].
  cbn. replace (other (other (subject c))) with (subject c) by (destruct (subject c); reflexivity).
  eapply replay_sound; [exact G|exact T| |exact U'|exact R]. apply calm_unless; auto. apply goes_on_calm, E.
Qed.
