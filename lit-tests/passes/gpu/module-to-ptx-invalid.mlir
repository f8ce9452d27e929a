// RUN: tc-opt %s --verify-diagnostics --gpu-module-to-ptx

// Each module without an NVIDIA target is refused, not only the first.

// expected-error @below {{`gpu.module` @first has no target: run nvvm-attach-target first}}
gpu.module @first {
}

gpu.module @second [#nvvm.target<chip = "sm_90a">] {
}

// expected-error @below {{`gpu.module` @third has no target: run nvvm-attach-target first}}
gpu.module @third {
}

// expected-error @below {{`gpu.module` @fourth has the target #rocdl.target: expected #nvvm.target}}
gpu.module @fourth [#rocdl.target] {
}
