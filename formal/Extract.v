(* The checker as OCaml. Only booleans, options, lists and pairs become OCaml's own; numbers stay as they are
   defined, so nothing can overflow. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Quod Require Import Boards Checker.
Extraction "checker.ml" verify knows at_start stone.
