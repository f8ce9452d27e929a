// What `math-expand{fast=true}` puts in place of operations on f32: a GPU's own approximations. Made by passes/loops/math/library.py from passes/loops/math/fast.py.
//
// Operations without a function here are computed as in library.mlir.

  // ex2.approx(x log2(e)): relative error 2^-22 + 1.5 |x| 2^-24, that of the product.
  func.func @exp_f32(%x: f32) -> f32 {
    %c = arith.constant 1.442695 : f32
    %t = arith.mulf %x, %c : f32
    %t_1 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%t) : (f32) -> f32
    return %t_1 : f32
  }

  // ex2.approx: relative error 2^-22.
  func.func @exp2_f32(%x: f32) -> f32 {
    %t = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%x) : (f32) -> f32
    return %t : f32
  }

  // lg2.approx(x) ln(2): absolute error 2^-22 for 1/2 < x < 2, else relative error 2^-21.
  func.func @log_f32(%x: f32) -> f32 {
    %c = arith.constant 0.6931472 : f32
    %value = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x) : (f32) -> f32
    %t = arith.mulf %value, %c : f32
    return %t : f32
  }

  // lg2.approx: absolute error 2^-22 for 1/2 < x < 2, else relative error 2^-22.
  func.func @log2_f32(%x: f32) -> f32 {
    %value = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x) : (f32) -> f32
    return %value : f32
  }

  // lg2.approx(x) log10(2): absolute error 2^-22 for 1/2 < x < 2, else relative error 2^-21.
  func.func @log10_f32(%x: f32) -> f32 {
    %c = arith.constant 0.30103 : f32
    %value = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x) : (f32) -> f32
    %t = arith.mulf %value, %c : f32
    return %t : f32
  }

  // sqrt.approx: relative error 2^-22.
  func.func @sqrt_f32(%x: f32) -> f32 {
    %t = llvm.call_intrinsic "llvm.nvvm.sqrt.approx.f"(%x) : (f32) -> f32
    return %t : f32
  }

  // rsqrt.approx: relative error 2^-22.
  func.func @rsqrt_f32(%x: f32) -> f32 {
    %t = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%x) : (f32) -> f32
    return %t : f32
  }

  // div.full: 2 ulp.
  func.func @divf_f32(%x: f32, %y: f32) -> f32 {
    %t = llvm.call_intrinsic "llvm.nvvm.div.full"(%x, %y) : (f32, f32) -> f32
    return %t : f32
  }

  // tanh.approx: relative error 2^-10.9.
  func.func @tanh_f32(%x: f32) -> f32 {
    %t = llvm.call_intrinsic "llvm.tanh.f32"(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
    return %t : f32
  }

  // sin.approx behind whole turns: absolute error 2^-20.
  func.func @sin_f32(%x: f32) -> f32 {
    %c = arith.constant 65536.0 : f32
    %c_1 = arith.constant 0.15915494 : f32
    %c_2 = arith.constant 1.2582912e+07 : f32
    %c_3 = arith.constant 1262485504 : i32
    %c_4 = arith.constant -6.2831855 : f32
    %c_5 = arith.constant 1.7484555e-07 : f32
    %c_6 = arith.constant 23 : i32
    %c_7 = arith.constant 143 : i32
    %c_8 = arith.constant 8388607 : i32
    %c_9 = arith.constant 8388608 : i32
    %c_10 = arith.constant 5 : i32
    %c_11 = arith.constant 31 : i32
    %c_12 = arith.constant 2 : i32
    %c_13 = arith.constant 0 : i32
    %c_14 = arith.constant 5340353 : i32
    %c_15 = arith.constant -1222172150 : i32
    %c_16 = arith.constant -1795288149 : i32
    %c_17 = arith.constant -386229650 : i32
    %c_18 = arith.constant -529682102 : i32
    %c_19 = arith.constant -862051896 : i32
    %c_20 = arith.constant 553593009 : i32
    %c_21 = arith.constant 1 : i32
    %c_22 = arith.constant 536870912 : i32
    %c_23 = arith.constant 30 : i32
    %c_24 = arith.constant 8 : i32
    %c_25 = arith.constant 256.0 : f32
    %c_26 = arith.constant 255 : i32
    %c_27 = arith.constant 5.9604645e-08 : f32
    %c_28 = arith.constant 2.3283064e-10 : f32
    %c_29 = arith.constant 1.4629181e-09 : f32
    %c_30 = arith.constant -4.0709403e-17 : f32
    %c_31 = arith.constant 0.0 : f32
    %c_32 = arith.constant 3 : i32
    %c_33 = arith.constant 1.5707964 : f32
    %c_34 = arith.constant 0x7F800000 : f32
    %c_35 = arith.constant 0x7FC00000 : f32
    %t = math.absf %x : f32
    %t_1 = arith.cmpf olt, %t, %c : f32
    %angle = scf.if %t_1 -> (f32) {
      %scaled = arith.mulf %x, %c_1 : f32
      %shifted = arith.addf %scaled, %c_2 : f32
      %number = arith.subf %shifted, %c_2 : f32
      %t_2 = arith.bitcast %shifted : f32 to i32
      %integer = arith.subi %t_2, %c_3 : i32
      %t_3 = math.fma %number, %c_4, %x : f32
      %t_4 = math.fma %number, %c_5, %t_3 : f32
      scf.yield %t_4 : f32
    } else {
      %t_5 = math.absf %x : f32
      %size = arith.bitcast %t_5 : f32 to i32
      %t_6 = arith.shrui %size, %c_6 : i32
      %start = arith.subi %t_6, %c_7 : i32
      %t_7 = arith.andi %size, %c_8 : i32
      %significand = arith.ori %t_7, %c_9 : i32
      %index = arith.shrui %start, %c_10 : i32
      %shift = arith.andi %start, %c_11 : i32
      %t_8 = arith.andi %index, %c_12 : i32
      %taken = arith.cmpi ne, %t_8, %c_13 : i32
      %t_9 = arith.select %taken, %c_16, %c_14 : i32
      %t_10 = arith.select %taken, %c_17, %c_15 : i32
      %t_11 = arith.select %taken, %c_18, %c_16 : i32
      %t_12 = arith.select %taken, %c_19, %c_17 : i32
      %t_13 = arith.select %taken, %c_20, %c_18 : i32
      %t_14 = arith.andi %index, %c_21 : i32
      %taken_1 = arith.cmpi ne, %t_14, %c_13 : i32
      %t_15 = arith.select %taken_1, %t_10, %t_9 : i32
      %t_16 = arith.select %taken_1, %t_11, %t_10 : i32
      %t_17 = arith.select %taken_1, %t_12, %t_11 : i32
      %t_18 = arith.select %taken_1, %t_13, %t_12 : i32
      %opposite = arith.subi %c_11, %shift : i32
      %t_19 = arith.shli %t_15, %shift : i32
      %t_20 = arith.shrui %t_16, %c_21 : i32
      %t_21 = arith.shrui %t_20, %opposite : i32
      %first = arith.ori %t_19, %t_21 : i32
      %t_22 = arith.shli %t_16, %shift : i32
      %t_23 = arith.shrui %t_17, %c_21 : i32
      %t_24 = arith.shrui %t_23, %opposite : i32
      %second = arith.ori %t_22, %t_24 : i32
      %t_25 = arith.shli %t_17, %shift : i32
      %t_26 = arith.shrui %t_18, %c_21 : i32
      %t_27 = arith.shrui %t_26, %opposite : i32
      %third = arith.ori %t_25, %t_27 : i32
      %_, %carry = arith.mului_extended %third, %significand : i32
      %middle_low, %middle_high = arith.mului_extended %second, %significand : i32
      %low_word = arith.addi %middle_low, %carry : i32
      %t_28 = arith.cmpi ult, %low_word, %carry : i32
      %overflow = arith.select %t_28, %c_21, %c_13 : i32
      %t_29 = arith.muli %first, %significand : i32
      %t_30 = arith.addi %t_29, %middle_high : i32
      %high_word = arith.addi %t_30, %overflow : i32
      %t_31 = arith.addi %high_word, %c_22 : i32
      %quadrant = arith.shrui %t_31, %c_23 : i32
      %t_32 = arith.shli %quadrant, %c_23 : i32
      %rest_word = arith.subi %high_word, %t_32 : i32
      %negative = arith.cmpi slt, %rest_word, %c_13 : i32
      %flip = arith.shrsi %rest_word, %c_11 : i32
      %rest_word_1 = arith.xori %rest_word, %flip : i32
      %low_word_1 = arith.xori %low_word, %flip : i32
      %t_33 = arith.shrui %rest_word_1, %c_24 : i32
      %t_34 = arith.sitofp %t_33 : i32 to f32
      %a = arith.mulf %t_34, %c_25 : f32
      %t_35 = arith.andi %rest_word_1, %c_26 : i32
      %b = arith.sitofp %t_35 : i32 to f32
      %t_36 = arith.shrui %low_word_1, %c_24 : i32
      %t_37 = arith.sitofp %t_36 : i32 to f32
      %c_36 = arith.mulf %t_37, %c_27 : f32
      %t_38 = arith.andi %low_word_1, %c_26 : i32
      %t_39 = arith.sitofp %t_38 : i32 to f32
      %d = arith.mulf %t_39, %c_28 : f32
      %high = arith.addf %b, %c_36 : f32
      %t_40 = arith.subf %high, %b : f32
      %low = arith.subf %c_36, %t_40 : f32
      %high_1 = arith.addf %a, %high : f32
      %t_41 = arith.subf %high_1, %a : f32
      %low_1 = arith.subf %high, %t_41 : f32
      %t_42 = arith.addf %low, %d : f32
      %low_2 = arith.addf %low_1, %t_42 : f32
      %high_2 = arith.mulf %high_1, %c_29 : f32
      %t_43 = arith.negf %high_2 : f32
      %low_3 = math.fma %high_1, %c_29, %t_43 : f32
      %t_44 = math.fma %low_2, %c_29, %low_3 : f32
      %angle_low = math.fma %high_1, %c_30, %t_44 : f32
      %high_3 = arith.addf %high_2, %angle_low : f32
      %t_45 = arith.subf %high_3, %high_2 : f32
      %low_4 = arith.subf %angle_low, %t_45 : f32
      %t_46 = arith.cmpf olt, %x, %c_31 : f32
      %backwards = arith.xori %negative, %t_46 : i1
      %t_47 = arith.cmpf olt, %x, %c_31 : f32
      %t_48 = arith.subi %c_13, %quadrant : i32
      %quadrant_1 = arith.select %t_47, %t_48, %quadrant : i32
      %t_49 = arith.negf %high_3 : f32
      %high_4 = arith.select %backwards, %t_49, %high_3 : f32
      %t_50 = arith.negf %low_4 : f32
      %__1 = arith.select %backwards, %t_50, %low_4 : f32
      %t_51 = arith.andi %quadrant_1, %c_32 : i32
      %t_52 = arith.sitofp %t_51 : i32 to f32
      %t_53 = math.fma %t_52, %c_33, %high_4 : f32
      scf.yield %t_53 : f32
    }
    %t_54 = math.absf %x : f32
    %t_55 = arith.cmpf olt, %t_54, %c_34 : f32
    %t_56 = llvm.call_intrinsic "llvm.nvvm.sin.approx.f"(%angle) : (f32) -> f32
    %t_57 = arith.select %t_55, %t_56, %c_35 : f32
    return %t_57 : f32
  }

  // cos.approx behind whole turns: absolute error 2^-20.
  func.func @cos_f32(%x: f32) -> f32 {
    %c = arith.constant 65536.0 : f32
    %c_1 = arith.constant 0.15915494 : f32
    %c_2 = arith.constant 1.2582912e+07 : f32
    %c_3 = arith.constant 1262485504 : i32
    %c_4 = arith.constant -6.2831855 : f32
    %c_5 = arith.constant 1.7484555e-07 : f32
    %c_6 = arith.constant 23 : i32
    %c_7 = arith.constant 143 : i32
    %c_8 = arith.constant 8388607 : i32
    %c_9 = arith.constant 8388608 : i32
    %c_10 = arith.constant 5 : i32
    %c_11 = arith.constant 31 : i32
    %c_12 = arith.constant 2 : i32
    %c_13 = arith.constant 0 : i32
    %c_14 = arith.constant 5340353 : i32
    %c_15 = arith.constant -1222172150 : i32
    %c_16 = arith.constant -1795288149 : i32
    %c_17 = arith.constant -386229650 : i32
    %c_18 = arith.constant -529682102 : i32
    %c_19 = arith.constant -862051896 : i32
    %c_20 = arith.constant 553593009 : i32
    %c_21 = arith.constant 1 : i32
    %c_22 = arith.constant 536870912 : i32
    %c_23 = arith.constant 30 : i32
    %c_24 = arith.constant 8 : i32
    %c_25 = arith.constant 256.0 : f32
    %c_26 = arith.constant 255 : i32
    %c_27 = arith.constant 5.9604645e-08 : f32
    %c_28 = arith.constant 2.3283064e-10 : f32
    %c_29 = arith.constant 1.4629181e-09 : f32
    %c_30 = arith.constant -4.0709403e-17 : f32
    %c_31 = arith.constant 0.0 : f32
    %c_32 = arith.constant 3 : i32
    %c_33 = arith.constant 1.5707964 : f32
    %c_34 = arith.constant 0x7F800000 : f32
    %c_35 = arith.constant 0x7FC00000 : f32
    %t = math.absf %x : f32
    %t_1 = arith.cmpf olt, %t, %c : f32
    %angle = scf.if %t_1 -> (f32) {
      %scaled = arith.mulf %x, %c_1 : f32
      %shifted = arith.addf %scaled, %c_2 : f32
      %number = arith.subf %shifted, %c_2 : f32
      %t_2 = arith.bitcast %shifted : f32 to i32
      %integer = arith.subi %t_2, %c_3 : i32
      %t_3 = math.fma %number, %c_4, %x : f32
      %t_4 = math.fma %number, %c_5, %t_3 : f32
      scf.yield %t_4 : f32
    } else {
      %t_5 = math.absf %x : f32
      %size = arith.bitcast %t_5 : f32 to i32
      %t_6 = arith.shrui %size, %c_6 : i32
      %start = arith.subi %t_6, %c_7 : i32
      %t_7 = arith.andi %size, %c_8 : i32
      %significand = arith.ori %t_7, %c_9 : i32
      %index = arith.shrui %start, %c_10 : i32
      %shift = arith.andi %start, %c_11 : i32
      %t_8 = arith.andi %index, %c_12 : i32
      %taken = arith.cmpi ne, %t_8, %c_13 : i32
      %t_9 = arith.select %taken, %c_16, %c_14 : i32
      %t_10 = arith.select %taken, %c_17, %c_15 : i32
      %t_11 = arith.select %taken, %c_18, %c_16 : i32
      %t_12 = arith.select %taken, %c_19, %c_17 : i32
      %t_13 = arith.select %taken, %c_20, %c_18 : i32
      %t_14 = arith.andi %index, %c_21 : i32
      %taken_1 = arith.cmpi ne, %t_14, %c_13 : i32
      %t_15 = arith.select %taken_1, %t_10, %t_9 : i32
      %t_16 = arith.select %taken_1, %t_11, %t_10 : i32
      %t_17 = arith.select %taken_1, %t_12, %t_11 : i32
      %t_18 = arith.select %taken_1, %t_13, %t_12 : i32
      %opposite = arith.subi %c_11, %shift : i32
      %t_19 = arith.shli %t_15, %shift : i32
      %t_20 = arith.shrui %t_16, %c_21 : i32
      %t_21 = arith.shrui %t_20, %opposite : i32
      %first = arith.ori %t_19, %t_21 : i32
      %t_22 = arith.shli %t_16, %shift : i32
      %t_23 = arith.shrui %t_17, %c_21 : i32
      %t_24 = arith.shrui %t_23, %opposite : i32
      %second = arith.ori %t_22, %t_24 : i32
      %t_25 = arith.shli %t_17, %shift : i32
      %t_26 = arith.shrui %t_18, %c_21 : i32
      %t_27 = arith.shrui %t_26, %opposite : i32
      %third = arith.ori %t_25, %t_27 : i32
      %_, %carry = arith.mului_extended %third, %significand : i32
      %middle_low, %middle_high = arith.mului_extended %second, %significand : i32
      %low_word = arith.addi %middle_low, %carry : i32
      %t_28 = arith.cmpi ult, %low_word, %carry : i32
      %overflow = arith.select %t_28, %c_21, %c_13 : i32
      %t_29 = arith.muli %first, %significand : i32
      %t_30 = arith.addi %t_29, %middle_high : i32
      %high_word = arith.addi %t_30, %overflow : i32
      %t_31 = arith.addi %high_word, %c_22 : i32
      %quadrant = arith.shrui %t_31, %c_23 : i32
      %t_32 = arith.shli %quadrant, %c_23 : i32
      %rest_word = arith.subi %high_word, %t_32 : i32
      %negative = arith.cmpi slt, %rest_word, %c_13 : i32
      %flip = arith.shrsi %rest_word, %c_11 : i32
      %rest_word_1 = arith.xori %rest_word, %flip : i32
      %low_word_1 = arith.xori %low_word, %flip : i32
      %t_33 = arith.shrui %rest_word_1, %c_24 : i32
      %t_34 = arith.sitofp %t_33 : i32 to f32
      %a = arith.mulf %t_34, %c_25 : f32
      %t_35 = arith.andi %rest_word_1, %c_26 : i32
      %b = arith.sitofp %t_35 : i32 to f32
      %t_36 = arith.shrui %low_word_1, %c_24 : i32
      %t_37 = arith.sitofp %t_36 : i32 to f32
      %c_36 = arith.mulf %t_37, %c_27 : f32
      %t_38 = arith.andi %low_word_1, %c_26 : i32
      %t_39 = arith.sitofp %t_38 : i32 to f32
      %d = arith.mulf %t_39, %c_28 : f32
      %high = arith.addf %b, %c_36 : f32
      %t_40 = arith.subf %high, %b : f32
      %low = arith.subf %c_36, %t_40 : f32
      %high_1 = arith.addf %a, %high : f32
      %t_41 = arith.subf %high_1, %a : f32
      %low_1 = arith.subf %high, %t_41 : f32
      %t_42 = arith.addf %low, %d : f32
      %low_2 = arith.addf %low_1, %t_42 : f32
      %high_2 = arith.mulf %high_1, %c_29 : f32
      %t_43 = arith.negf %high_2 : f32
      %low_3 = math.fma %high_1, %c_29, %t_43 : f32
      %t_44 = math.fma %low_2, %c_29, %low_3 : f32
      %angle_low = math.fma %high_1, %c_30, %t_44 : f32
      %high_3 = arith.addf %high_2, %angle_low : f32
      %t_45 = arith.subf %high_3, %high_2 : f32
      %low_4 = arith.subf %angle_low, %t_45 : f32
      %t_46 = arith.cmpf olt, %x, %c_31 : f32
      %backwards = arith.xori %negative, %t_46 : i1
      %t_47 = arith.cmpf olt, %x, %c_31 : f32
      %t_48 = arith.subi %c_13, %quadrant : i32
      %quadrant_1 = arith.select %t_47, %t_48, %quadrant : i32
      %t_49 = arith.negf %high_3 : f32
      %high_4 = arith.select %backwards, %t_49, %high_3 : f32
      %t_50 = arith.negf %low_4 : f32
      %__1 = arith.select %backwards, %t_50, %low_4 : f32
      %t_51 = arith.andi %quadrant_1, %c_32 : i32
      %t_52 = arith.sitofp %t_51 : i32 to f32
      %t_53 = math.fma %t_52, %c_33, %high_4 : f32
      scf.yield %t_53 : f32
    }
    %t_54 = math.absf %x : f32
    %t_55 = arith.cmpf olt, %t_54, %c_34 : f32
    %t_56 = llvm.call_intrinsic "llvm.nvvm.cos.approx.f"(%angle) : (f32) -> f32
    %t_57 = arith.select %t_55, %t_56, %c_35 : f32
    return %t_57 : f32
  }
