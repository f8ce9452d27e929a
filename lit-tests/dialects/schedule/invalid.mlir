// Each message of the parser and the verifier of the schedule dialect.

// RUN: tc-opt %s -split-input-file -verify-diagnostics
// RUN: not tc-opt %s -split-input-file 2>&1 | FileCheck %s --check-prefix=PLACE

// isl's reason, at the line and column of the token that isl cannot read.
// PLACE: invalid.mlir:[[@LINE+2]]:50: error: expected an isl union set; unexpected `<`
// expected-error@+1 {{expected an isl union set; unexpected `<`}}
#set = #schedule.set<"[N] -> { S[i] : 0 <= i and < N }">

// -----

// expected-error@+1 {{expected an isl union set; the text ends too early}}
#set = #schedule.set<"{ S[i] : 0 <= i">

// -----

// expected-error@+1 {{isl refuses this object: }}
#map = #schedule.map<"{ S[i] : 0 <= i }">

// -----

schedule.scop @overlap(%A: memref<16xf32>) {
  schedule.statement @S(%i) {}
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    // Pieces that do not overlap are one function.
    schedule.band (sequential "{ S[i] -> [i] : i < 4; S[i] -> [2i] : i >= 4 }") {
      // expected-error@+1 {{pieces overlap: expected one value for each instance}}
      schedule.band (sequential "{ S[i] -> [i]; S[i] -> [i + 1] }") {}
    }
  }
}

// -----

// expected-error@+1 {{isl object is nested deeper than 200 levels}}
#set = #schedule.set<"{ S[i] : ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((">

// -----

schedule.scop @role(%A: memref<8xf32>) {
  // expected-error@+1 {{expected 'temporary', 'shared' or 'private'}}
  %T = schedule.array global : memref<8xf32>
}

// -----

schedule.scop @reduction(%A: memref<8xf32>) {
  // expected-error@+1 {{expected 'add', 'mul', 'min' or 'max'}}
  schedule.statement @S0(%i) reduces xor {}
}

// -----

// expected-error@+1 {{'%B' is not an argument of the scop}}
schedule.scop @size(%A: memref<8xf32>) sizes(N = %B[0]) {}

// -----

// expected-error@+1 {{'schedule.scop' op has 1 arguments, but 0 names of arguments}}
"schedule.scop"() <{sym_name = "f", arg_names = [], arg_roles = [#schedule.role<in>]}> ({
^bb0(%A: memref<8xf32>):
}) : () -> ()

// -----

// expected-error@+1 {{'schedule.scop' op has 1 arguments, but 0 roles of arguments}}
"schedule.scop"() <{sym_name = "f", arg_names = ["A"], arg_roles = []}> ({
^bb0(%A: memref<8xf32>):
}) : () -> ()

// -----

// expected-error@+1 {{'schedule.scop' op expects memrefs as arguments, but argument 0 is of type 'f32'}}
schedule.scop @argument(%A: f32) {}

// -----

// expected-error@+1 {{'schedule.scop' op has two arrays named 'A'}}
schedule.scop @names(%A: memref<8xf32>, %B: memref<8xf32> {name = "A"}) {}

// -----

// expected-error@+1 {{'schedule.scop' op lists size 'N' twice}}
schedule.scop @sizes(%A: memref<?x?xf32>) sizes(N = %A[0], N = %A[1]) {}

// -----

// expected-error@+1 {{'schedule.scop' op takes both 'M' and 'N' from dimension 0 of argument 0; one size has one name}}
schedule.scop @two_names_of_a_size(%A: memref<?xf32>) sizes(M = %A[0], N = %A[0]) {
  schedule.domain "{ }" {}
}

// -----

// expected-error@+1 {{'schedule.scop' op takes size 'N' from dimension 2 of argument 0, which has rank 2}}
schedule.scop @sizes(%A: memref<?x?xf32>) sizes(N = %A[2]) {}

// -----

// expected-error@+1 {{'schedule.scop' op has 1 sizes, but 0 arguments and 0 dimensions for them}}
"schedule.scop"() <{sym_name = "f", arg_names = [], arg_roles = [], size_names = ["N"], size_args = array<i64>, size_dims = array<i64>}> ({
^bb0:
}) : () -> ()

