(* The kinds of evidence that any game may use: reply trees (1), positional strategies (4),
   exhaustive searches (5), solution trees (6). *)
From Coq Require Import List NArith ZArith PArith FMapPositive Bool.
From Quod Require Import Lists Game Stream Check Walk.
Import ListNotations.
Open Scope N_scope.

Section Kinds.
Variable g : rules.
Variable sure : claim -> position g -> bool.
Variable same_position : position g -> position g -> bool.
Variable key : position g -> positive.
Variable above : option (N -> option N).    (* of stacked cells: the cell on top of another *)
Variable paired : list (N * N) -> claim -> position g -> bool.    (* these pairs of cells hold the claim *)
Hypothesis paired_sound : forall l c p, paired l c p = true -> forces g c p.
Hypothesis sure_sound : forall c p, sure c p = true -> forces g c p.
Hypothesis same_sound : forall c p q, same_position p q = true -> forces g c q -> forces g c p.
Notation pos := (position g).
Definition longest : nat := N.to_nat 10000.

(* Kind 1. The place is a node; a link leads to a later node, whose number is looked up. *)
Inductive node := End | Plays (m : N) | Answers (default : N) (branches : list (N * N)).
Definition one_node : reader node :=
  read tag <- number;
  match tag with
  | 0 => give End
  | 1 => read m <- number; give (Plays m)
  | 2 => read d <- number; read b <- counted (read skip <- number; read child <- number; give (skip, child));
         if existsb (fun b => snd b =? 0) b then stop else give (Answers d (ascending 0 b))
  | _ => stop
  end.
Definition nodes := PositiveMap.t node.
Definition numbered (l : list node) : nodes :=
  snd (fold_left (fun im n => (fst im + 1, PositiveMap.add (N.succ_pos (fst im)) n (snd im))) l (0, PositiveMap.empty _)).
Definition node_at (t : nodes) (n : N) := PositiveMap.find (N.succ_pos n) t.
Definition reply_tree (t : nodes) : strategy pos := {|
  place := N; used := unit;
  propose := fun at_ _ _ _ _ => match node_at t at_ with Some (Plays m) => Some (m, at_ + 1, tt) | _ => None end;
  follow := fun at_ m => match node_at t at_ with
    | Some (Answers d b) =>
      match find (fun mc => fst mc =? m) b with
      | Some (_, child) => Some (at_ + child)
      | None => if d =? 0 then None else Some (at_ + d) end
    | _ => None end;
  remembers := fun _ _ => false |}.

(* Kind 4. The first instruction that gives a legal move is played. *)
Inductive instruction := Win | Above | Play (m : N) | Reply (a m : N) | Pair (a b : N) | AnyMove
  | Block | Ranks (of : list N).
(* Four bits a move, the lower ones for the lower code; at most 32 bytes, the last not 0. *)
Definition nibbles (b : bytes) : option (list N) :=
  if (32 <? N.of_nat (length b)) || (last b 1 =? 0) then None else Some (flat_map (fun n => [n mod 16; n / 16]) b).
Definition one_instruction : reader instruction :=
  read tag <- number;
  match tag with
  | 0 => give Win | 1 => match above with Some _ => give Above | None => stop end
  | 2 => read m <- number; give (Play m)
  | 3 => read a <- number; read m <- number; give (Reply a m)
  | 4 => read a <- number; read b <- number; give (Pair a b)
  | 5 => give AnyMove | 6 => give Block
  | 7 => read b <- chunk; match nibbles b with Some of => give (Ranks of) | None => stop end
  | _ => stop
  end.
(* The other player would win by m if the first other move were played. *)
Definition threatened (c : claim) (p : pos) (legal : list N) (m : N) : bool :=
  match find (fun o => negb (o =? m)) legal with
  | Some o =>
    let a := play g p o in
    match result g a with
    | None => among m (moves g a) && sure (wins (other (subject c))) (play g a m)
    | Some _ => false end
  | None => false end.
