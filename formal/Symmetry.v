(* Symmetries: two positions related by moves that answer each other are worth the same. *)
From Coq Require Import List NArith.
From Quod Require Import Game.

Section Symmetry.
Variable g : rules.
Variable related : position g -> position g -> Prop.
Hypothesis same_turn : forall p q, related p q -> to_move g p = to_move g q.
Hypothesis same_result : forall p q, related p q -> result g p = result g q.
Hypothesis forth : forall p q m, related p q -> result g p = None -> In m (moves g p) ->
  exists n, In n (moves g q) /\ related (play g p m) (play g q n).
Hypothesis back : forall p q n, related p q -> result g q = None -> In n (moves g q) ->
  exists m, In m (moves g p) /\ related (play g p m) (play g q n).

Theorem related_forces c q : forces g c q -> forall p, related p q -> forces g c p.
Proof.
  induction 1 as [q o R F|q n R T I W IH|q R T N W IH]; intros p E.
  - eapply over; [rewrite (same_result _ _ E); exact R|exact F].
  - destruct (back p q n E R I) as (m & J & K).
    eapply choice; eauto; [rewrite (same_result _ _ E); exact R|rewrite (same_turn _ _ E); exact T].
  - assert (result g p = None) as R' by (rewrite (same_result _ _ E); exact R).
    apply replies; auto.
    + rewrite (same_turn _ _ E). exact T.
    + destruct (moves g q) as [|n l] eqn:M; [congruence|].
      destruct (back p q n E R) as (m & J & _); [rewrite M; left; reflexivity|].
      intro Z. rewrite Z in J. exact J.
    + intros m I. destruct (forth p q m E R' I) as (n & J & K). eauto.
Qed.
End Symmetry.