// -----

// expected-error@+1 {{'schedule.scop' op takes size 'N' from argument 3, which does not exist}}
"schedule.scop"() <{sym_name = "f", arg_names = [], arg_roles = [], size_names = ["N"], size_args = array<i64: 3>, size_dims = array<i64: 0>}> ({
^bb0:
}) : () -> ()

// -----

// expected-error@+1 {{'schedule.scop' op has block(32, 0), expected one to three positive numbers of threads}}
schedule.scop @launch(%A: memref<8xf32>) block(32, 0) {}

// -----

// expected-error@+2 {{'schedule.scop' op has a context over instances; expected conditions on sizes only}}
// expected-error@+1 {{'schedule.scop' op mentions the parameter 'N', which is not among the sizes none}}
schedule.scop @context(%A: memref<8xf32>) context "[N] -> { S[i] : i < N }" {}

// -----

schedule.scop @foreign(%A: memref<8xf32>) {
  // expected-error@+1 {{'arith.constant' op does not belong in a 'schedule.scop'; expected 'schedule.array', 'schedule.statement' or 'schedule.domain'}}
  %0 = arith.constant 0 : i32
}

// -----

schedule.scop @trees(%A: memref<8xf32>) {
  schedule.domain "{ }" {}
  // expected-error@+1 {{'schedule.domain' op is a second tree; a 'schedule.scop' has one}}
  schedule.domain "{ }" {}
}

// -----

// expected-error@+1 {{'schedule.filter' op expects parent op to be one of 'schedule.domain, schedule.context, schedule.guard, schedule.filter, schedule.band, schedule.sequence, schedule.set, schedule.extension, schedule.expansion, schedule.mark, schedule.last'}}
schedule.filter "{ S[i] }" {}

// -----

schedule.scop @statements(%A: memref<8xf32>) {
  // expected-note@+1 {{see existing symbol definition here}}
  schedule.statement @S0(%i) {}
  // expected-error@+1 {{redefinition of symbol named 'S0'}}
  schedule.statement @S0(%i) {}
}

// -----

schedule.scop @statement(%A: memref<8xf32>) {
  // expected-error@+2 {{'schedule.statement' op has 1 indices, but 0 names of indices}}
  // expected-error@+1 {{'schedule.statement' op has an index of type 'i32', expected 'index'}}
  "schedule.statement"() <{sym_name = "S0", arg_names = []}> ({
  ^bb0(%i: i32):
  }) : () -> ()
}

// -----

schedule.scop @arrays(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = memref.alloc() : memref<8xf32>
    // expected-error@+1 {{'affine.load' op touches an array that the scop does not declare; expected an argument of the scop or the result of a 'schedule.array'}}
    %1 = affine.load %0[%i] : memref<8xf32>
    // expected-error@+1 {{'affine.store' op stores into input 'A'; expected an argument marked 'out' or 'inout'}}
    affine.store %1, %A[%i] : memref<8xf32>
  }
}

// -----

