(* Lists of numbers, where the kernel and the program ask often: what is in a list, and each member once. *)
From Coq Require Import List NArith Bool.
Import ListNotations.

Fixpoint among (m : N) (l : list N) : bool := match l with [] => false | c :: l => if N.eqb m c then true else among m l end.
Lemma among_in m l : among m l = true <-> In m l.
Proof.
  induction l as [|c l IH]; cbn; [split; [discriminate|intros []]|].
  destruct (N.eqb_spec m c) as [->|n]; [tauto|]. rewrite IH. intuition congruence.
Qed.
Lemma among_true m l : among m l = true -> In m l.
Proof. apply among_in. Qed.
Lemma among_not m l : among m l = false <-> ~ In m l.
Proof. rewrite <- among_in. destruct (among m l); split; congruence. Qed.

(* Each member once, but for those seen already. *)
Fixpoint undouble (seen l : list N) : list N :=
  match l with [] => [] | c :: l => if among c seen then undouble seen l else c :: undouble (c :: seen) l end.
Lemma in_undouble l : forall seen c, In c (undouble seen l) <-> In c l /\ ~ In c seen.
Proof.
  induction l as [|d l IH]; intros seen c; cbn; [tauto|].
  destruct (among d seen) eqn:A.
  - apply among_in in A. rewrite IH. intuition congruence.
  - apply among_not in A. cbn. rewrite IH. cbn. destruct (N.eq_dec d c); intuition congruence.
Qed.
Lemma in_undoubled l c : In c (undouble [] l) <-> In c l.
Proof. rewrite in_undouble. cbn. tauto. Qed.
Lemma undouble_distinct l : forall seen, NoDup (undouble seen l).
Proof.
  induction l as [|d l IH]; intro seen; cbn; [constructor|]. destruct (among d seen); auto.
  constructor; auto. rewrite in_undouble. cbn. tauto.
Qed.
