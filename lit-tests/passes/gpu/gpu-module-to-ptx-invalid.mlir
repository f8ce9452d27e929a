// RUN: tc-opt %s --verify-diagnostics --gpu-module-to-ptx

// Each module without a target is refused, not the first alone.

// expected-error @below {{`gpu.module` @first has no target: run nvvm-attach-target before}}
gpu.module @first {
}

gpu.module @second [#nvvm.target<chip = "sm_90a">] {
}

// expected-error @below {{`gpu.module` @third has no target: run nvvm-attach-target before}}
gpu.module @third {
}
