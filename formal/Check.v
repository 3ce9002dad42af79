(* The checker of certificates, for any game, and its soundness: what it accepts can be forced. *)
From Coq Require Import List NArith ZArith PArith FMapPositive Bool.
From Quod Require Import Game Endless EndlessFacts Lists Stream.
Import ListNotations.

(* What the checker uses of a game. Only `sound`, below, is asked of it. *)
Record instance := {
  game : rules;
  sure : claim -> position game -> bool;                       (* over or decided, as claimed *)
  decided : claim -> position game -> bool;                    (* decided as claimed, of one that is not over *)
  linked : N -> position game -> position game -> bool;        (* the map takes the first to the second *)
  image : N -> position game -> position game;
  decode : bytes -> option (position game);
  shows : N -> bytes -> claim -> position game -> option N -> bool;  (* evidence, and the reply before it *)
  lasts : claim -> position game -> position game -> bool;     (* a move that may be repeated for ever *)
  (* The same after a legal reply, from what is worked out once for all replies in a position. *)
  view : Type;
  look : position game -> view;
  sure_after : claim -> position game -> view -> N -> bool;
  shows_after : N -> bytes -> claim -> position game -> view -> N -> bool;
  covers : N -> bytes -> claim -> position game -> view -> list N -> bool;  (* evidence, after each of these replies *)
}.
Definition going (i : instance) (c : claim) (p q : position (game i)) : Prop := lasts i c p q = true.
(* `alike`: positions that a map takes to one another. *)
Record sound_by (i : instance) (alike : position (game i) -> position (game i) -> Prop) : Prop := {
  sure_sound : forall c p, sure i c p = true -> forces (game i) c p;
  linked_alike : forall m p q, linked i m p q = true -> alike p q;
  alike_sound : forall c (back : position (game i) -> Prop) p q, (forall p q, alike p q -> back q -> back p) -> alike p q ->
    forces_or (game i) c (going i c) back q -> forces_or (game i) c (going i c) back p;
  shows_sound : forall k b c p last, shows i k b c p last = true -> forces (game i) c p;
  sure_after_sound : forall c p m, result (game i) p = None -> In m (moves (game i) p) ->
    sure_after i c p (look i p) m = true -> forces (game i) c (play (game i) p m);
  shows_after_sound : forall k b c p m, result (game i) p = None -> In m (moves (game i) p) ->
    shows_after i k b c p (look i p) m = true -> forces (game i) c (play (game i) p m);
  covers_sound : forall k b c p left, result (game i) p = None -> incl left (moves (game i) p) ->
    covers i k b c p (look i p) left = true -> forall m, In m left -> forces (game i) c (play (game i) p m);
}.
Definition sound (i : instance) : Prop := exists alike, sound_by i alike.

Definition same (p q : player) : bool := match p, q with First, First | Second, Second => true | _, _ => false end.
Definition same_claim (c d : claim) : bool :=
  same (subject c) (subject d) &&
  match aim c, aim d with Wins, Wins | DoesNotLose, DoesNotLose => true | _, _ => false end.
Lemma same_true p q : same p q = true -> p = q.
Proof. destruct p, q; simpl; congruence. Qed.
Lemma same_claim_true c d : same_claim c d = true -> c = d.
Proof.
  destruct c as [p a], d as [q b]. unfold same_claim. cbn. intro H. apply andb_prop in H as [H K].
  apply same_true in H. subst. destruct a, b; congruence.
Qed.

Section Checker.
Variable i : instance.
Notation pos := (position (game i)).
Notation forced := (forces (game i)).

(* The entries that are shown already: those further on in the file. *)
Definition table := PositiveMap.t (claim * pos).
Definition shown_already (tb : table) (index : N) := PositiveMap.find (N.succ_pos index) tb.

(* A link goes forward in the file, to an entry that is shown already; or to any entry, after a move that may
   be repeated for ever (`from` is the position that the move leaves). *)
