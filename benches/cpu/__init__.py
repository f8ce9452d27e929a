"""./x bench cpu: our kernels on the CPU beside its libraries and compilers, in the same minutes."""