schedule.scop @band(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+2 {{'schedule.band' op has 1 members, but 2 tile sizes}}
    // expected-error@+1 {{'schedule.band' op has tile size 0, expected a positive number}}
    schedule.band tiles(32, 0) ("{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @band(%A: memref<8xf32>) {
  schedule.domain "{ }" {
    // expected-error@+1 {{'schedule.band' op has no members; expected at least one}}
    schedule.band () {}
  }
}

// -----

schedule.scop @band(%A: memref<8xf32>) {
  schedule.domain "{ }" {
    // expected-error@+1 {{'schedule.band' op has 1 members, but 0 kinds and 0 flags of coincidence}}
    "schedule.band"() <{members = [#schedule.aff<"{ S0[i] -> [i] }">], kinds = [], coincident = array<i1>}> ({}) : () -> ()
  }
}

// -----

schedule.scop @tuples(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  // expected-error@+3 {{'schedule.domain' op mentions the parameter 'N', which is not among the sizes none}}
  // expected-error@+2 {{'schedule.domain' op uses 'S0' with 2 indices, but the statement has 1}}
  // expected-error@+1 {{'schedule.domain' op mentions 'S1', which is not among the statements 'S0'}}
  schedule.domain "[N] -> { S0[i, j] : 0 <= i < N; S1[i] }" {}
}

// -----

schedule.scop @coverage(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+1 {{'schedule.band' op has no value of member 1 for instances that reach it, such as S0[7]}}
    schedule.band ("{ S0[i] -> [i] }", "{ S0[i] -> [i] : i < 7 }") {}
  }
}

// -----

schedule.scop @mapped_twice(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (thread.x "{ S0[i] -> [i] }") {
      // expected-error@+1 {{'schedule.band' op maps a member to thread.x, to which an outer member is mapped}}
      schedule.band (thread.x "{ S0[i] -> [i] }") {}
    }
  }
}

// -----

schedule.scop @digits_that_overlap(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (thread(1, 4) "{ S0[i] -> [i] }") {
      // expected-error@+1 {{'schedule.band' op maps a member to thread(2, 4), and an outer member is mapped to thread(1, 4), a part of which it is}}
      schedule.band (thread(2, 4) "{ S0[i] -> [i] }") {
        // expected-error@+1 {{'schedule.band' op maps a member to thread.x, and an outer member is mapped to thread(1, 4), a part of which it is}}
        schedule.band (thread.x "{ S0[i] -> [i] }") {}
      }
    }
  }
}

// -----

schedule.scop @digit_without_values(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+1 {{'schedule.band' op has a member thread(0, 4); expected a stride and a size of at least 1}}
    schedule.band (thread(0, 4) "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @digit_without_numbers(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+1 {{expected '('}}
    schedule.band (thread "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @outside(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.statement @S1(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        // expected-error@+1 {{'schedule.filter' op selects { S1[i] }, none of which reaches it}}
        schedule.filter "{ S0[i]; S1[i] }" {}
      }
      schedule.filter "{ S1[i] }" {
        // expected-error@+1 {{'schedule.filter' op selects { S1[i] : i >= 8 }, none of which reaches it}}
        schedule.filter "{ S1[i] : i >= 8 }" {}
      }
    }
  }
}

// -----

schedule.scop @siblings(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+1 {{'schedule.sequence' op leaves out instances that reach it, such as S0[7]}}
    schedule.sequence {
      // expected-note@+1 {{the earlier sibling}}
      schedule.filter "{ S0[i] : i < 4 }" {}
      // expected-error@+1 {{'schedule.filter' op selects instances that an earlier sibling selects, such as S0[3]}}
      schedule.filter "{ S0[i] : 3 <= i < 7 }" {}
    }
  }
}

// -----

schedule.scop @children(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  // expected-note@+1 {{below this 'schedule.domain'}}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.set {
      // expected-error@+1 {{'schedule.band' op is below 'schedule.set'; expected 'schedule.filter'}}
      schedule.band ("{ S0[i] -> [i] }") {}
    }
    // expected-error@+1 {{'schedule.sequence' op is a second child; only 'schedule.sequence' and 'schedule.set' have several}}
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        // expected-error@+1 {{'schedule.set' op has no children; expected at least one 'schedule.filter'}}
        schedule.set {}
      }
    }
  }
}

// -----

schedule.scop @foreign_node(%A: memref<8xf32>) {
  schedule.domain "{ }" {
    // expected-error@+1 {{'gpu.barrier' op is not a node of a schedule tree}}
    gpu.barrier
  }
}

// -----

schedule.scop @extension(%A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.statement @copy(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+2 {{'schedule.extension' op expects 1 outer loops, but 0 are around it}}
    // expected-error@+1 {{'schedule.extension' op adds instances of a statement that the domain has, such as S0[0]}}
    schedule.extension "{ [b] -> copy[0]; [] -> S0[0] }" {}
  }
}

// -----

schedule.scop @sizes_of_examples(%A: memref<?xf32>) sizes(N = %A[0]) {
  schedule.statement @S0(%i) {}
  schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {
    // expected-error@+1 {{'schedule.band' op has no value of member 0 for instances that reach it, such as S0[0] for N = 1}}
    schedule.band ("[N] -> { S0[i] -> [i] : i > 0 }") {}
  }
}

