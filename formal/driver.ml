(* Opens a container, guards its bytes, asks the proved checker, and writes its statement.
   The proof does not cover this file: it turns the container into the stream, and the statement into a line.
   It is right where integers have 32 bits, as in a browser, and where they have 63. *)
exception Rejected of string
open Checker

(* ---- the container: magic, version, blocks with CRC-32, end mark, SHA-256 ---- *)
let crc_table = Array.init 256 (fun n ->
  let c = ref n in
  for _ = 1 to 8 do c := if !c land 1 = 1 then 0xEDB88320 lxor (!c lsr 1) else !c lsr 1 done;
  !c)
let crc s from length =
  let c = ref 0xFFFFFFFF in
  for i = from to from + length - 1 do
    c := crc_table.((!c lxor Char.code s.[i]) land 255) lxor (!c lsr 8)
  done;
  !c lxor 0xFFFFFFFF

(* The constants of SHA-256 are the first bits of roots of primes. *)
let primes =
  let rec from n = if List.for_all (fun d -> n mod d <> 0 || d * d > n) (List.init (n - 2) (fun i -> i + 2)) then n else from (n + 1) in
  let p = ref 1 in
  Array.init 64 (fun _ -> p := from (!p + 1); !p)
(* The first 32 bits behind the point of the k-th root of p: the largest r with r^k <= p * 2^(32 k), found bit by bit.
   Numbers are lists of 8-bit digits, the lowest first, so that products stay small where integers have 32 bits. *)
let root_bits k p =
  let rec add a b = match a, b with [], l | l, [] -> l | x :: a, y :: b -> (x + y) :: add a b in
  let rec carry c = function
    | [] -> if c = 0 then [] else (c land 255) :: carry (c lsr 8) []
    | d :: l -> ((d + c) land 255) :: carry ((d + c) lsr 8) l in
  let rec mul a b = match a with [] -> [] | x :: a -> carry 0 (add (List.map (fun y -> x * y) b) (0 :: mul a b)) in
  let rec power k r = if k = 1 then r else mul r (power (k - 1) r) in
  let rec trim = function [] -> [] | d :: l -> (match trim l with [] when d = 0 -> [] | l -> d :: l) in
  let at_most a b =
    let a = trim a and b = trim b in
    compare (List.length a, List.rev a) (List.length b, List.rev b) <= 0 in
  let bound = List.init (4 * k) (fun _ -> 0) @ carry 0 [ p ] in
  let rec search r bit = if bit < 0 then r else
    let next = List.mapi (fun i d -> if i = bit / 8 then d lor (1 lsl (bit land 7)) else d) r in
    search (if at_most (power k next) bound then next else r) (bit - 1) in
  List.fold_right (fun d n -> (n lsl 8) lor d) (List.filteri (fun i _ -> i < 4) (search [ 0; 0; 0; 0; 0 ] 39)) 0
let first_words = Array.init 8 (fun i -> root_bits 2 primes.(i))
let round_words = Array.map (root_bits 3) primes

let sha256 s length =
  let zeros = (119 - length mod 64) mod 64 in
  let m = Bytes.make (length + 1 + zeros + 8) '\000' in
  Bytes.blit_string s 0 m 0 length;
  Bytes.set m length '\128';
  Bytes.set_int64_be m (length + 1 + zeros) (Int64.of_int (8 * length));
  let turn x n = ((x lsr n) lor (x lsl (32 - n))) land 0xFFFFFFFF in
  let h = Array.copy first_words and w = Array.make 64 0 in
  for block = 0 to Bytes.length m / 64 - 1 do
    for i = 0 to 15 do w.(i) <- Int32.to_int (Bytes.get_int32_be m (64 * block + 4 * i)) land 0xFFFFFFFF done;
    for i = 16 to 63 do
      let a = w.(i - 15) and b = w.(i - 2) in
      w.(i) <- (w.(i - 16) + (turn a 7 lxor turn a 18 lxor (a lsr 3)) + w.(i - 7)
        + (turn b 17 lxor turn b 19 lxor (b lsr 10))) land 0xFFFFFFFF
    done;
    let v = Array.copy h in
    for i = 0 to 63 do
      let a = v.(0) and e = v.(4) in
      let t = v.(7) + (turn e 6 lxor turn e 11 lxor turn e 25) + ((e land v.(5)) lxor (lnot e land v.(6)))
        + round_words.(i) + w.(i) in
      let u = (turn a 2 lxor turn a 13 lxor turn a 22) + ((a land v.(1)) lxor (a land v.(2)) lxor (v.(1) land v.(2))) in
      Array.blit v 0 v 1 7;
      v.(4) <- (v.(4) + t) land 0xFFFFFFFF;
      v.(0) <- (t + u) land 0xFFFFFFFF
    done;
    Array.iteri (fun i x -> h.(i) <- (h.(i) + x) land 0xFFFFFFFF) v
  done;
  let out = Bytes.create 32 in
  Array.iteri (fun i x -> Bytes.set_int32_be out (4 * i) (Int32.of_int x)) h;
  Bytes.to_string out

