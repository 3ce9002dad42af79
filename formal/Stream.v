(* Reading the stream of a certificate, sections 2 and 3 of the format.
   Nothing here needs a proof: whatever is read, the checker accepts true statements alone. *)
From Coq Require Import List NArith ZArith PArith FMapPositive Bool.
From Quod Require Import Game.
Import ListNotations.
Open Scope N_scope.

Definition bytes := list N.
Definition reader (A : Type) := bytes -> option (A * bytes).
Definition give {A} (a : A) : reader A := fun s => Some (a, s).
Definition stop {A} : reader A := fun _ => None.
Definition bind {A B} (r : reader A) (f : A -> reader B) : reader B :=
  fun s => match r s with Some (a, rest) => f a rest | None => None end.
Notation "'read' x <- r ; k" := (bind r (fun x => k)) (at level 60, x pattern, right associativity).

(* The unsigned integer of LEB128, in the fewest bytes, below 2^64. *)
Fixpoint leb (more : nat) (first : bool) (s : bytes) : option (N * bytes) :=
  match more, s with
  | S more, b :: rest =>
    if b <? 128 then if (b =? 0) && negb first then None else Some (b, rest)
    else match leb more false rest with Some (n, rest) => Some (b - 128 + 128 * n, rest) | None => None end
  | _, _ => None
  end.
Definition number : reader N :=
  read n <- leb 10 true; if n <? 2 ^ 64 then give n else stop.
Definition signed : reader Z :=
  read n <- number; give (if N.even n then Z.of_N (n / 2) else - Z.of_N (n / 2) - 1)%Z.

(* n things; each takes a byte at least, so the stream itself says when to give up. The last comes first. *)
Fixpoint many {A} (enough : bytes) (n : N) (r : reader A) (got : list A) (s : bytes) : option (list A * bytes) :=
  if n =? 0 then Some (got, s) else
  match enough with
  | [] => None
  | _ :: enough => match r s with Some (a, rest) => many enough (N.pred n) r (a :: got) rest | None => None end
  end.
Definition backwards {A} (n : N) (r : reader A) : reader (list A) := fun s => many s n r [] s.
Definition counted {A} (r : reader A) : reader (list A) :=
  read n <- number; read l <- backwards n r; give (rev_append l []).
Definition byte : reader N := fun s => match s with b :: rest => Some (b, rest) | [] => None end.
Definition chunk : reader bytes := counted byte.

(* Ascending codes: each is the one before and 1 and what is skipped. *)
Fixpoint ascending {A} (least : N) (l : list (N * A)) : list (N * A) :=
  match l with [] => [] | (skip, a) :: l => (least + skip, a) :: ascending (least + skip + 1) l end.

Definition whole {A} (r : reader A) (s : bytes) : option A :=
  match r s with Some (a, []) => Some a | _ => None end.

(* How a position is shown: the game is over or decided, an entry under a map, or evidence. *)
Inductive shown := Settled | Entry (index map : N) | Evidence (kind : N) (payload : bytes).

Definition evidence_item : reader shown := read k <- number; read b <- chunk; give (Evidence k b).
Definition link_from (own : N) : reader shown :=
  read d <- signed; read m <- number;
  let index := (Z.of_N own + d)%Z in if (index <? 0)%Z then stop else give (Entry (Z.to_N index) m).
Definition shown_from (own : N) : reader shown :=
  read tag <- number;
  match tag with 0 => give Settled | 1 => link_from own | 2 => evidence_item | _ => stop end.

Inductive body := Choice (m : N) (how : shown) | Replies (named : list (N * shown)) (default : option shown).

Definition item (items : list shown) (k : N) : reader shown :=
  match nth_error items (N.to_nat (N.pred k)) with Some s => give s | None => stop end.
Definition body_from (own : N) : reader body :=
  read tag <- number;
  match tag with
  | 0 => read m <- number; read s <- shown_from own; give (Choice m s)
  | 1 =>
    read items <- counted evidence_item;
    read d <- number;
    read default <- if d =? 0 then give None else read s <- item items d; give (Some s);
    read named <- counted (read skip <- number; read k <- number;
      read s <- if k =? 0 then link_from own else item items k; give (skip, s));
    give (Replies (ascending 0 named) default)
  | _ => stop
  end.

Definition one_claim : reader claim :=
  read p <- number; read g <- number; read n <- signed;
  let who := match p with 0 => Some First | 1 => Some Second | _ => None end in
  match who, g, n with
  | Some who, 0, 0%Z => give (wins who)
  | Some who, 1, 0%Z => give (does_not_lose who)
  | _, _, _ => stop
  end.

Record header := { game_name : bytes; root : bytes; claims : list claim; sections : list (N * shown) }.
Definition read_header : reader header :=
  read g <- chunk; read r <- chunk; read cs <- counted one_claim;
  read ss <- counted (read c <- number; read s <- shown_from 0; give (c, s));
  read _ <- chunk;
  give {| game_name := g; root := r; claims := cs; sections := ss |}.
