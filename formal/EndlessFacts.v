(* The words of Endless.v mean what they should, and agree with those of Game.v where play cannot go on for ever. *)
From Coq Require Import List NArith Lia Wf_nat.
From Quod Require Import Game Sense Endless.
Import ListNotations.

Scheme forces_or_all := Minimality for forces_or Sort Prop
  with goes_well_all := Minimality for goes_well Sort Prop.

(* What can be forced can be forced with leave to repeat. *)
Lemma forces_is_or g c may back p : forces g c p -> forces_or g c may back p.
Proof.
  induction 1; [eapply or_over; eauto|eapply or_choice; eauto; apply on; auto|].
  apply or_replies; auto. intros m I. apply on. auto.
Qed.
Lemma or_is_forces g c (may : position g -> position g -> Prop) back p : (forall p q, may p q -> False) -> forces_or g c may back p -> forces g c p.
Proof.
  intro never. revert p.
  apply (forces_or_all g c may back (fun p => forces g c p) (fun _ q => forces g c q)).
  - intros. eapply over; eauto.
  - intros. eapply choice; eauto.
  - intros. apply replies; auto.
  - auto.
  - intros p q M. destruct (never p q M).
Qed.
Lemma keep_is_forces g c (may : position g -> position g -> Prop) p : (forall p q, may p q -> False) -> can_keep g c may p -> forces g c p.
Proof. intros never (back & _ & H). eapply or_is_forces; eauto. Qed.

Lemma or_wider g c (may may' : position g -> position g -> Prop) back p : (forall p q, may p q -> may' p q) ->
  forces_or g c may back p -> forces_or g c may' back p.
Proof.
  intro W. revert p.
  apply (forces_or_all g c may back (forces_or g c may' back) (goes_well g c may' back)).
  - intros. eapply or_over; eauto.
  - intros. eapply or_choice; eauto.
  - intros. apply or_replies; auto.
  - intros. apply on; auto.
  - intros. apply again; auto.
Qed.
Lemma keep_wider g c (may may' : position g -> position g -> Prop) p : (forall p q, may p q -> may' p q) -> can_keep g c may p -> can_keep g c may' p.
Proof. intros W (back & A & B). exists back. split; [intros q I|]; eapply or_wider; eauto. Qed.

Lemma goes_on g c may back p : forces_or g c may back p -> result g p = None ->
  (to_move g p = subject c /\ exists m, In m (moves g p) /\ goes_well g c may back p (play g p m)) \/
  (to_move g p <> subject c /\ forall m, In m (moves g p) -> goes_well g c may back p (play g p m)).