let at place reason = raise (Rejected (Printf.sprintf "%s at byte %d" reason place))
let stream_of s =
  let total = String.length s in
  let magic = "QUOD\r\n\026\n" and mark = "\xE4\x9D\x3A\x7C\x15\xB2\xF6\x08" in
  let has i word = i + String.length word <= total && String.sub s i (String.length word) = word in
  let word i = Int32.to_int (String.get_int32_le s i) land 0xFFFFFFFF in
  if not (has 0 magic) then at 0 "not-a-certificate";
  if total < 12 then at total "truncated";
  if not (has 8 "\001\000\000\000") then at 8 "version";
  let stream = Buffer.create total in
  let rec blocks i =
    if has i mark then i + 8 else begin
      if i + 8 > total then at i "truncated";
      let n = word i in
      if n <= 0 || n > 1 lsl 20 then at i "end-mark";
      if i + 8 + n > total then at total "truncated";
      if crc s (i + 8) n <> word (i + 4) then at i "checksum";
      Buffer.add_substring stream s (i + 8) n;
      blocks (i + 8 + n)
    end in
  let stop = blocks 12 in
  if total < stop + 32 then at total "truncated";
  if total > stop + 32 then at (stop + 32) "end-mark";
  if not (has stop (sha256 s stop)) then at stop "checksum";
  Buffer.contents stream

(* ---- numbers and bytes as the checker knows them ---- *)
let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let number n = if n = 0 then N0 else Npos (positive n)
let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> 2 * of_positive p + 1
let int = function N0 -> 0 | Npos p -> of_positive p
let bytes = Array.init 256 number
let numbers s =
  let l = ref [] in
  for i = String.length s - 1 downto 0 do l := bytes.(Char.code s.[i]) :: !l done;
  !l

(* ---- the line ---- *)
let rule exactly = if exactly then "standard" else "freestyle"
let stones_name = function
  | TicTacToe -> "tic-tac-toe"
  | Qubic -> "qubic"
  | ConnectFour (w, h) -> Printf.sprintf "connect-four:width=%d,height=%d" (int w) (int h)
  | Gomoku (n, e) -> Printf.sprintf "gomoku:size=%d,rule=%s,opening=free" (int n) (rule e)
  | MNK (w, h, k, e) -> Printf.sprintf "mnk:width=%d,height=%d,k=%d,rule=%s" (int w) (int h) (int k) (rule e)
let game_name = function
  | Stones s -> stones_name s
  | Morris (any, no_centre) ->
    Printf.sprintf "three-mens-morris:moves=%s,opening=%s" (if any then "any" else "adjacent")
      (if no_centre then "no-centre" else "free")
let player game p =
  let first = p = First in
  match game with
  | Stones TicTacToe -> if first then "X" else "O"
  | Stones (Gomoku _ | MNK _) -> if first then "black" else "white"
  | Stones (Qubic | ConnectFour _) | Morris _ -> if first then "first-player" else "second-player"
let claim_text game = function
  | [ c ] -> player game c.subject ^ (match c.aim with Wins -> "-wins" | DoesNotLose -> "-does-not-lose")
  | _ -> "value=draw"

let upto n = List.init n Fun.id
let text game root =
  let at c = stone (fst root) (number c) in
  let columns w h =
    let one c = String.concat "" (List.map (fun r -> match at (h * c + r) with
      | None -> "" | Some First -> "x" | Some Second -> "o") (upto h)) in
    String.concat "/" (List.map one (upto w)) in
  let rows w h =
    let one r =
      let gap n = if n = 0 then "" else string_of_int n in
      let said, n = List.fold_left (fun (said, n) c -> match at (w * r + c) with
        | None -> (said, n + 1)
        | Some p -> (said ^ gap n ^ (if p = First then "x" else "o"), 0)) ("", 0) (upto w) in
      said ^ gap n in
    String.concat "/" (List.rev_map one (upto h)) in
  let moves cells written =
    let of_player p = List.filter (fun c -> at c = Some p) (upto cells) in
    let rec turns a b = match a with [] -> [] | c :: a -> written c :: turns b a in
    String.concat " " (turns (of_player First) (of_player Second)) in
  let letter c = String.make 1 (Char.chr (97 + c)) in
  if at_start root then "start" else
  match game with
  | Morris _ ->
    let man c = match at c with None -> "." | Some First -> "1" | Some Second -> "2" in
    String.concat "" (List.map man (upto 9)) ^ (if snd root = First then "/1" else "/2")
  | Stones (ConnectFour (w, h)) -> columns (int w) (int h)
  | Stones (Gomoku (n, _)) -> rows (int n) (int n)
  | Stones (MNK (w, h, _, _)) -> rows (int w) (int h)
  | Stones TicTacToe -> moves 9 (fun c -> letter (c mod 3) ^ string_of_int (3 - c / 3))
  | Stones Qubic -> moves 64 (fun c -> Printf.sprintf "%d%s%d" (c / 16 + 1) (letter (c mod 4)) (4 - c / 4 mod 4))

(* The line about the bytes of a file. *)
let checked contents =
  match numbers (stream_of contents) with
  | exception Rejected why -> Error ("s REJECTED " ^ why)
  | stream ->
    match verify stream with
    | Some s ->
      Ok (Printf.sprintf "s VERIFIED %s %s %s" (game_name s.of_game) (claim_text s.of_game s.of_claims) (text s.of_game s.of_root))
    | None -> Error (if knows stream then "s REJECTED not-accepted at stream" else "s REJECTED unknown-game at stream")
