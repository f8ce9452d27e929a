func.func @f() { "arith.addi"() : () -> () }
