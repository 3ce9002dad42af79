(* Evidence that is a strategy: the checker walks through all plays that follow it. Whatever proposes the
   prover's moves, a play that always ends as claimed has been forced. Kinds 1, 4 and 6 of the format. *)
From Coq Require Import List NArith PArith FMapPositive Bool.
From Quod Require Import Lists Game Stream Check.
Import ListNotations.

(* How a kind of evidence proposes moves. `at_place` moves along a play, `used` through the whole walk. *)
Record strategy (pos : Type) := {
  place : Type;
  used : Type;
  propose : place -> used -> pos -> option N -> list N -> option (N * place * used);  (* from the legal moves *)
  follow : place -> N -> option place;          (* after this reply *)
  remembers : pos -> list N -> bool;            (* whether a position that is done with is remembered *)
}.
Arguments place {pos}. Arguments used {pos}. Arguments propose {pos}. Arguments follow {pos}. Arguments remembers {pos}.

Section Walk.
Variable g : rules.
Variable sure : claim -> position g -> bool.
Variable same_position : position g -> position g -> bool.
Variable key : position g -> positive.       (* where a position is looked for; need not tell all apart *)
Variable c : claim.
Hypothesis sure_sound : forall p, sure c p = true -> forces g c p.
Hypothesis same_sound : forall p q, same_position p q = true -> forces g c q -> forces g c p.
Variable s : strategy (position g).
Notation forced := (forces g c).

Definition memory := PositiveMap.t (position g).
Definition known (m : memory) (p : position g) : bool :=
  match PositiveMap.find (key p) m with Some q => same_position p q | None => false end.
Definition keep (legal : list N) (m : memory) (p : position g) : memory :=
  if remembers s p legal then PositiveMap.add (key p) p m else m.
Definition state : Type := memory * used s.

Fixpoint all_replies (one : N -> state -> option state) (l : list N) (st : state) : option state :=
  match l with
  | [] => Some st
  | m :: l => match one m st with Some st => all_replies one l st | None => None end
  end.

Fixpoint walk (fuel : nat) (p : position g) (at_ : place s) (last : option N) (st : state) : option state :=
  if sure c p then Some st else
  match result g p, fuel with
  | None, S fuel =>
    let legal := moves g p in
    if remembers s p legal && known (fst st) p then Some st else
    if same (to_move g p) (subject c) then
      match propose s at_ (snd st) p last legal with
      | Some (m, next, u) =>
        if among m legal then
          match walk fuel (play g p m) next None (fst st, u) with
          | Some st => Some (keep legal (fst st) p, snd st)
          | None => None end
        else None
      | None => None end
    else match legal with [] => None | _ =>
      match all_replies (fun m st =>
        let q := play g p m in
        if sure c q then Some st else
        match follow s at_ m with Some next => walk fuel q next (Some m) st | None => None end) legal st with
      | Some st => Some (keep legal (fst st) p, snd st)
      | None => None end end
  | _, _ => None
  end.

Definition remembered (m : memory) := forall k p, PositiveMap.find k m = Some p -> forced p.
Lemma keep_sound legal m p : remembered m -> forced p -> remembered (keep legal m p).
Proof.
  intros M F. unfold keep. destruct (remembers s p legal); auto. intros k q E.
  destruct (Pos.eq_dec k (key p)) as [->|n].
  - rewrite PositiveMap.gss in E. congruence.
  - rewrite PositiveMap.gso in E by auto. eapply M; eauto.
Qed.
Lemma known_sound m p : remembered m -> known m p = true -> forced p.
Proof.
  intro M. unfold known. destruct (PositiveMap.find _ m) as [q|] eqn:E; [|discriminate].
  intro H. eapply same_sound; eauto.
Qed.
Lemma all_replies_sound one (P : N -> Prop) l :
  (forall m st st', In m l -> remembered (fst st) -> one m st = Some st' -> P m /\ remembered (fst st')) ->
  forall st st', remembered (fst st) -> all_replies one l st = Some st' ->
  (forall m, In m l -> P m) /\ remembered (fst st').
Proof.
  intro H. induction l as [|m l IH]; cbn; intros st st' M E.
  - injection E as <-. split; [intros _ []|exact M].
  - destruct (one m st) as [st1|] eqn:F; [|discriminate].
    destruct (H m st st1 (or_introl eq_refl) M F) as [A B].
    destruct (IH (fun m st st' I => H m st st' (or_intror I)) st1 st' B E) as [C D].
    split; [intros n [<-|I]; auto|exact D].
Qed.

Theorem walk_sound fuel : forall p at_ last st st', remembered (fst st) ->
  walk fuel p at_ last st = Some st' -> forced p /\ remembered (fst st').
Proof.
  induction fuel as [|fuel IH]; intros p at_ last st st' M; cbn [walk].
  - destruct (sure c p) eqn:S; [intros [=<-]; split; auto|]. destruct (result g p); discriminate.
  - destruct (sure c p) eqn:S; [intros [=<-]; split; auto|].
    destruct (result g p) eqn:R; [discriminate|].
    destruct (remembers s p (moves g p) && known (fst st) p) eqn:K.
    { intros [=<-]. apply andb_prop in K as [_ K]. split; auto. eapply known_sound; eauto. }
    destruct (same (to_move g p) (subject c)) eqn:T.
    + destruct (propose s at_ (snd st) p last (moves g p)) as [[[m next] u]|]; [|discriminate].
      destruct (among m (moves g p)) eqn:A; [|discriminate].
      destruct (walk fuel _ next None _) as [st1|] eqn:W; [|discriminate]. intros [=<-].
      apply IH in W as [F N]; [|exact M].
      assert (forced p) by (eapply choice; eauto using among_true, same_true).
      split; auto. apply keep_sound; auto.
    + destruct (moves g p) as [|m0 l0] eqn:E; [discriminate|]. rewrite <- E in *.
      match goal with |- context [all_replies ?f ?l st] => destruct (all_replies f l st) as [st1|] eqn:W end; [|discriminate].
      intros [=<-].
      eapply (all_replies_sound _ (fun m => forced (play g p m))) in W; [|intros m st2 st3 I M2|exact M].
      * destruct W as [F N]. assert (forced p).
        { apply replies; auto; [intro Z; rewrite Z in T; destruct (subject c); discriminate|rewrite E; discriminate]. }
        split; auto. apply keep_sound; auto.
      * cbn. destruct (sure c (play g p m)) eqn:S'; [intros [=<-]; split; auto|].
        destruct (follow s at_ m) as [next|]; [|discriminate]. intro W2. eapply IH; eauto.
Qed.

(* The whole evidence: nothing is remembered at the beginning, and what is left at the end may be judged. *)
Definition walked (fuel : nat) (first : place s) (u : used s) (p : position g) (last : option N) : option (used s) :=
  option_map snd (walk fuel p first last (PositiveMap.empty _, u)).
Theorem walked_sound fuel first u p last left : walked fuel first u p last = Some left -> forced p.
Proof.
  unfold walked. destruct (walk _ _ _ _ _) as [st|] eqn:E; [|discriminate]. intros _.
  eapply walk_sound in E as [F _]; [exact F|]. intros k q. cbn. rewrite PositiveMap.gempty. discriminate.
Qed.
End Walk.
