schedule.scop @f(%A: memref<?x9xf32>, %I: memref<99xi32>, out %B: memref<?xf32>) sizes(N = %A[0]) {
  schedule.statement @S(%i, %j) {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %n = memref.dim %A, %c0 : memref<?x9xf32>
    %sum = arith.addi %i, %c3 : index
    %twice = arith.muli %c3, %sum : index
    %less = arith.subi %n, %twice : index
    %small = arith.minsi %i, %c3 : index
    %large = arith.maxsi %small, %j : index
    %half = arith.floordivsi %j, %c3 : index
    %square = arith.muli %i, %j : index
    %1 = affine.load %A[%i * 2 - %j, %j mod 4] {expected = #schedule.map<"[N] -> { S[i, j] -> A[2i - j, j mod 4] }">} : memref<?x9xf32>
    %2 = affine.load %A[%i floordiv 2 + 1, (%j + 1) ceildiv 3] {expected = #schedule.map<"[N] -> { S[i, j] -> A[floor(i/2) + 1, ceil((j + 1)/3)] }">} : memref<?x9xf32>
    %3 = memref.load %A[%less, %large] {expected = #schedule.map<"[N] -> { S[i, j] -> A[N - 3i - 9, max(min(i, 3), j)] }">} : memref<?x9xf32>
    %4 = memref.load %A[%square, %half] {expected = #schedule.map<"[N] -> { S[i, j] -> A[a, floor(j/3)] : 0 <= a < N }">} : memref<?x9xf32>
    %5 = memref.load %I[%square] {expected = #schedule.map<"[N] -> { S[i, j] -> I[a] : 0 <= a < 99 }">} : memref<99xi32>
    %low = arith.cmpi slt, %i, %less : index
    %odd = arith.cmpi ne, %j, %c3 : index
    %both = arith.andi %low, %odd : i1
    %6 = scf.if %both -> f32 {
      %7 = affine.load %A[%i, 0] {expected = #schedule.map<"[N] -> { S[i, j] -> A[i, 0] : i < N - 3i - 9 and j != 3 }">} : memref<?x9xf32>
      scf.yield %7 : f32
    } else {
      %8 = affine.load %A[0, %i] {expected = #schedule.map<"[N] -> { S[i, j] -> A[0, i] : not (i < N - 3i - 9 and j != 3) }">} : memref<?x9xf32>
      scf.yield %8 : f32
    }
    %rest = arith.remsi %less, %c3 : index
    %below = arith.cmpi slt, %rest, %c0 : index
    %moved = arith.addi %rest, %c3 : index
    %floored = arith.select %below, %moved, %rest : index
    %9 = memref.load %A[%rest, %floored] {expected = #schedule.map<"[N] -> { S[i, j] -> A[max(N - 3i - 9, 0) mod 3 - max(3i + 9 - N, 0) mod 3, (N - 3i - 9) mod 3] }">} : memref<?x9xf32>
    %10 = memref.load %I[%j] {expected = #schedule.map<"[N] -> { S[i, j] -> I[j] }">} : memref<99xi32>
    %c1 = arith.constant 1 : i32
    %data = arith.cmpi eq, %10, %c1 : i32
    %known = arith.andi %data, %low : i1
    %11 = scf.if %known -> f32 {
      %12 = affine.load %A[%i, 0] {expected = #schedule.map<"[N] -> { S[i, j] -> A[i, 0] : i < N - 3i - 9 }">} : memref<?x9xf32>
      scf.yield %12 : f32
    } else {
      %13 = affine.load %A[0, %i] {expected = #schedule.map<"[N] -> { S[i, j] -> A[0, i] }">} : memref<?x9xf32>
      scf.yield %13 : f32
    }
    affine.store %6, %B[0] {expected = #schedule.map<"[N] -> { S[i, j] -> B[0] }">} : memref<?xf32>
  }
  schedule.domain "[N] -> { S[i, j] : 0 <= i < N and 0 <= j < 9 }" {
  }
}
