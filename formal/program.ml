(* quod-check-proved FILE.quod | --many: the proved checker as a program. *)
let contents file =
  try let channel = open_in_bin file in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))
  with Sys_error why -> prerr_endline why; exit 2

let () =
  (* What is read stays to the end, so the collector need not look for garbage there often. *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 262144; space_overhead = 400 };
  match Sys.argv with
  | [| _; "--many" |] ->
    (* The files named on standard input, a line each. *)
    (try while true do
      print_endline (match Driver.checked (contents (input_line stdin)) with Ok line | Error line -> line)
    done with End_of_file -> ())
  | [| _; file |] ->
    (match Driver.checked (contents file) with Ok line -> print_endline line | Error line -> print_endline line; exit 1)
  | _ -> prerr_endline "usage: quod-check-proved FILE.quod | --many"; exit 2
