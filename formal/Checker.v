(* The checker that is extracted: it finds the game by its name, and says what the certificate states. *)
From Coq Require Import List NArith Ascii String Bool.
From Quod Require Import Game Endless Stream Boards Grids Qubic Morris BoardFacts Check Instances MorrisFacts.
Import ListNotations.
Open Scope N_scope.

Definition letters (s : string) : bytes := map N_of_ascii (list_ascii_of_string s).
Definition text (s : string) : reader unit := fun b =>
  let l := letters s in
  if list_eq_dec N.eq_dec l (firstn (List.length l) b) then Some (tt, skipn (List.length l) b) else None.
Fixpoint digits (n : N) (b : bytes) : N * bytes :=
  match b with
  | d :: rest => if (48 <=? d) && (d <=? 57) then digits (10 * n + d - 48) rest else (n, b)
  | [] => (n, b)
  end.
(* A number as it is written: it does not begin with 0. *)
Definition decimal : reader N := fun b =>
  match b with d :: _ => if (49 <=? d) && (d <=? 57) then Some (digits 0 b) else None | [] => None end.
Definition either {A} (a b : reader A) : reader A := fun s => match a s with Some r => Some r | None => b s end.

Definition yes_or_no (yes no : string) : reader bool :=
  either (read _ <- text yes; give true) (read _ <- text no; give false).

(* The games by their full names. `is_true` is what a printed name means; the rest has its own proofs. *)
Inductive of_stones := TicTacToe | Qubic | ConnectFour (w h : N) | Gomoku (n : N) (e : bool) | MNK (w h k : N) (e : bool).
Inductive name := Stones (s : of_stones) | Morris (any no_centre : bool).
Definition stones_name : reader of_stones :=
  either (read _ <- text "tic-tac-toe"; give TicTacToe) (
  either (read _ <- text "qubic"; give Qubic) (
  either (read _ <- text "connect-four:width="; read w <- decimal; read _ <- text ",height="; read h <- decimal;
    if (w <=? 32) && (h <=? 32) && (w * (h + 1) <=? 128) then give (ConnectFour w h) else stop) (
  either (read _ <- text "gomoku:size="; read n <- decimal; read _ <- text ",rule="; read e <- yes_or_no "standard" "freestyle";
    read _ <- text ",opening=free"; if (5 <=? n) && (n <=? 20) then give (Gomoku n e) else stop)
  (read _ <- text "mnk:width="; read w <- decimal; read _ <- text ",height="; read h <- decimal;
    read _ <- text ",k="; read k <- decimal; read _ <- text ",rule="; read e <- yes_or_no "standard" "freestyle";
    if (w <=? 20) && (h <=? 20) && (k <=? 20) then give (MNK w h k e) else stop)))).

Definition one_name : reader name :=
  either (read s <- stones_name; give (Stones s)) (
    read _ <- text "three-mens-morris:moves="; read a <- yes_or_no "any" "adjacent";
    read _ <- text ",opening="; read c <- yes_or_no "no-centre" "free"; give (Morris a c)).

Definition board_named (n : of_stones) : board_game :=
  match n with
  | TicTacToe => tic_tac_toe
  | Qubic => qubic
  | ConnectFour w h => connect_four w h
  | Gomoku n e => m_n_k n n 5 e
  | MNK w h k e => m_n_k w h k e
  end.
Definition is_true (n : name) (c : claim) (p : board * player) : Prop :=
  match n with
  | Stones s => forces (board_rules (board_named s)) c p
  | Morris any no_centre => forces_ever (three_mens_morris any no_centre) c p
  end.

(* Two sections are the two halves of a draw. *)
Definition meet (l : list claim) : bool :=
  match l with
  | [_] => true
  | [c; d] =>
    match aim c, aim d with DoesNotLose, DoesNotLose => negb (same (subject c) (subject d)) | _, _ => false end
  | _ => false
  end.
Fixpoint no_claim_twice (l : list claim) : bool :=
  match l with [] => true | c :: l => negb (existsb (same_claim c) l) && no_claim_twice l end.

Definition checked (n : name) (h : header) (rest : bytes) : option ((board * player) * list claim) :=
  match n with
  | Stones TicTacToe => check tic_tac_toe_instance h rest
  | Stones Qubic => check qubic_instance h rest
  | Stones (ConnectFour w h') => check (connect_four_instance w h') h rest
  | Stones (Gomoku n e) => check (m_n_k_instance n n 5 e) h rest
  | Stones (MNK w h' k e) => check (m_n_k_instance w h' k e) h rest
  | Morris any no_centre => check (morris_instance any no_centre) h rest
  end.
Lemma checked_sound n h rest p l : checked n h rest = Some (p, l) -> Forall (fun c => is_true n c p) l.
Proof.
  destruct n as [s|any no_centre].
  - destruct s; cbn [checked]; intro E;
      (apply (check_header_sound _ _ _ _ _ (instance_sound _ _ _ _ _ _)) in E);
      (apply (all_forced _ _ _ (stones_end _ _ _ _ _ _)) in E; exact E).
  - intro E. apply (check_header_sound _ _ _ _ _ (morris_sound _ _)) in E.
    eapply Forall_impl; [|exact E]. intros c K. exact (morris_keeps any no_centre c p K).
Qed.

Record statement := { of_game : name; of_root : board * player; of_claims : list claim }.
Definition verify (stream : bytes) : option statement :=
  match read_header stream with None => None | Some (h, rest) =>
  match whole one_name (game_name h) with None => None | Some n =>
  match checked n h rest with
  | Some (p, l) =>
    if no_claim_twice (claims h) && meet l then Some {| of_game := n; of_root := p; of_claims := l |} else None
  | None => None end end end.

(* Whether a stream names a game that the checker knows, for what is said of one that it does not accept. *)
Definition knows (stream : bytes) : bool :=
  match chunk stream with
  | Some (n, _) => match whole one_name n with Some _ => true | None => false end
  | None => true end.

(* What the checker states is true. *)
Theorem verify_sound stream s : verify stream = Some s ->
  Forall (fun c => is_true (of_game s) c (of_root s)) (of_claims s).
Proof.
  unfold verify. destruct (read_header stream) as [[h rest]|]; [|discriminate].
  destruct (whole one_name _) as [n|]; [|discriminate].
  destruct (checked n h rest) as [[p l]|] eqn:E; [|discriminate].
  destruct (_ && _); [|discriminate]. intros [=<-]. exact (checked_sound _ _ _ _ _ E).
Qed.

Definition at_start (p : board * player) : bool :=
  same (snd p) First && match fst p with FMapPositive.PositiveMap.Leaf _ => true | _ => false end.