Definition has_rank (of : list N) (r m : N) : bool := (m <? 64) && (nth (N.to_nat m) of 0 =? r).
Definition only_ranked (of legal : list N) : option N :=
  fold_right (fun r found => match filter (has_rank of r) legal with [m] => Some m | _ => found end) None
    [1;2;3;4;5;6;7;8;9;10;11;12;13;14;15].
Definition instructed (c : claim) (p : pos) (last : option N) (legal : list N) (n : instruction) : option N :=
  let wish := match n, last with
    | Win, _ => find (fun m => sure c (play g p m)) legal
    | Above, Some l => match above with Some f => f l | None => None end
    | Play m, _ => Some m
    | Reply a m, Some l => if l =? a then Some m else None
    | Pair a b, Some l => if l =? a then Some b else if l =? b then Some a else None
    | AnyMove, _ => hd_error legal
    | Block, _ => find (threatened c p legal) legal
    | Ranks of, _ => only_ranked of legal
    | _, None => None
    end in
  match wish with Some m => if among m legal then Some m else None | None => None end.
Fixpoint first_instructed c p last legal (l : list instruction) : option N :=
  match l with
  | [] => None
  | n :: l => match instructed c p last legal n with Some m => Some m | None => first_instructed c p last legal l end
  end.
(* The pairs that the list begins with; a lemma says when they hold by themselves. *)
Fixpoint leading (l : list instruction) : list (N * N) := match l with Pair a b :: l => (a, b) :: leading l | _ => [] end.
Definition or_paired (l : list instruction) : claim -> pos -> bool :=
  let any := existsb (fun n => match n with AnyMove => true | _ => false end) l in let pairs := leading l in
  fun c p => sure c p || (any && paired pairs c p).
Lemma or_paired_sound l c p : or_paired l c p = true -> forces g c p.
Proof.
  unfold or_paired. intro H. apply orb_prop in H as [H|H]; [auto|]. apply andb_prop in H as [_ H]. eapply paired_sound; eauto.
Qed.
Definition thumb (c : claim) (l : list instruction) : strategy pos := {|
  place := unit; used := unit;
  propose := fun _ _ p last legal => option_map (fun m => (m, tt, tt)) (first_instructed c p last legal l);
  follow := fun _ _ => Some tt;
  remembers := fun p _ => negb (same (to_move g p) (subject c)) |}.

(* Kind 6. The choices are read from the bits as they are met. *)
Definition bits := list bool.
Definition bits_of (b : bytes) : bits := flat_map (fun n => map (N.testbit n) [0;1;2;3;4;5;6;7]) b.
Fixpoint take_bits (n : nat) (l : bits) : option (N * bits) :=
  match n, l with
  | O, _ => Some (0, l)
  | S n, b :: l => match take_bits n l with Some (v, l) => Some (2 * v + N.b2n b, l) | None => None end
  | _, [] => None
  end.
Definition chosen (legal : list N) (l : bits) : option (N * bits) :=
  match legal with
  | [] => None
  | [m] => Some (m, l)
  | _ =>
    match take_bits (N.size_nat (N.of_nat (length legal) - 1)) l with
    | Some (v, l) => option_map (fun m => (m, l)) (nth_error legal (N.to_nat v))
    | None => None end
  end.
Definition solution_tree (c : claim) : strategy pos := {|
  place := unit; used := bits;
  propose := fun _ l _ _ legal => option_map (fun ml => (fst ml, tt, snd ml)) (chosen legal l);
  follow := fun _ _ => Some tt;
  remembers := fun p legal => same (to_move g p) (subject c) && match legal with _ :: _ :: _ => true | _ => false end |}.

(* Kind 5. Everything is tried, so many plies deep. *)
Fixpoint within (plies : nat) (c : claim) (p : pos) : bool :=
  if sure c p then true else
  match result g p, plies with
  | None, S plies =>
    let legal := moves g p in
    if same (to_move g p) (subject c) then existsb (fun m => within plies c (play g p m)) legal
    else match legal with [] => false | _ => forallb (fun m => within plies c (play g p m)) legal end
  | _, _ => false
  end.
