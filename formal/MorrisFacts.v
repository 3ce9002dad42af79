(* Three men's morris as the checker uses it: its symmetries, how positions are written, and that moves keep the
   order of classes. *)
From Coq Require Import List NArith PArith FMapPositive Bool Lia.
From Quod Require Import Lists Game Endless EndlessFacts Symmetry Stream Boards Grids BoardFacts BoardMaps Check Kinds Instances Morris.
Import ListNotations.
Open Scope N_scope.

(* ---- numbers of points and moves ---- *)
Lemma point_small c : In c points -> c < 9.
Proof. change points with [0; 1; 2; 3; 4; 5; 6; 7; 8]. cbn. intuition (subst; reflexivity). Qed.
Lemma points_differ : NoDup points.
Proof. change points with [0; 1; 2; 3; 4; 5; 6; 7; 8]. repeat (constructor; [cbn; intuition discriminate|]). constructor. Qed.
Lemma centre_point : In centre points.
Proof. do 4 right. left. reflexivity. Qed.
Lemma step_parts a c : In c points ->
  (9 * (a + 1) + c <? 9) = false /\ (9 * (a + 1) + c) / 9 - 1 = a /\ (9 * (a + 1) + c) mod 9 = c.
Proof.
  intros I. apply point_small in I. replace (9 * (a + 1) + c) with (c + (a + 1) * 9) by lia. repeat split.
  - apply N.ltb_ge. lia.
  - rewrite N.div_add by discriminate. rewrite N.div_small by exact I. lia.
  - rewrite N.mod_add by discriminate. apply N.mod_small, I.
Qed.
Lemma put_parts c : In c points -> (c <? 9) = true /\ c mod 9 = c.
Proof. intro I. apply point_small in I. split; [apply N.ltb_lt, I|apply N.mod_small, I]. Qed.
Lemma left_same b a : stone (PositiveMap.remove (key a) b) a = None.
Proof. apply PositiveMap.grs. Qed.
Lemma left_other b a d : d <> a -> stone (PositiveMap.remove (key a) b) d = stone b d.
Proof. intro n. apply PositiveMap.gro. intro H. apply n, key_injective, H. Qed.

(* One man goes over into another: there are not fewer. *)
Lemma differ_after (f : N -> N) l : NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [|x l N D IH]; cbn; intros J; [constructor|]. constructor.
  - intro I. apply in_map_iff in I as (y & E & I). apply N. rewrite (J x y); auto.
  - apply IH. auto.
Qed.
Lemma not_fewer (P Q : N -> bool) (f : N -> N) :
  (forall x, In x points -> P x = true -> In (f x) points /\ Q (f x) = true) ->
  (forall x y, P x = true -> P y = true -> In x points -> In y points -> f x = f y -> x = y) ->
  (length (filter P points) <= length (filter Q points))%nat.