// -----

schedule.scop @unnamed(%A: memref<8xf32>) {
  schedule.statement @S(%i) {}
  // expected-error@+1 {{'schedule.domain' op has '{ [] }', which are not instances of a statement; expected one of the statements 'S'}}
  schedule.domain "{ [] }" {}
}

// -----

schedule.scop @no_tuple(%A: memref<8xf32>) {
  schedule.statement @S(%i) {}
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    // expected-error@+1 {{'schedule.filter' op has '{ : }', which are not instances of a statement; expected one of the statements 'S'}}
    schedule.filter "{ : }" {}
  }
}

// -----

schedule.scop @conditions(%A: memref<8xf32>) {
  schedule.statement @S(%i) {}
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    // expected-error@+1 {{'schedule.context' op has conditions '{ [b] }'; expected conditions on sizes, as in '[N] -> { : N >= 1 }'}}
    schedule.context "{ [b] }" {
      schedule.band ("{ S[i] -> [i] }", "{ S[i] -> [0] }") {
        // expected-error@+1 {{'schedule.guard' op has conditions '{ S[i] }'; expected conditions on sizes, as in '[N] -> { : N >= 1 }', or on the 2 loops around it, as in '{ [c0, c1] : c0 >= 1 }'}}
        schedule.guard "{ S[i] }" {
          // expected-error@+1 {{'schedule.guard' op has conditions '{ [b] : b > 0; [b, c] : b > 0 }'; expected conditions on sizes}}
          schedule.guard "{ [b] : b > 0; [b, c] : b > 0 }" {}
        }
      }
    }
  }
}

// -----

// expected-error@+1 {{'schedule.scop' op has a context over instances; expected conditions on sizes only, as in '[N] -> { : N >= 0 }'}}
schedule.scop @context_of_nothing(%A: memref<8xf32>) context "{ [] }" {
}

// -----

// Places in the original program.
schedule.scop @places(inout %A: memref<32xf32>) {
  schedule.statement @S0(%i) at [1, 0] {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %A[%i] : memref<32xf32>
  }
  // expected-error@+1 {{'schedule.statement' op is at [1], and @S0 is at [1, 0]}}
  schedule.statement @S1(%i) at [1] {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %A[%i] : memref<32xf32>
  }
  // expected-error@+1 {{'schedule.statement' op is at [1, 0, 1]; expected numbers from 0, one more than loops around it, of which it has at most 1}}
  schedule.statement @S2(%i) at [1, 0, 1] {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %A[%i] : memref<32xf32>
  }
}

// -----

schedule.scop @launch_in_a_kernel(%A: memref<8x64xf32>, out %B: memref<8x64xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<8x64xf32>
    affine.store %0, %B[%t, %i] : memref<8x64xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.band (block.x coincident "{ S[t, i] -> [i] }") {
      // expected-error @+1 {{'schedule.band' op has a member of the kind launch inside of a kernel; expected it above all other loops, below sequences of kernels and loops of launches only}}
      schedule.band (launch "{ S[t, i] -> [t] }") {}
    }
  }
}

// -----

// A sequence in a sequence is part of a kernel.
schedule.scop @launch_in_a_sequence_of_a_kernel(%A: memref<8x64xf32>, out %B: memref<8x64xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<8x64xf32>
    affine.store %0, %B[%t, %i] : memref<8x64xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[t, i] }" {
        schedule.sequence {
          schedule.filter "{ S[t, i] }" {
            // expected-error @+1 {{has a member of the kind launch inside of a kernel}}
            schedule.band (launch "{ S[t, i] -> [t] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @launch_and_block(%A: memref<8x64xf32>, out %B: memref<8x64xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<8x64xf32>
    affine.store %0, %B[%t, %i] : memref<8x64xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    // expected-error @+1 {{'schedule.band' op has members of the kind launch and of other kinds; expected a band of launches only}}
    schedule.band (launch "{ S[t, i] -> [t] }", block.x coincident "{ S[t, i] -> [i] }") {}
  }
}

// -----

schedule.scop @tiles_of_launches(%A: memref<8x64xf32>, out %B: memref<8x64xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<8x64xf32>
    affine.store %0, %B[%t, %i] : memref<8x64xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    // expected-error @+1 {{'schedule.band' op has tiles of launches; expected each launch to be an iteration}}
    schedule.band tiles(2) (launch "{ S[t, i] -> [2*floor(t/2)] }") {
      schedule.band (sequential "{ S[t, i] -> [t] }") {}
    }
  }
}

