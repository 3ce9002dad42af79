(* The proved checker as a worker of a page, by js_of_ocaml: it takes the bytes of a file and answers with its line. *)
open Js_of_ocaml

let () =
  Worker.set_onmessage (fun file ->
    Worker.post_message (Js.string (match Driver.checked (Typed_array.String.of_arrayBuffer file) with Ok line | Error line -> line)))