Theorem within_sound plies c : forall p, within plies c p = true -> forces g c p.
Proof.
  induction plies as [|plies IH]; intros p; cbn [within]; destruct (sure c p) eqn:S; auto;
    destruct (result g p) eqn:R; try discriminate.
  destruct (same (to_move g p) (subject c)) eqn:T.
  - intro H. apply existsb_exists in H as (m & I & W). eapply choice; eauto using same_true.
  - destruct (moves g p) as [|m l] eqn:E; [discriminate|]. rewrite <- E. intro H.
    rewrite forallb_forall in H. apply replies; auto.
    + intro Z. rewrite Z in T. destruct (subject c); discriminate.
    + rewrite E. discriminate.
Qed.

Notation walked c s := (walked g sure same_position key c s longest).
Definition reply_trees (b : bytes) (c : claim) (p : pos) : bool :=
  match whole (counted one_node) b with
  | Some l => match walked c (reply_tree (numbered l)) 0 tt p None with Some _ => true | None => false end
  | None => false end.
Definition positional_strategies (b : bytes) (c : claim) (p : pos) (last : option N) : bool :=
  match whole (counted one_instruction) b with
  | Some l => match Walk.walked g (or_paired l) same_position key c (thumb c l) longest tt tt p last with
              | Some _ => true | None => false end
  | None => false end.
Definition exhaustive_searches (b : bytes) (c : claim) (p : pos) : bool :=
  match whole number b with Some n => (n <=? 255) && within (N.to_nat n) c p | None => false end.
Definition solution_trees (b : bytes) (c : claim) (p : pos) : bool :=
  match walked c (solution_tree c) tt (bits_of b) p None with
  | Some unread => Nat.ltb (length (unread : bits)) 8 && forallb negb (unread : bits)
  | None => false end.
Definition general (k : N) (b : bytes) (c : claim) (p : pos) (last : option N) : bool :=
  if k =? 1 then reply_trees b c p else
  if k =? 4 then positional_strategies b c p last else
  if k =? 5 then exhaustive_searches b c p else
  if k =? 6 then solution_trees b c p else false.

Lemma strategy_sound c s f u p last rest : walked c s f u p last = Some rest -> forces g c p.
Proof. intro H. eapply walked_sound; [apply sure_sound|apply same_sound|exact H]. Qed.
Theorem reply_trees_sound b c p : reply_trees b c p = true -> forces g c p.
Proof.
  unfold reply_trees. destruct (whole _ b); [|discriminate].
  match goal with |- context [match ?w with Some _ => true | None => false end] => destruct w eqn:E end; [|discriminate].
  intros _. exact (strategy_sound _ _ _ _ _ _ _ E).
Qed.
Theorem positional_strategies_sound b c p last : positional_strategies b c p last = true -> forces g c p.
Proof.
  unfold positional_strategies. destruct (whole _ b) as [l|]; [|discriminate].
  match goal with |- context [match ?w with Some _ => true | None => false end] => destruct w eqn:E end; [|discriminate].
  intros _. eapply walked_sound; [intro q; apply or_paired_sound|apply same_sound|exact E].
Qed.
Theorem exhaustive_searches_sound b c p : exhaustive_searches b c p = true -> forces g c p.
Proof.
  unfold exhaustive_searches. destruct (whole number b); [|discriminate].
  intro H. apply andb_prop in H as [_ H]. eapply within_sound, H.
Qed.
Theorem solution_trees_sound b c p : solution_trees b c p = true -> forces g c p.
Proof.
  unfold solution_trees.
  match goal with |- context [match ?w with Some _ => _ | None => false end] => destruct w eqn:E end; [|discriminate].
  intros _. exact (strategy_sound _ _ _ _ _ _ _ E).
Qed.
Theorem general_sound k b c p last : general k b c p last = true -> forces g c p.
Proof.
  unfold general. destruct (k =? 1); [apply reply_trees_sound|]. destruct (k =? 4); [apply positional_strategies_sound|].
  destruct (k =? 5); [apply exhaustive_searches_sound|]. destruct (k =? 6); [apply solution_trees_sound|discriminate].
Qed.
End Kinds.