// -----

schedule.scop @last_of_nothing(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2, 2) {
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    // expected-error @below {{does not begin the last branch of the sequence at the top of a kernel; expected other branches before it and no loops around them, since all blocks count there once}}
    schedule.last "arrived" across block.x {}
  }
}

// -----

schedule.scop @last_in_a_loop(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2, 2) {
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.band ("{ S0[i] -> [i mod 2] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] : i < 32 }" {}
        schedule.filter "{ S0[i] : i >= 32 }" {
          // expected-error @below {{does not begin the last branch of the sequence at the top of a kernel}}
          schedule.last "arrived" across block.x {}
        }
      }
    }
  }
}

// -----

schedule.scop @last_is_first(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2, 2) {
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] : i < 32 }" {
        // expected-error @below {{does not begin the last branch of the sequence at the top of a kernel}}
        schedule.last "arrived" across block.x {}
      }
      schedule.filter "{ S0[i] : i >= 32 }" {}
    }
  }
}

// -----

schedule.scop @last_across_threads(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2, 2) {
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] : i < 32 }" {}
      schedule.filter "{ S0[i] : i >= 32 }" {
        // expected-error @below {{is across thread.x; expected kinds of loops on blocks, each once}}
        schedule.last "arrived" across thread.x {}
      }
    }
  }
}

// -----

schedule.scop @last_block_of_the_group(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2, 2) {
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] : i < 32 }" {}
      schedule.filter "{ S0[i] : i >= 32 }" {
        schedule.last "arrived" across block.x {
          // expected-error @below {{maps a member to block.x below a 'schedule.last' across it; which block of a group is last is not known}}
          schedule.band (block.x "{ S0[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

schedule.scop @last_counts_floats(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2, 2) {
  %arrived = schedule.array temporary : memref<2xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] : i < 32 }" {}
      schedule.filter "{ S0[i] : i >= 32 }" {
        // expected-error @below {{counts at 'arrived'; expected an array of the scop that is a temporary of type 'memref<Nxi32>'}}
        schedule.last "arrived" across block.x {}
      }
    }
  }
}

// -----

// Statements that compute the values of others again.
schedule.scop @recomputes(%A: memref<32xf32>, out %B: memref<32xf32>) {
  %T = schedule.array shared : memref<32xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %B[%i] : memref<32xf32>
  }
  // expected-error@+1 {{'schedule.statement' op recomputes @S9; expected a statement of the scop}}
  schedule.statement @S1(%i) recomputes @S9 {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %T[%i] : memref<32xf32>
  }
  // expected-error@+1 {{'schedule.statement' op has 0 indices; expected at least the 1 of @S0, which it recomputes, as its last ones}}
  schedule.statement @S2() recomputes @S0 {
    %0 = affine.load %A[0] : memref<32xf32>
    affine.store %0, %T[0] : memref<32xf32>
  }
  schedule.statement @S3(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %T[%i - %p] : memref<32xf32>
  }
  // expected-error@+1 {{'schedule.statement' op recomputes @S3, which is a copy; expected the statement that @S3 recomputes}}
  schedule.statement @S4(%p, %i) recomputes @S3 {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %T[%i - %p] : memref<32xf32>
  }
  // expected-error@+1 {{'schedule.statement' op recomputes @S0 and has a place of its own; expected one of the two}}
  schedule.statement @S5(%i) at [7] recomputes @S0 {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %T[%i] : memref<32xf32>
  }
  // expected-error@+1 {{'schedule.statement' op recomputes @S0 and has the mark 'async'; expected one of the two}}
  schedule.statement @S6(%i) recomputes @S0 async {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %T[%i] : memref<32xf32>
  }
}
