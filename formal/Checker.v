(* The checker that is extracted: it finds the game by its name, and says what the certificate states. *)
From Coq Require Import List NArith Ascii String Bool.
From Quod Require Import Game Stream Boards Grids Qubic BoardFacts Check Instances.
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
Definition exactly : reader bool :=
  either (read _ <- text "standard"; give true) (read _ <- text "freestyle"; give false).

(* The games by their full names. `board_named` is what a printed name means; the rest has its own proofs. *)
Inductive name := TicTacToe | Qubic | ConnectFour (w h : N) | Gomoku (n : N) (e : bool) | MNK (w h k : N) (e : bool).
Definition one_name : reader name :=
  either (read _ <- text "tic-tac-toe"; give TicTacToe) (
  either (read _ <- text "qubic"; give Qubic) (
  either (read _ <- text "connect-four:width="; read w <- decimal; read _ <- text ",height="; read h <- decimal;
    if (w <=? 32) && (h <=? 32) && (w * (h + 1) <=? 128) then give (ConnectFour w h) else stop) (
  either (read _ <- text "gomoku:size="; read n <- decimal; read _ <- text ",rule="; read e <- exactly;
    read _ <- text ",opening=free"; if (5 <=? n) && (n <=? 20) then give (Gomoku n e) else stop)
  (read _ <- text "mnk:width="; read w <- decimal; read _ <- text ",height="; read h <- decimal;
    read _ <- text ",k="; read k <- decimal; read _ <- text ",rule="; read e <- exactly;
    if (w <=? 20) && (h <=? 20) && (k <=? 20) then give (MNK w h k e) else stop)))).

Definition board_named (n : name) : board_game :=
  match n with
  | TicTacToe => tic_tac_toe
  | Qubic => qubic
  | ConnectFour w h => connect_four w h
  | Gomoku n e => m_n_k n n 5 e
  | MNK w h k e => m_n_k w h k e
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
  | TicTacToe => check tic_tac_toe_instance h rest
  | Qubic => check qubic_instance h rest
  | ConnectFour w h' => check (connect_four_instance w h') h rest
  | Gomoku n e => check (m_n_k_instance n n 5 e) h rest
  | MNK w h' k e => check (m_n_k_instance w h' k e) h rest
  end.

Record statement := { of_game : name; of_root : board * player; of_claims : list claim }.
Definition verify (stream : bytes) : option statement :=
  match read_header stream with None => None | Some (h, rest) =>
  match whole one_name (game_name h) with None => None | Some n =>
  match checked n h rest with
  | Some (p, l) =>
    if no_claim_twice (claims h) && meet l then Some {| of_game := n; of_root := p; of_claims := l |} else None
  | None => None end end end.

(* What the checker states is true. *)
Theorem verify_sound stream s : verify stream = Some s ->
  Forall (fun c => forces (board_rules (board_named (of_game s))) c (of_root s)) (of_claims s).
Proof.
  unfold verify. destruct (read_header stream) as [[h rest]|]; [|discriminate].
  destruct (whole one_name _) as [n|]; [|discriminate].
  destruct (checked n h rest) as [[p l]|] eqn:E; [|discriminate].
  destruct (_ && _); [|discriminate]. intros [=<-]. cbn [of_game of_root of_claims].
  destruct n; cbn [checked] in E; (eapply (check_header_sound _ (instance_sound _ _ _ _ _ _)) in E; exact E).
Qed.

Definition at_start (p : board * player) : bool :=
  same (snd p) First && match fst p with FMapPositive.PositiveMap.Leaf _ => true | _ => false end.
