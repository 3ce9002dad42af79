(* Facts about games of stones that all evidence uses. *)
From Coq Require Import List NArith PArith FMapPositive Bool Lia.
From Quod Require Import Game Boards.
Import ListNotations.

Lemma key_injective c d : key c = key d -> c = d.
Proof. destruct c, d; cbn; congruence. Qed.
Lemma stone_put_same b c p : stone (put b c p) c = Some p.
Proof. apply PositiveMap.gss. Qed.
Lemma stone_put_other b c p d : d <> c -> stone (put b c p) d = stone b d.
Proof. intro n. apply PositiveMap.gso. intro H. apply n, key_injective, H. Qed.
Lemma is_of_true b p c : is_of b p c = true <-> stone b c = Some p.
Proof. unfold is_of. destruct (stone b c) as [[]|]; destruct p; simpl; split; congruence. Qed.
Lemma is_of_false b p c : is_of b p c = false <-> stone b c <> Some p.
Proof. rewrite <- is_of_true. destruct (is_of b p c); split; congruence. Qed.
Lemma is_empty_true b c : is_empty b c = true <-> stone b c = None.
Proof. unfold is_empty. destruct (stone b c); split; congruence. Qed.

Lemma fills_true b p r : fills b p r = true <->
  (forall c, In c (line r) -> stone b c = Some p) /\ (forall c, In c (border r) -> stone b c <> Some p).
Proof.
  unfold fills. rewrite andb_true_iff, !forallb_forall. split; intros [A B]; split; intros c I.
  - apply is_of_true, A, I.
  - apply is_of_false, negb_true_iff, B, I.
  - apply is_of_true, A, I.
  - apply negb_true_iff, is_of_false, B, I.
Qed.
Lemma has_row_true g b p : has_row g b p = true <-> exists r, In r (rows g) /\ fills b p r = true.
Proof. apply existsb_exists. Qed.

Lemma in_open g b c : In c (open_cells g b) <-> In c (cells g) /\ can_take g b c = true.
Proof. apply filter_In. Qed.
Lemma open_empty g b c : In c (open_cells g b) -> stone b c = None.
Proof. rewrite in_open. intros [_ H]. apply andb_prop in H as [H _]. apply is_empty_true, H. Qed.

(* The empty cells get fewer, so plays end. *)
Definition room (g : board_game) (b : board) : nat := length (filter (is_empty b) (cells g)).
Lemma fewer b c p l : stone b c = None ->
  (length (filter (is_empty (put b c p)) l) <= length (filter (is_empty b) l))%nat /\
  (In c l -> (length (filter (is_empty (put b c p)) l) < length (filter (is_empty b) l))%nat).
Proof.
  intro E. induction l as [|d l [IH1 IH2]]; cbn [filter]; [split; [auto|intros []]|].
  destruct (N.eq_dec d c) as [->|n].
  - assert (is_empty b c = true) as -> by (apply is_empty_true, E).
    assert (is_empty (put b c p) c = false) as -> by (unfold is_empty; rewrite stone_put_same; reflexivity).
    cbn. split; intros; lia.
  - assert (is_empty (put b c p) d = is_empty b d) as -> by (unfold is_empty; rewrite stone_put_other by auto; reflexivity).
    destruct (is_empty b d); cbn; (split; [lia|intros [H|H]; [congruence|specialize (IH2 H); lia]]).
Qed.
Lemma room_less g b c p : In c (open_cells g b) -> (room g (put b c p) < room g b)%nat.
Proof. intro I. apply fewer; [eapply open_empty; eauto|apply in_open in I; tauto]. Qed.

(* p has a stone on every row, so the other player will fill none. *)
Definition blocks (g : board_game) (b : board) (p : player) : bool :=
  forallb (fun r => existsb (is_of b p) (line r)) (rows g).
Lemma blocks_kept g b p c q : blocks g b p = true -> stone b c = None -> blocks g (put b c q) p = true.
Proof.
  unfold blocks. rewrite !forallb_forall. intros H E r I. specialize (H r I).
  rewrite existsb_exists in *. destruct H as (d & J & K). exists d. split; auto.
  apply is_of_true. apply is_of_true in K. rewrite stone_put_other; [exact K|congruence].
