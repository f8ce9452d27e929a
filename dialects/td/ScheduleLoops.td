//===- ScheduleLoops.td - operations of the schedule dialect in loops -----===//
//
// What stands in loops, and has no counterpart upstream that all machines share.
//
//===----------------------------------------------------------------------===//

#ifndef SCHEDULE_LOOPS_TD
#define SCHEDULE_LOOPS_TD

//===----------------------------------------------------------------------===//
// Bodies of statements that all threads run
//===----------------------------------------------------------------------===//

def Schedule_WarpBarrierOp : Schedule_Op<"warp_barrier"> {
  let summary = "all lanes of a warp wait for each other";
  let description = [{
    What a lane wrote before is what the others of its warp read behind it. `schedule-sync` adds
    statements with this body, and with `gpu.barrier` for all threads of a block. All lanes reach
    it. `schedule-to-nvvm` gives it NVIDIA's spelling.

    ```mlir
    gpu.module @kernels {
      gpu.func @k(%A: memref<32xf32, #gpu.address_space<workgroup>>, %x: f32) kernel {
        %i = gpu.thread_id x
        memref.store %x, %A[%i] : memref<32xf32, #gpu.address_space<workgroup>>
        schedule.warp_barrier
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Schedule_WaitOp : Schedule_Op<"wait"> {
  let summary = "a thread waits for its asynchronous copies";
  let description = [{
    The copies that a thread has begun since its last wait become a group. The thread then waits
    until at most `count` groups have copies that are not complete, the newest ones. All threads
    reach it. `schedule-pipeline` adds statements with this body; `schedule-to-nvvm` gives it
    NVIDIA's spelling.

    ```mlir
    gpu.module @kernels {
      gpu.func @k(%A: memref<32xf32>, %S: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
        %i = gpu.thread_id x
        schedule.async_copy %A[%i], %S[%i], 1 : memref<32xf32>, memref<32xf32, #gpu.address_space<workgroup>>
        schedule.wait 0
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$count);
  let assemblyFormat = "$count attr-dict";
}

//===----------------------------------------------------------------------===//
// Generated loops
//===----------------------------------------------------------------------===//

def Schedule_AsyncCopyOp : Schedule_Op<"async_copy", [AttrSizedOperandSegments]> {
  let summary = "a copy to shared memory that goes on by itself";
  let description = [{
    Begins to copy so many neighbouring elements of a row. They are complete for this thread behind
    the `schedule.wait` that covers them. `schedule-to-gpu` writes one for each instance of a
    statement that is `async`; `loops-widen-copies` joins neighbours.

    ```mlir
    gpu.module @kernels {
      gpu.func @k(%A: memref<32xf32>, %S: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
        %c0 = arith.constant 0 : index
        schedule.async_copy %A[%c0], %S[%c0], 4 : memref<32xf32>, memref<32xf32, #gpu.address_space<workgroup>>
        schedule.wait 0
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
                       Variadic<Index>:$source_indices,
                       Arg<AnyMemRef, "", [MemWrite]>:$target, Variadic<Index>:$target_indices,
                       ConfinedAttr<I64Attr, [IntPositive]>:$elements);
  let assemblyFormat = [{
    $source `[` $source_indices `]` `,` $target `[` $target_indices `]` `,` $elements attr-dict
    `:` type($source) `,` type($target)
  }];
  let hasVerifier = 1;
}

def Schedule_ArriveOp : Schedule_Op<"arrive"> {
  let summary = "whether this block is the last one of its group";
  let description = [{
    All threads of a block reach it together. What they have written before is visible to the block
    that arrives last, which gets `true` on all its threads; the others get `false`. So many blocks
    arrive at each counter; the last one sets it to zero again. `schedule-to-gpu` writes one for a
    `schedule.last`; `schedule-to-nvvm` gives it NVIDIA's spelling.

    ```mlir
    gpu.module @kernels {
      gpu.func @k(%counter: memref<2xi32>, %part: memref<4x2xf32>, %B: memref<2xf32>, %x: f32) kernel {
        %c0 = arith.constant 0 : index
        %r = gpu.block_id x
        %g = gpu.block_id y
        memref.store %x, %part[%r, %g] : memref<4x2xf32>
        %last = schedule.arrive %counter[%g] of 4 : memref<2xi32>
        scf.if %last {
          %0 = memref.load %part[%c0, %g] : memref<4x2xf32>
          memref.store %0, %B[%g] : memref<2xf32>
        }
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<MemRefRankOf<[I32], [1]>, "", [MemRead, MemWrite]>:$counter, Index:$group,
                       ConfinedAttr<I64Attr, [IntPositive]>:$arrivals);
  let results = (outs I1:$last);
  let assemblyFormat = "$counter `[` $group `]` `of` $arrivals attr-dict `:` type($counter)";
}

def Schedule_FragmentOp : Schedule_Op<"fragment"> {
  let summary = "a factor of a matrix operation, in the registers of a warp";
  let description = [{
    All lanes of a warp read it together: the factor `a`, of the unit's rows and terms, or `b`, of
    its terms and columns. The indices are those of the first element, the same in all lanes. Each
    lane gets the elements that the hardware's operation expects of it, which are others than those
    that it would read for itself. `steps` has, for each dimension of the array, what is added from
    one element to the next: for `a` from row to row, over 8 rows, and from term to term; for `b`
    over two columns, from a column to its neighbour, and from term to term. Rows of 16 bytes begin
    at multiples of so many bytes. `loops-tensorize` writes one for each factor;
    `schedule-to-nvvm` gives it NVIDIA's spelling.

    ```mlir
    gpu.module @kernels {
      gpu.func @k(%A: memref<32x64xf16, #gpu.address_space<workgroup>>) kernel {
        %c0 = arith.constant 0 : index
        %a = schedule.fragment "a" %A[%c0, %c0] of <"mma", 16, 8, 16, "f16"> steps [1, 0, 8, 0, 0, 1] aligned 16
          : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$factor, Arg<AnyMemRef, "", [MemRead]>:$array,
                       Variadic<Index>:$indices, Schedule_MatrixUnitAttr:$unit,
                       DenseI64ArrayAttr:$steps, ConfinedAttr<I64Attr, [IntPositive]>:$alignment);
  let results = (outs AnyVectorOfNonZeroRank:$fragment);
  let assemblyFormat = [{
    $factor $array `[` $indices `]` `of` $unit `steps` $steps `aligned` $alignment attr-dict
    `:` type($array) `->` type($fragment)
  }];
}

def Schedule_MultiplyAddOp : Schedule_Op<"multiply_add", [
    Pure, AllTypesMatch<["sum", "result"]>]> {
  let summary = "a matrix operation that the lanes of a warp run together";
  let description = [{
    `a * b + c`, in the registers of a warp: each lane has rows `l/4` and `l/4 + 8` of the sum, and
    of each the columns `2*(l mod 4)` and the next one. All lanes reach it together.

    ```mlir
    gpu.module @kernels {
      gpu.func @k(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) kernel {
        %0 = schedule.multiply_add %a, %b, %c of <"mma", 16, 8, 16, "f16"> : vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins AnyVectorOfNonZeroRank:$a, AnyVectorOfNonZeroRank:$b,
                       AnyVectorOfNonZeroRank:$sum, Schedule_MatrixUnitAttr:$unit);
  let results = (outs AnyVectorOfNonZeroRank:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $sum `of` $unit attr-dict `:` type($a) `,` type($b) `,` type($sum)
  }];
}

def Schedule_InstanceOp : Schedule_Op<"instance", [AttrSizedOperandSegments]> {
  let summary = "the instance of a statement that the operations behind it run";
  let description = [{
    `schedule-to-cpu` and `schedule-to-gpu` write one in front of each body if they are asked for it
    (`origin`): the statement, its indices, and the values of the loops of the tree around it. It is
    a proposal, which `loops-verify` compares with the loops, the body and the tree, then removes.

    ```mlir
    func.func @copy(%A: memref<64xf32>, %B: memref<64xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      scf.for %i = %c0 to %c64 step %c1 {
        schedule.instance @S0(%i) at(%i)
        %0 = memref.load %A[%i] : memref<64xf32>
        memref.store %0, %B[%i] : memref<64xf32>
      }
      return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$statement, Variadic<Index>:$indices,
                       Variadic<Index>:$coordinates);
  let assemblyFormat = "$statement `(` $indices `)` (`at` `(` $coordinates^ `)`)? attr-dict";
}

#endif // SCHEDULE_LOOPS_TD
