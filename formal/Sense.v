(* The words of Game.v mean what they should: a claim and its opposite are never both forced. *)
From Coq Require Import List NArith.
From Quod Require Import Game.

Lemma not_the_other who : other who <> who.
Proof. destruct who; discriminate. Qed.

Lemma one_or_the_other p who : p <> other who -> p = who.
Proof. destruct p, who; simpl; congruence. Qed.

Theorem not_both g who p : forces g (wins who) p -> forces g (does_not_lose (other who)) p -> False.
Proof.
  induction 1 as [p o R F|p m R T I W IH|p R T N W IH]; intro D.
  - destruct D as [p o' R' F'|p m' R' _ _ _|p R' _ _ _]; try congruence.
    assert (o = o') by congruence. subst o'. cbn in *. subst o.
    destruct who; apply F'; reflexivity.
  - destruct D as [p o' R' F'|p m' R' T' _ _|p R' _ _ D]; try congruence.
    + cbn in *. rewrite T in T'. symmetry in T'. exact (not_the_other _ T').
    + apply IH, D, I.
  - destruct D as [p o' R' F'|p m' R' T' I' D'|p R' T' _ _]; try congruence.
    + exact (IH m' I' D').
    + cbn in *. apply T. apply one_or_the_other. exact T'.
Qed.

(* So a game that is drawn is won by neither. *)
Theorem a_draw_is_no_win g p who : is_a_draw g p -> ~ is_a_win g p who.
Proof. intros [A B] W. destruct who; eapply not_both; eauto. Qed.