Qed.
Lemma blocked_row g b p : blocks g b p = true -> has_row g b (other p) = false.
Proof.
  intro H. destruct (has_row g b (other p)) eqn:E; auto. apply has_row_true in E as (r & I & F).
  unfold blocks in H. rewrite forallb_forall in H. specialize (H r I).
  apply existsb_exists in H as (c & J & K). apply is_of_true in K.
  apply fills_true in F as [F _]. rewrite (F c J) in K. destruct p; discriminate.
Qed.

Lemma not_lost g b p : has_row g b (other p) = false -> forall o, board_result g b = Some o -> fulfils (does_not_lose p) o.
Proof.
  intros H o. unfold board_result, fulfils, does_not_lose. cbn. destruct p; cbn in H; rewrite H.
  - destruct (has_row g b First); [|destruct (open_cells g b)]; intros [=<-]; discriminate.
  - destruct (has_row g b Second); [|destruct (open_cells g b)]; intros [=<-]; discriminate.
Qed.
Lemma going_on g b : board_result g b = None ->
  has_row g b First = false /\ has_row g b Second = false /\ open_cells g b <> [].
Proof.
  unfold board_result. destruct (has_row g b First); [discriminate|].
  destruct (has_row g b Second); [discriminate|]. destruct (open_cells g b); [discriminate|].
  intros _. repeat split; auto. discriminate.
Qed.

Lemma whoever_moves g c b t : board_result g b = None ->
  (forall m, In m (open_cells g b) -> forces (board_rules g) c (put b m t, other t)) ->
  forces (board_rules g) c (b, t).
Proof.
  intros R W. destruct (going_on _ _ R) as (_ & _ & N).
  assert ({t = subject c} + {t <> subject c}) as [T|T] by (destruct t, (subject c); (left + right); congruence).
  - destruct (open_cells g b) as [|m l] eqn:M; [congruence|].
    apply (choice (board_rules g) c (b, t) m); cbn; auto; [rewrite M; left; auto|apply W; left; auto].
  - apply replies; cbn; auto.
Qed.

Theorem blocks_sound g p b t : blocks g b p = true -> forces (board_rules g) (does_not_lose p) (b, t).
Proof.
  remember (room g b) as n eqn:E. revert b t E.
  induction n as [n IH] using (well_founded_induction Wf_nat.lt_wf). intros b t -> B.
  destruct (board_result g b) as [o|] eqn:R.
  - apply (over (board_rules g) _ (b, t) o); [exact R|]. eapply not_lost; [apply blocked_row, B|exact R].
  - apply whoever_moves; auto. intros m I. eapply IH; [apply room_less; exact I|reflexivity|].
    apply blocks_kept; [exact B|eapply open_empty; exact I].
Qed.

(* Over as claimed, or decided so; `early` where the game's page says that such claims are decided before the end. *)
Definition fulfilled (c : claim) (o : outcome) : bool :=
  match aim c, o with
  | Wins, Won p => same_player p (subject c)
  | Wins, Draw => false
  | DoesNotLose, Won p => same_player p (subject c)
  | DoesNotLose, Draw => true
  end.
Lemma fulfilled_true c o : fulfilled c o = true -> fulfils c o.
Proof. destruct c as [[] []], o as [[]|]; cbn; congruence. Qed.
Definition board_decided (early : bool) (g : board_game) (c : claim) (p : board * player) : bool :=
  match aim c with DoesNotLose => early && blocks g (fst p) (subject c) | Wins => false end.
Definition board_sure (early : bool) (g : board_game) (c : claim) (p : board * player) : bool :=
  match board_result g (fst p) with Some o => fulfilled c o | None => board_decided early g c p end.
Theorem board_sure_sound early g c p : board_sure early g c p = true -> forces (board_rules g) c p.
Proof.
  destruct p as [b t]. unfold board_sure. cbn [fst]. destruct (board_result g b) as [o|] eqn:R.
  - intro H. apply (over (board_rules g) _ (b, t) o); [exact R|apply fulfilled_true, H].
  - destruct c as [p []]; cbn; [discriminate|]. intro H. apply andb_prop in H as [_ H]. apply blocks_sound, H.
Qed.