Definition show (all tb : table) (c : claim) (from : option pos) (p : pos) (last : option N) (s : shown) : bool :=
  match s with
  | Settled => sure i c p
  | Entry index m =>
    match shown_already tb index with
    | Some (d, q) => same_claim c d && linked i m p q
    | None =>
      match from, shown_already all index with
      | Some f, Some (d, q) => lasts i c f p && same_claim c d && linked i m p q
      | _, _ => false
      end
    end
  | Evidence k b => shows i k b c p last
  end.

Definition show_after (all tb : table) (c : claim) (p : pos) (v : view i) (m : N) (s : shown) : bool :=
  match s with
  | Evidence k b => shows_after i k b c p v m
  | _ => show all tb c (Some p) (play (game i) p m) (Some m) s
  end.

Definition named_for (m : N) (named : list (N * shown)) : option shown :=
  option_map snd (find (fun ns => N.eqb (fst ns) m) named).
Definition named_shown all tb c (p : pos) v (named : list (N * shown)) (m : N) : bool :=
  match named_for m named with Some s => negb (sure_after i c p v m) && show_after all tb c p v m s | None => true end.
(* The replies that have no name and do not lead to an end as claimed. *)
Definition unnamed c (p : pos) v (named : list (N * shown)) (legal : list N) : list N :=
  filter (fun m => match named_for m named with Some _ => false | None => negb (sure_after i c p v m) end) legal.
Definition default_shown all tb c (p : pos) v (default : option shown) (left : list N) : bool :=
  match left, default with
  | [], _ => true
  | _, Some (Evidence k b) => covers i k b c p v left
  | _, Some s => forallb (fun m => show_after all tb c p v m s) left
  | _, None => false
  end.

Definition entry_holds (all tb : table) (c : claim) (p : pos) (b : body) : bool :=
  match result (game i) p with Some _ => false | None =>
  negb (decided i c p) &&
  let legal := moves (game i) p in
  match b with
  | Choice m s =>
    same (to_move (game i) p) (subject c) && among m legal && show all tb c (Some p) (play (game i) p m) None s
  | Replies named default =>
    negb (same (to_move (game i) p) (subject c)) &&
    match legal with [] => false | _ => true end &&
    forallb (fun ns => among (fst ns) legal) named &&
    let v := look i p in
    forallb (named_shown all tb c p v named) legal && default_shown all tb c p v default (unnamed c p v named legal)
  end end.

