// What the last block of a group runs: behind all that the blocks of its group did, in no order with other groups.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))' -o /dev/null

// The sum of four parts: the blocks 0 to 3 along x are a group.
schedule.scop @sum(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S2(%i, %r) reduces add {
    %0 = affine.load %part[%r, %i] : memref<4x64xf32>
    %1 = affine.load %B[%i] : memref<64xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64; S2[i, r] : 0 <= r < 4 and 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i]; S2[i, r] }" {
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)]; S2[i, r] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 32]; S2[i, r] -> [i mod 32] }") {
              schedule.sequence {
                schedule.filter "{ S1[i] }" {}
                schedule.filter "{ S2[i, r] }" {}
              }
            }
          }
        }
      }
    }
  }
}

// -----

// The finish without the node: its blocks do not wait for the others.
schedule.scop @without(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<4x64xf32>
    %1 = affine.load %part[3, %i] : memref<4x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    // expected-error @below {{the flow dependence S0[3, 0] -> S1[0] on `part` is broken: different blocks run them, and the blocks of a kernel are in no order [TC0402]}}
    // expected-note @below {{put the loops on blocks outermost}}
    schedule.band (sequential "{ S0[r, i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[r, i] }" {
          schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
            schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
          }
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
          }
        }
      }
    }
  }
}

// -----

// A group that is too small: the element 63 needs what the blocks with y = 0 and those with y = 1 left.
schedule.scop @small_group(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<4x64xf32>
    %1 = affine.load %part[3, 63 - %i] : memref<4x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    // expected-error @below {{the flow dependence S0[3, 0] -> S1[63] on `part` is broken: different blocks run them, and the blocks of a kernel are in no order [TC0402]}}
    // expected-note @below {{put the loops on blocks outermost}}
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
          }
        }
      }
    }
  }
}

// -----

// The same across both axes: one group of all blocks, which need one counter.
schedule.scop @one_group(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<1xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<4x64xf32>
    %1 = affine.load %part[3, 63 - %i] : memref<4x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.last "arrived" across block.x, block.y {
          schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
        }
      }
    }
  }
}

// -----

// Two groups on one counter.
schedule.scop @shared_counter(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<1xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[3, %i] : memref<4x64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        // expected-error @below {{`arrived` has 1 counters for 2 groups: that of the blocks [*, 1, 0] would have none of its own}}
        // expected-note @below {{declare it as memref<2xi32>}}
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
          }
        }
      }
    }
  }
}

// -----

// The parts are read before the blocks are counted: S1 runs on block 0 of the group, beside the others.
schedule.scop @before(%A: memref<4x64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[3, %i] : memref<4x64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S2(%i) {
    %0 = affine.load %part[3, %i] : memref<4x64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64; S2[i] : 0 <= i < 64 }" {
    // expected-error @below {{the flow dependence S0[3, 0] -> S1[0] on `part` is broken: different blocks run them, and the blocks of a kernel are in no order [TC0402]}}
    // expected-note @below {{put the loops on blocks outermost}}
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {
          schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S2[i] }" {
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S2[i] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S2[i] -> [i mod 32] }") {}
          }
        }
      }
    }
  }
}

// -----

// What a block has in shared memory is not there in the block that is the last.
schedule.scop @own(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %s = schedule.array shared : memref<64xf32, #gpu.address_space<workgroup>>
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %s[%i] : memref<64xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %s[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : r = 3 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        // expected-error @below {{`s` is a block's own, and is accessed on both sides of the count: the last block of a group is any of them}}
        // expected-note @below {{let it be a temporary, or fill it again behind the count}}
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
          }
        }
      }
    }
  }
}

// -----

// A statement touches a counter.
schedule.scop @touched(%A: memref<4x64xf32>, out %B: memref<64xf32>, out %N: memref<2xi32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
    %1 = arith.constant 7 : i32
    affine.store %1, %arrived[%i floordiv 32] : memref<2xi32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[3, %i] : memref<4x64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : r = 3 and 0 <= i < 64 and i mod 32 = 0; S1[i] : 0 <= i < 64 and i mod 32 = 0 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {}
      }
      schedule.filter "{ S1[i] }" {
        // expected-error @below {{S0 accesses `arrived`, whose elements count blocks}}
        // expected-note @below {{declare an array that is used for nothing else}}
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {}
        }
      }
    }
  }
}

// -----

// Two kernels count at one array.
schedule.scop @twice(%A: memref<4x64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[3, %i] : memref<4x64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S2(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S3(%i) {
    %0 = affine.load %part[2, %i] : memref<4x64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64; S2[r, i] : 0 <= r < 4 and 0 <= i < 64; S3[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i]; S1[i] }" {
        schedule.sequence {
          schedule.filter "{ S0[r, i] }" {
            schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
              schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
            }
          }
          schedule.filter "{ S1[i] }" {
            schedule.last "arrived" across block.x {
              schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {
                schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
              }
            }
          }
        }
      }
      schedule.filter "{ S2[r, i]; S3[i] }" {
        schedule.sequence {
          schedule.filter "{ S2[r, i] }" {
            schedule.band (block.y coincident "{ S2[r, i] -> [floor(i/32)] }", block.x coincident "{ S2[r, i] -> [r] }") {
              schedule.band (thread.x coincident "{ S2[r, i] -> [i mod 32] }") {}
            }
          }
          schedule.filter "{ S3[i] }" {
            // expected-error @below {{the groups of two kernels count at `arrived`}}
            // expected-note @below {{give each kernel counters of its own}}
            schedule.last "arrived" across block.x {
              schedule.band (block.y coincident "{ S3[i] -> [floor(i/32)] }") {
                schedule.band (thread.x coincident "{ S3[i] -> [i mod 32] }") {}
              }
            }
          }
        }
      }
    }
  }
}

// -----

// Without the size of the grid there are no groups.
schedule.scop @no_grid(%A: memref<64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) block(32) {
  %arrived = schedule.array temporary : memref<1xi32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        // expected-error @below {{expected the size of the grid, of which a group is a part, found none}}
        // expected-note @below {{write grid(...) in the head of the scop}}
        schedule.last "arrived" across block.x {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}