Proof.
  intros T J. rewrite <- (map_length f). apply NoDup_incl_length.
  - apply differ_after; [apply NoDup_filter, points_differ|].
    intros x y I K. apply filter_In in I as [I I'], K as [K K']. auto.
  - intros y I. apply in_map_iff in I as (x & <- & I). apply filter_In in I as [I I'].
    apply filter_In. apply T; auto.
Qed.

(* ---- symmetries ---- *)
Definition joins_kept (s : arrow) : bool :=
  forallb (fun a => forallb (fun b => Bool.eqb (neighbours (ap s a) (ap s b)) (neighbours a b)) points) points.
Definition morris_symmetry (m : permutation) : bool :=
  is_symmetry tic_tac_toe m && joins_kept (there m) && joins_kept (home m)
  && (ap (there m) centre =? centre) && (ap (home m) centre =? centre).

Section Rules.
Variables any no_centre : bool.
Notation rules := (morris_rules any no_centre).
Notation legal := (morris_moves any no_centre).
Notation game_cells := (cells tic_tac_toe).

Section OneWay.
Variables s t : arrow.
Hypothesis K : keeps tic_tac_toe s t = true.
Hypothesis J : joins_kept s = true.
Hypothesis C : ap s centre = centre.

Lemma there_in c : In c points -> ap t (ap s c) = c /\ In (ap s c) points.
Proof. apply (cells_there tic_tac_toe s t K). Qed.
Lemma there_one c d : In c points -> In d points -> ap s c = ap s d -> c = d.
Proof. intros I I' E. destruct (there_in c I) as [<- _], (there_in d I') as [<- _]. congruence. Qed.
Lemma joined_there a b : In a points -> In b points -> joined any a b = true -> joined any (ap s a) (ap s b) = true.
Proof.
  intros I I' H. unfold joined in *. apply orb_true_iff in H as [H|H]; [rewrite H; reflexivity|].
  apply orb_true_iff. right. unfold joins_kept in J. rewrite forallb_forall in J. specialize (J a I).
  rewrite forallb_forall in J. specialize (J b I'). apply eqb_prop in J. congruence.
Qed.
Variables b b' : board.
Hypothesis T : takes tic_tac_toe s b b'.
Lemma empty_there c : In c points -> is_empty b' (ap s c) = is_empty b c.
Proof. intro I. unfold is_empty. rewrite (T c I). reflexivity. Qed.
Lemma men_there : (men b <= men b')%nat.
Proof.
  apply (not_fewer _ _ (ap s)).
  - intros x I H. split; [apply there_in, I|]. rewrite empty_there; auto.
  - intros. eapply there_one; eauto.
Qed.
Lemma takes_leave a : In a points ->
  takes tic_tac_toe s (PositiveMap.remove (key a) b) (PositiveMap.remove (key (ap s a)) b').
Proof.
  intros I d D. destruct (N.eq_dec d a) as [->|n]; [rewrite !left_same; reflexivity|].
  rewrite !left_other; [apply T, D| |exact n]. intro E. apply n. eapply there_one; eauto.
Qed.
Lemma moves_there p m : men b = men b' -> In m (legal (b, p)) ->
  exists n, In n (legal (b', p)) /\
    takes tic_tac_toe s (fst (play rules (b, p) m)) (fst (play rules (b', p) n)).
Proof.
  intros M. unfold morris_moves. cbn [fst snd]. rewrite <- M. destruct (Nat.ltb (men b) 6).
  - unfold puts. intro H. apply filter_In in H as [H A]. apply filter_In in H as [I E].
    exists (ap s m). destruct (there_in m I) as [_ I']. split.
    + apply filter_In. split; [apply filter_In; split; [exact I'|rewrite empty_there; auto]|].
      unfold may_put in *. rewrite <- M. apply negb_true_iff in A. apply negb_true_iff.
      destruct (no_centre && Nat.eqb (men b) 0); cbn in *; auto.
      apply N.eqb_neq in A. apply N.eqb_neq. intro Z. apply A.
      apply there_one; auto using centre_point; congruence.
    + cbn [fst snd play morris_rules]. destruct (put_parts m I) as [L R], (put_parts (ap s m) I') as [L' R'].
      unfold leave. rewrite L, R, L', R'. eapply takes_put; eauto.
  - unfold steps, from_point. intro H. apply in_flat_map in H as (a & A & H). apply filter_In in A as [A O].
    apply in_map_iff in H as (c & <- & H). apply filter_In in H as [H N]. apply filter_In in H as [I E].
    destruct (there_in a A) as [_ A'], (there_in c I) as [_ I'].
    exists (9 * (ap s a + 1) + ap s c). split.
    + apply in_flat_map. exists (ap s a). split.
      * apply filter_In. split; auto. apply is_of_true. apply is_of_true in O. rewrite <- (T a A). exact O.
      * apply in_map_iff. exists (ap s c). split; auto. apply filter_In. split.
        -- apply filter_In. split; auto. rewrite empty_there; auto.
        -- apply joined_there; auto.
    + cbn [fst snd play morris_rules]. destruct (step_parts a c I) as (L & Q & R), (step_parts (ap s a) (ap s c) I') as (L' & Q' & R').
      unfold leave. rewrite L, Q, R, L', Q', R'. eapply takes_put; eauto. apply takes_leave, A.
Qed.
End OneWay.

Section BothWays.
Variable m : permutation.
Hypothesis S : morris_symmetry m = true.
Notation alike_by := (related tic_tac_toe m).
Lemma morris_parts : is_symmetry tic_tac_toe m = true /\ joins_kept (there m) = true /\ joins_kept (home m) = true /\
  ap (there m) centre = centre /\ ap (home m) centre = centre.
Proof.
  unfold morris_symmetry in S. rewrite !andb_true_iff in S. destruct S as [[[[A B] C] D] E].
  apply N.eqb_eq in D, E. auto.
Qed.
Lemma alike_men p q : alike_by p q -> men (fst p) = men (fst q).
Proof.
  destruct morris_parts as (A & _). destruct (parts _ _ A) as (_ & K & K'). intros [_ T].
  apply PeanoNat.Nat.le_antisymm; [exact (men_there _ _ K _ _ T)|].
  exact (men_there _ _ K' _ _ (takes_home _ _ _ _ _ K' T)).
Qed.
Lemma alike_forth p q c : alike_by p q -> In c (legal p) ->
  exists d, In d (legal q) /\ alike_by (play rules p c) (play rules q d).
Proof.
  destruct morris_parts as (A & B & _ & C & _). destruct (parts _ _ A) as (_ & K & _).
  intros R I. pose proof (alike_men p q R) as M. destruct p as [b t], q as [b' t'], R as [E T]. cbn in E, T, M. subst t'.
  destruct (moves_there _ _ K B C b b' T t c M I) as (d & I' & T').
  exists d. split; auto. split; auto.
Qed.
Lemma alike_back p q d : alike_by p q -> In d (legal q) ->
  exists c, In c (legal p) /\ alike_by (play rules p c) (play rules q d).
Proof.
  destruct morris_parts as (A & _ & B & _ & C). destruct (parts _ _ A) as (_ & K & K').
  intros R I. pose proof (alike_men p q R) as M. destruct p as [b t], q as [b' t'], R as [E T]. cbn in E, T, M. subst t'.
  destruct (moves_there _ _ K' B C b' b (takes_home _ _ _ _ _ K' T) t d (eq_sym M) I) as (c & I' & T').
  exists c. split; auto. split; auto. exact (takes_home _ _ _ _ _ K T').
Qed.
Lemma alike_result p q : alike_by p q -> result rules p = result rules q.
Proof.
  intro R. destruct morris_parts as (A & _). pose proof R as [E T]. cbn. unfold morris_result. rewrite E.
  rewrite (related_row _ _ A _ _ (other (snd q)) T). destruct (has_row _ _ _); auto.
  destruct (legal p) as [|c l] eqn:F, (legal q) as [|d l'] eqn:F'; auto.
  - destruct (alike_back p q d R) as (c & I & _); [rewrite F'; left; auto|]. rewrite F in I. destruct I.
  - destruct (alike_forth p q c R) as (d & I & _); [rewrite F; left; auto|]. rewrite F' in I. destruct I.
Qed.

Definition morris_lasts (c : claim) (p q : board * player) : bool :=
  match aim c with DoesNotLose => Nat.eqb (men (fst p)) (men (fst q)) | Wins => false end.
Theorem morris_alike_sound c (back : board * player -> Prop) p q :
  (forall p q, alike_by p q -> back q -> back p) -> alike_by p q ->
  forces_or rules c (fun p q => morris_lasts c p q = true) back q ->
  forces_or rules c (fun p q => morris_lasts c p q = true) back p.
Proof.
  intros B R W. apply (related_forces_or rules alike_by) with (q := q); auto.
  - intros ? ? [E _]. exact E.
  - apply alike_result.
  - intros ? ? ? E _ I. apply alike_forth; auto.
  - intros ? ? ? E _ I. apply alike_back; auto.
  - intros x x' y y' E E'. unfold morris_lasts. rewrite (alike_men _ _ E), (alike_men _ _ E'). auto.
Qed.
Theorem morris_alike_forces c p q : alike_by p q -> forces rules c q -> forces rules c p.
Proof.
  intros R W. apply (related_forces rules alike_by) with (q := q); auto.
  - intros ? ? [E _]. exact E.
  - apply alike_result.
  - intros ? ? ? E _ I. apply alike_forth; auto.
  - intros ? ? ? E _ I. apply alike_back; auto.
Qed.
End BothWays.

(* ---- the checker's side ---- *)
Definition morris_sure (c : claim) (p : board * player) : bool :=
  match result rules p with Some o => fulfilled c o | None => false end.
Lemma morris_sure_sound c p : morris_sure c p = true -> forces rules c p.
Proof.
  unfold morris_sure. destruct (result rules p) as [o|] eqn:R; [|discriminate].
  intro H. eapply over; [exact R|apply fulfilled_true, H].
Qed.
Definition morris_maps : maps := maps_that morris_symmetry tic_tac_toe (upto 8) (square_map 3).
Definition morris_alike (p q : board * player) : Prop := exists m, morris_symmetry m = true /\ related tic_tac_toe m p q.
Lemma morris_linked n p q : board_linked tic_tac_toe morris_maps n p q = true -> morris_alike p q.
Proof. apply linked_by, maps_that_are. Qed.

(* A byte a point, then the side to move. *)
Definition decode_morris (b : bytes) : option (board * player) :=
  match stones_of points (firstn 9 b), skipn 9 b with
  | Some l, [0] => Some (fold_left (fun b cp => put b (fst cp) (snd cp)) l (PositiveMap.empty player), First)
  | Some l, [1] => Some (fold_left (fun b cp => put b (fst cp) (snd cp)) l (PositiveMap.empty player), Second)
  | _, _ => None
  end.

Definition morris_shows (k : N) (b : bytes) (c : claim) (p : board * player) (last : option N) : bool :=
  general rules morris_sure (board_linked tic_tac_toe morris_maps 0) (board_key tic_tac_toe) None (fun _ _ _ => false) k b c p last.
Lemma morris_shows_sound k b c p last : morris_shows k b c p last = true -> forces rules c p.
Proof.
  apply general_sound.
  - discriminate.
  - intros d q. apply morris_sure_sound.
  - intros d q r H F. destruct (morris_linked _ _ _ H) as (m & S & R). exact (morris_alike_forces m S d q r R F).
Qed.
Definition morris_instance : instance := {|
  game := rules; sure := morris_sure; decided := fun _ _ => false; linked := board_linked tic_tac_toe morris_maps;
  image := board_image tic_tac_toe morris_maps; decode := decode_morris;
  shows := morris_shows;
  lasts := morris_lasts;
  view := unit; look := fun _ => tt; sure_after := fun c p _ m => morris_sure c (play rules p m);
  shows_after := fun k b c p _ m => morris_shows k b c (play rules p m) (Some m);
  covers := fun k b c p _ left => forallb (fun m => morris_shows k b c (play rules p m) (Some m)) left |}.
Theorem morris_sound : sound morris_instance.
Proof.
  exists morris_alike. split; cbn.
  - apply morris_sure_sound.
  - intros m p q. apply morris_linked.
  - intros c back p q B (m & S & R). apply (morris_alike_sound m S); auto.
    intros x y E. apply B. exists m. auto.
  - apply morris_shows_sound.
  - intros c p m _ _. apply morris_sure_sound.
  - intros k b c p m _ _. apply morris_shows_sound.
  - intros k b c p left _ _. rewrite forallb_forall. intros H m I. exact (morris_shows_sound _ _ _ _ _ (H m I)).
Qed.
Lemma morris_keeps c p : can_keep rules c (going morris_instance c) p -> forces_ever (three_mens_morris any no_centre) c p.
Proof.
  apply keep_wider. intros q r H. unfold going in H. cbn in H. unfold morris_lasts in H.
  destruct c as [who []]; cbn in *; [discriminate|]. apply PeanoNat.Nat.eqb_eq in H.
  split; cbn; [congruence|discriminate].
Qed.

(* ---- men are never taken ---- *)
Lemma men_leave b a c p : In a points -> In c points -> stone b a <> None -> stone b c = None ->
  (men b <= men (put (PositiveMap.remove (key a) b) c p))%nat.
Proof.
  intros A I O E. apply (not_fewer _ _ (fun x => if N.eqb x a then c else x)).
  - intros x X H. destruct (N.eqb_spec x a) as [->|n].
    + split; auto. unfold is_empty. rewrite stone_put_same. reflexivity.
    + split; auto. unfold is_empty in *. destruct (N.eq_dec x c) as [->|n']; [rewrite stone_put_same; reflexivity|].
      rewrite stone_put_other, left_other; auto.
  - intros x y X Y _ _. unfold is_empty in X, Y.
    destruct (N.eqb_spec x a), (N.eqb_spec y a); intro Z; subst; try congruence; rewrite E in *; discriminate.
Qed.
Lemma men_put b c p : (men b <= men (put b c p))%nat.
Proof.
  apply (not_fewer _ _ (fun x => x)); auto. intros x X H. split; auto. unfold is_empty in *.
  destruct (N.eq_dec x c) as [->|n]; [rewrite stone_put_same; reflexivity|]. rewrite stone_put_other; auto.
Qed.
Lemma not_many (P : N -> bool) l : (length (filter P l) <= length l)%nat.
Proof. induction l as [|x l IH]; cbn; [lia|]. destruct (P x); cbn; lia. Qed.
Lemma number_le a b : (a <= b)%nat -> N.of_nat a <= N.of_nat b.
Proof. lia. Qed.
Theorem morris_in_order : in_order (three_mens_morris any no_centre).
Proof.
  split.
  - intros [b t] m _ I. cbn [moves play class each three_mens_morris morris_rules fst snd] in *.
    unfold morris_moves in I. cbn [fst snd] in I.
    apply number_le.
    destruct (Nat.ltb (men b) 6).
    + unfold puts in I. apply filter_In in I as [I _]. apply filter_In in I as [I _].
      destruct (put_parts m I) as [L R]. unfold leave. rewrite L. apply men_put.
    + unfold steps, from_point in I. apply in_flat_map in I as (a & A & I). apply filter_In in A as [A O].
      apply in_map_iff in I as (c & <- & I). apply filter_In in I as [I _]. apply filter_In in I as [I E].
      destruct (step_parts a c I) as (L & Q & R). unfold leave. rewrite L, Q, R.
      apply men_leave; auto; [apply is_of_true in O; congruence|apply is_empty_true, E].
  - exists 9. intros [b t]. cbn [class three_mens_morris fst]. apply (number_le _ 9). exact (not_many _ points).
Qed.
End Rules.