Proof. intros [q o R F|q m R T I H|q R T N H] E; [congruence|left; eauto|right; auto]. Qed.
Lemma is_over g c may back p o : forces_or g c may back p -> result g p = Some o -> fulfils c o.
Proof. intros [q o' R F|q m R|q R] E; congruence. Qed.

(* The rules' promise: a move stays in its class or goes to a later one, and there is a last class. *)
Definition in_order (e : endless_rules) : Prop :=
  (forall p m, result (each e) p = None -> In m (moves (each e) p) -> (class e p <= class e (play (each e) p m))%N) /\
  exists last, forall p, (class e p <= last)%N.

Lemma not_both_ends who o : fulfils (wins who) o -> fulfils (does_not_lose (other who)) o -> False.
Proof. cbn. intros -> H. destruct who; apply H; reflexivity. Qed.

Section NotBoth.
Variables (e : endless_rules) (who : player).
Notation g := (each e).
Notation W := (wins who).
Notation D := (does_not_lose (other who)).
Hypothesis O : in_order e.
Variables backW backD : position g -> Prop.
Hypothesis keepsW : forall q, backW q -> forces_or g W (stays e W) backW q.
Hypothesis keepsD : forall q, backD q -> forces_or g D (stays e D) backD q.
Notation forcesW := (forces_or g W (stays e W) backW).
Notation forcesD := (forces_or g D (stays e D) backD).

(* Both at once lead to a move after which both hold again. *)
Lemma well_is q p : goes_well g W (stays e W) backW q p -> forcesW p.
Proof. intros [? ? H|? ? _ H]; auto. Qed.
Lemma well_is' q p : goes_well g D (stays e D) backD q p -> forcesD p.
Proof. intros [? ? H|? ? _ H]; auto. Qed.

Lemma winner_moves p : forcesW p -> forcesD p -> result g p = None -> to_move g p = who ->
  (exists m, In m (moves g p) /\ goes_well g W (stays e W) backW p (play g p m)) /\
  (forall m, In m (moves g p) -> goes_well g D (stays e D) backD p (play g p m)).
Proof.
  intros A B R T. split.
  - destruct (goes_on _ _ _ _ _ A R) as [(_ & H)|(N & _)]; [exact H|destruct (N T)].
  - destruct (goes_on _ _ _ _ _ B R) as [(E & _)|(_ & H)]; [|exact H].
    cbn in E. rewrite T in E. symmetry in E. destruct (not_the_other _ E).
Qed.
Lemma loser_moves p : forcesW p -> forcesD p -> result g p = None -> to_move g p <> who ->
  (forall m, In m (moves g p) -> goes_well g W (stays e W) backW p (play g p m)) /\
  (exists m, In m (moves g p) /\ goes_well g D (stays e D) backD p (play g p m)).
Proof.
  intros A B R T. split.
  - destruct (goes_on _ _ _ _ _ A R) as [(E & _)|(_ & H)]; [destruct (T E)|exact H].
  - destruct (goes_on _ _ _ _ _ B R) as [(_ & H)|(N & _)]; [exact H|].
    destruct T. apply one_or_the_other. exact N.
Qed.

Definition never_both p := forcesW p -> forcesD p -> False.
Definition later (k : N) := forall p, (k < class e p)%N -> never_both p.

(* In a class where the win may not be put off, it comes nearer. *)
Lemma win_comes k : later k -> ~ fulfils W (for_ever e k) -> forall p, forcesW p -> class e p = k -> forcesD p -> False.
Proof.
  intros L N.
  refine (forces_or_all g W (stays e W) backW (fun p => class e p = k -> forcesD p -> False)
    (fun p q => class e p = k -> (k <= class e q)%N -> forcesD q -> False) _ _ _ _ _).
  - intros p o R F _ B. eapply not_both_ends; [exact F|eapply is_over; [exact B|exact R]].
  - intros p m R T I H IH E B. apply (IH E).
    + rewrite <- E. apply O; auto.
    + assert (forcesW p) as A by (eapply or_choice; eauto).
      destruct (winner_moves p A B R T) as [_ K]. eapply well_is'; eauto.
  - intros p R T M H IH E B.
    assert (forcesW p) as A by (apply or_replies; auto).
    destruct (loser_moves p A B R T) as [_ (m & I & K)].
    apply (IH m I E); [rewrite <- E; apply O; auto|eapply well_is'; eauto].
  - intros p q A IH E Le B. destruct (N.eq_dec (class e q) k) as [Q|Q]; [exact (IH Q B)|].
    apply (L q); auto. lia.
  - intros p q [_ F] _ E _ _. apply N. rewrite <- E. exact F.
Qed.
(* In a class where the draw may not be put off, that comes nearer. *)
Lemma draw_comes k : later k -> ~ fulfils D (for_ever e k) -> forall p, forcesD p -> class e p = k -> forcesW p -> False.
Proof.
  intros L N.
  refine (forces_or_all g D (stays e D) backD (fun p => class e p = k -> forcesW p -> False)
    (fun p q => class e p = k -> (k <= class e q)%N -> forcesW q -> False) _ _ _ _ _).
  - intros p o R F _ A. eapply not_both_ends; [eapply is_over; [exact A|exact R]|exact F].
  - intros p m R T I H IH E A. apply (IH E).
    + rewrite <- E. apply O; auto.
    + assert (forcesD p) as B by (eapply or_choice; eauto).
      assert (to_move g p <> who) as T' by (cbn in T; rewrite T; apply not_the_other).
      destruct (loser_moves p A B R T') as [K _]. eapply well_is; eauto.
  - intros p R T M H IH E A.
    assert (forcesD p) as B by (apply or_replies; auto).
    assert (to_move g p = who) as T' by (apply one_or_the_other; exact T).
    destruct (winner_moves p A B R T') as [(m & I & K) _].
    apply (IH m I E); [rewrite <- E; apply O; auto|eapply well_is; eauto].
  - intros p q B IH E Le A. destruct (N.eq_dec (class e q) k) as [Q|Q]; [exact (IH Q A)|].
    apply (L q); auto. lia.
  - intros p q [_ F] _ E _ _. apply N. rewrite <- E. exact F.
Qed.

Lemma one_is_not_put_off o : {~ fulfils W o} + {~ fulfils D o}.
Proof. destruct o as [p|]; [destruct p, who; cbn; (left; congruence) + (right; intro H; apply H; reflexivity)|left; discriminate]. Qed.

Theorem never_both_ever p : never_both p.
Proof.
  destruct O as [_ [last B]].
  assert (forall n k, (N.to_nat (last - k) < n)%nat -> forall p, class e p = k -> never_both p) as H.
  { induction n as [|n IH]; intros k Le q E; [lia|].
    assert (later k) as L.
    { intros r Lt. apply (IH (class e r)); auto. specialize (B r). lia. }
    intros X Y. destruct (one_is_not_put_off (for_ever e k)) as [N|N].
    - exact (win_comes k L N q X E Y).
    - exact (draw_comes k L N q Y E X). }
  eapply H; eauto.
Qed.
End NotBoth.

Theorem not_both_for_ever e who p : in_order e ->
  forces_ever e (wins who) p -> forces_ever e (does_not_lose (other who)) p -> False.
Proof. intros O (X & KX & A) (Y & KY & B). exact (never_both_ever e who O X Y KX KY p A B). Qed.
