(* Symmetries: two positions related by moves that answer each other are worth the same. *)
From Coq Require Import List NArith.
From Quod Require Import Game Endless EndlessFacts.

Section Symmetry.
Variable g : rules.
Variable related : position g -> position g -> Prop.
Hypothesis same_turn : forall p q, related p q -> to_move g p = to_move g q.
Hypothesis same_result : forall p q, related p q -> result g p = result g q.
Hypothesis forth : forall p q m, related p q -> result g p = None -> In m (moves g p) ->
  exists n, In n (moves g q) /\ related (play g p m) (play g q n).
Hypothesis back_again : forall p q n, related p q -> result g q = None -> In n (moves g q) ->
  exists m, In m (moves g p) /\ related (play g p m) (play g q n).

Section Keeping.
Variable c : claim.
Variable may_go_on : position g -> position g -> Prop.
Variable back : position g -> Prop.
Hypothesis same_going : forall p p' q q', related p q -> related p' q' -> may_go_on q q' -> may_go_on p p'.
Hypothesis same_back : forall p q, related p q -> back q -> back p.

Theorem related_forces_or q : forces_or g c may_go_on back q -> forall p, related p q -> forces_or g c may_go_on back p.
Proof.
  revert q. apply (forces_or_all g c may_go_on back
    (fun q => forall p, related p q -> forces_or g c may_go_on back p)
    (fun q q' => forall p p', related p q -> related p' q' -> goes_well g c may_go_on back p p')).
  - intros q o R F p E. eapply or_over; [rewrite (same_result _ _ E); exact R|exact F].
  - intros q n R T I _ IH p E. destruct (back_again p q n E R I) as (m & J & K).
    eapply or_choice; eauto; [rewrite (same_result _ _ E); exact R|rewrite (same_turn _ _ E); exact T].
  - intros q R T N _ IH p E.
    assert (result g p = None) as R' by (rewrite (same_result _ _ E); exact R).
    apply or_replies; auto.
    + rewrite (same_turn _ _ E). exact T.
    + destruct (moves g q) as [|n l] eqn:M; [congruence|].
      destruct (back_again p q n E R) as (m & J & _); [rewrite M; left; reflexivity|].
      intro Z. rewrite Z in J. exact J.
    + intros m I. destruct (forth p q m E R' I) as (n & J & K). eauto.
  - intros q q' _ IH p p' _ E. apply on. auto.
  - intros q q' M B p p' E E'. apply again; eauto.
Qed.
End Keeping.

Theorem related_forces c q : forces g c q -> forall p, related p q -> forces g c p.
Proof.
  intros H p E. apply (or_is_forces g c (fun _ _ => False) (fun _ => False)); [tauto|].
  eapply related_forces_or; [| |apply forces_is_or; exact H|exact E]; cbn; tauto.
Qed.
End Symmetry.