(* Entries are read forwards, since positions are derived from those before; they are checked backwards. *)
Record entry := { index : N; meant : claim; at_ : pos; how : body }.
Definition read_position (known : PositiveMap.t pos) (own : N) : reader pos :=
  read tag <- number;
  match tag with
  | 0%N => read e <- chunk; match decode i e with Some p => give p | None => stop end
  | 1%N =>
    read back <- number; read mv <- number; read m <- number;
    if ((back =? 0) || (own <? back))%N then stop else
    match PositiveMap.find (N.succ_pos (own - back)) known with
    (* That the game goes on in p is asked where p's own entry is checked. *)
    | Some p => if among mv (moves (game i) p) then give (image i m (play (game i) p mv)) else stop
    | None => stop end
  | _ => stop
  end.
Fixpoint read_entries (enough : bytes) (cs : list claim) (own n : N) (known : PositiveMap.t pos)
    (got : list entry) (s : bytes) : option (list entry * bytes) :=
  if (own =? n)%N then Some (got, s) else
  match enough with [] => None | _ :: enough =>
  match (read c <- number; read p <- read_position known own; read b <- body_from own; give (c, p, b)) s with
  | Some ((c, p, b), rest) =>
    match nth_error cs (N.to_nat c) with
    | Some c => read_entries enough cs (own + 1) n (PositiveMap.add (N.succ_pos own) p known)
                  ({| index := own; meant := c; at_ := p; how := b |} :: got) rest
    | None => None end
  | None => None end end.

Definition record (tb : table) (e : entry) : table := PositiveMap.add (N.succ_pos (index e)) (meant e, at_ e) tb.
Fixpoint check_entries (all : table) (backwards : list entry) (tb : table) : option table :=
  match backwards with
  | [] => Some tb
  | e :: rest =>
    if entry_holds all tb (meant e) (at_ e) (how e) then check_entries all rest (record tb e) else None
  end.

(* What the sections of a file state of its root. *)
Definition section_holds (tb : table) (cs : list claim) (p : pos) (cs_s : N * shown) : option claim :=
  match nth_error cs (N.to_nat (fst cs_s)) with
  | Some c => if show (PositiveMap.empty _) tb c None p None (snd cs_s) then Some c else None
  | None => None end.
Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | Some a :: l => match all_some l with Some l => Some (a :: l) | None => None end
  | None :: _ => None end.
Definition check (h : header) (after : bytes) : option (pos * list claim) :=
  match decode i (root h) with None => None | Some p =>
  match number after with None => None | Some (n, s) =>
  match read_entries s (claims h) 0 n (PositiveMap.empty _) [] s with
  | Some (entries, []) =>
    match check_entries (fold_left record entries (PositiveMap.empty _)) entries (PositiveMap.empty _) with
    | Some tb => option_map (fun cs => (p, cs)) (all_some (map (section_holds tb (claims h) p) (sections h)))
    | None => None end
  | _ => None end end end.
Definition check_stream (s : bytes) : option (pos * list claim) :=
  match read_header s with Some (h, rest) => check h rest | None => None end.

(* ---- soundness ---- *)
Section Sound.
Variable alike : pos -> pos -> Prop.
Hypothesis ok : sound_by i alike.
Variable es : list entry.       (* all entries of the file *)

(* What plays may come back to: the entries, as maps show them. *)
Inductive leads : pos -> pos -> Prop :=
| same_place p : leads p p
| mapped p q r : alike p q -> leads q r -> leads p r.
Definition back (c : claim) (p : pos) : Prop := exists e, In e es /\ meant e = c /\ leads p (at_ e).
Lemma back_alike c p q : alike p q -> back c q -> back c p.
Proof. intros A (e & I & M & L). exists e. repeat split; auto. eapply mapped; eauto. Qed.
Notation truly c := (forces_or (game i) c (going i c) (back c)).
Notation well c := (goes_well (game i) c (going i c) (back c)).
Lemma alike_truly c p q : alike p q -> truly c q -> truly c p.
Proof. intros A. eapply alike_sound; eauto. intros ? ?. apply back_alike. Qed.

Definition good (tb : table) := forall k c p, PositiveMap.find k tb = Some (c, p) -> truly c p.
Definition listed (tb : table) := forall k c p, PositiveMap.find k tb = Some (c, p) ->
  exists e, In e es /\ meant e = c /\ at_ e = p.
Variable all : table.
Hypothesis L : listed all.

Lemma show_sound tb c from p last s : good tb -> show all tb c (Some from) p last s = true -> well c from p.
Proof.
  intro G. destruct s as [|index m|k b]; cbn [show].
  - intro H. apply on, forces_is_or. eapply sure_sound; eauto.
  - unfold shown_already. destruct (PositiveMap.find _ tb) as [[d q]|] eqn:E.
    + intro H. apply andb_prop in H as [H M]. apply same_claim_true in H. subst d.
      apply on. eapply alike_truly; eauto. eapply linked_alike; eauto.
    + destruct (PositiveMap.find _ all) as [[d q]|] eqn:F; [|discriminate].
      intro H. apply andb_prop in H as [H M]. apply andb_prop in H as [T H]. apply same_claim_true in H. subst d.
      apply again; [exact T|]. destruct (L _ _ _ F) as (e & I & N & <-). exists e. repeat split; auto.
      eapply mapped; [eapply linked_alike; eauto|apply same_place].
  - intro H. apply on, forces_is_or. eapply shows_sound; eauto.
Qed.
Lemma root_sound tb c p last s : good tb -> show (PositiveMap.empty _) tb c None p last s = true -> truly c p.
Proof.
  intro G. destruct s as [|index m|k b]; cbn [show].
  - intro H. apply forces_is_or. eapply sure_sound; eauto.
  - unfold shown_already. destruct (PositiveMap.find _ tb) as [[d q]|] eqn:E; [|discriminate].
    intro H. apply andb_prop in H as [H M]. apply same_claim_true in H. subst d.
    eapply alike_truly; eauto. eapply linked_alike; eauto.
  - intro H. apply forces_is_or. eapply shows_sound; eauto.
Qed.

Lemma show_after_sound tb c p m s : good tb -> result (game i) p = None -> In m (moves (game i) p) ->
  show_after all tb c p (look i p) m s = true -> well c p (play (game i) p m).
Proof.
  intros G R I. destruct s as [|index n|k b]; cbn [show_after]; [eapply show_sound; eauto..|].
  intro H. apply on, forces_is_or. eapply shows_after_sound; eauto.
Qed.
Lemma default_sound tb c p default left m : good tb -> result (game i) p = None -> incl left (moves (game i) p) ->
  default_shown all tb c p (look i p) default left = true -> In m left -> well c p (play (game i) p m).
Proof.
  intros G R A H I. destruct left as [|m0 l]; [destruct I|]. unfold default_shown in H.
  destruct default as [[|index n|k b]|]; [| | |discriminate].
  - rewrite forallb_forall in H. eapply show_after_sound; eauto.
  - rewrite forallb_forall in H. eapply show_after_sound; eauto.
  - apply on, forces_is_or. eapply covers_sound; eauto.
Qed.
Lemma reply_sound tb c p named default m : good tb -> result (game i) p = None -> In m (moves (game i) p) ->
  forallb (named_shown all tb c p (look i p) named) (moves (game i) p) = true ->
  default_shown all tb c p (look i p) default (unnamed c p (look i p) named (moves (game i) p)) = true ->
  well c p (play (game i) p m).
Proof.
  intros G R I N D. destruct (named_for m named) as [s|] eqn:E.
  - rewrite forallb_forall in N. specialize (N m I). unfold named_shown in N. rewrite E in N.
    apply andb_prop in N as [_ N]. eapply show_after_sound; eauto.
  - destruct (sure_after i c p (look i p) m) eqn:S; [apply on, forces_is_or; eapply sure_after_sound; eauto|].
    eapply default_sound; [exact G|exact R| |exact D|].
    + intros x X. apply filter_In in X. tauto.
    + apply filter_In. rewrite E, S. auto.
Qed.

(* An entry: a choice of the prover, or an answer to every reply. *)
Theorem entry_sound tb c p b : good tb -> entry_holds all tb c p b = true -> truly c p.
Proof.
  intro G. unfold entry_holds. destruct (result (game i) p) eqn:R; [discriminate|].
  intro H. apply andb_prop in H as [_ H]. destruct b as [m s|named default].
  - apply andb_prop in H as [H S]. apply andb_prop in H as [T M].
    eapply or_choice; eauto using among_true, same_true, show_sound.
  - cbv zeta in H. rewrite !andb_true_iff in H. destruct H as [[[T N] _] [A D]].
    apply or_replies; auto.
    + intro E. rewrite E in T. destruct (subject c); discriminate.
    + intro E. rewrite E in N. discriminate.
    + intros m I. eapply reply_sound; eauto.
Qed.

Lemma record_good tb e : good tb -> truly (meant e) (at_ e) -> good (record tb e).
Proof.
  intros G T k c p F. unfold record in F. destruct (Pos.eq_dec k (N.succ_pos (index e))) as [->|n].
  - rewrite PositiveMap.gss in F. injection F as <- <-. exact T.
  - rewrite PositiveMap.gso in F by auto. eapply G; eauto.
Qed.
Lemma entries_sound l : forall tb tb', good tb -> check_entries all l tb = Some tb' ->
  good tb' /\ Forall (fun e => truly (meant e) (at_ e)) l.
Proof.
  induction l as [|e l IH]; cbn [check_entries]; intros tb tb' G H; [injection H as <-; auto|].
  destruct (entry_holds _ _ _ _ _) eqn:E; [|discriminate].
  assert (truly (meant e) (at_ e)) as T by (eapply entry_sound; eauto).
  destruct (IH (record tb e) tb') as [A B]; auto using record_good.
Qed.

Lemma sections_sound tb cs p ss : good tb -> forall stated,
  all_some (map (section_holds tb cs p) ss) = Some stated -> Forall (fun c => truly c p) stated.
Proof.
  intro G. induction ss as [|s ss IH]; cbn; intros stated H; [injection H as <-; constructor|].
  unfold section_holds at 1 in H. destruct (nth_error _ _) as [c|]; [|discriminate].
  destruct (show _ _ _ _ _ _) eqn:E; [|discriminate].
  destruct (all_some _) as [l|]; [|discriminate]. injection H as <-.
  constructor; [eapply root_sound; eauto|auto].
Qed.
Lemma back_truly c q : Forall (fun e => truly (meant e) (at_ e)) es -> back c q -> truly c q.
Proof.
  intros F (e & I & M & H). rewrite Forall_forall in F. specialize (F e I). rewrite M in F.
  induction H as [p|p q' r A H IH]; auto. eapply alike_truly; eauto.
Qed.
End Sound.

Lemma all_listed l : forall es tb, incl l es -> listed es tb -> listed es (fold_left record l tb).
Proof.
  induction l as [|e l IH]; cbn; intros es tb I H; auto. apply IH; [intros x J; apply I; right; exact J|].
  intros k c p F. unfold record in F. destruct (Pos.eq_dec k (N.succ_pos (index e))) as [->|n].
  - rewrite PositiveMap.gss in F. injection F as <- <-. exists e. repeat split; auto. apply I. left. reflexivity.
  - rewrite PositiveMap.gso in F by auto. eapply H; eauto.
Qed.

(* What is accepted is true: the root can be kept to every claim that is stated. *)
Theorem check_header_sound h rest p stated : sound i -> check h rest = Some (p, stated) ->
  Forall (fun c => can_keep (game i) c (going i c) p) stated.
Proof.
  intros [alike ok]. unfold check. destruct (decode i (root h)) as [q|]; [|discriminate].
  destruct (number rest) as [[n s']|]; [|discriminate].
  destruct (read_entries _ _ _ _ _ _ _) as [[es [|]]|]; try discriminate.
  destruct (check_entries _ es _) as [tb|] eqn:E; [|discriminate].
  destruct (all_some _) as [l|] eqn:A; [|discriminate]. cbn. intro H. injection H as <- <-.
  assert (forall T (k : positive) (x : T), PositiveMap.find k (PositiveMap.empty T) = Some x -> False) as Z
    by (intros T k x F; rewrite PositiveMap.gempty in F; discriminate).
  eapply (entries_sound alike ok es) in E as [G F].
  - eapply sections_sound in A; eauto. eapply Forall_impl; [|exact A]. intros c T.
    exists (back alike es c). split; [|exact T]. intros r B. eapply back_truly; eauto.
  - apply all_listed; [apply incl_refl|]. intros k c r X. destruct (Z _ _ _ X).
  - intros k c r X. destruct (Z _ _ _ X).
Qed.
Theorem check_sound s p stated : sound i -> check_stream s = Some (p, stated) ->
  Forall (fun c => can_keep (game i) c (going i c) p) stated.
Proof. unfold check_stream. destruct (read_header s) as [[h rest]|]; [apply check_header_sound|discriminate]. Qed.

(* Where no move may be repeated for ever, in finitely many moves. *)
Definition always_ends := forall c p q, lasts i c p q = false.
Lemma kept_is_forced c p : always_ends -> can_keep (game i) c (going i c) p -> forces (game i) c p.
Proof. intros E. apply keep_is_forces. unfold going. intros q r H. rewrite E in H. discriminate. Qed.
Lemma all_forced p l : always_ends -> Forall (fun c => can_keep (game i) c (going i c) p) l ->
  Forall (fun c => forces (game i) c p) l.
Proof. intro E. apply Forall_impl. intro c. apply kept_is_forced, E. Qed.
End Checker.
