; What a function for C needs beside libc. Everything is internal once it is linked.

declare noalias ptr @malloc(i64)
declare noalias ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @abort() noreturn

; Temporaries. Without memory there is no result, and no way to go on.
define noalias ptr @tc_allocate(i64 %bytes) {
  %start = call ptr @malloc(i64 %bytes)
  %none = icmp eq ptr %start, null
  br i1 %none, label %stop, label %go
stop:
  call void @abort()
  unreachable
go:
  ret ptr %start
}

define noalias ptr @tc_allocate_aligned(i64 %alignment, i64 %bytes) {
  %start = call ptr @aligned_alloc(i64 %alignment, i64 %bytes)
  %none = icmp eq ptr %start, null
  br i1 %none, label %stop, label %go
stop:
  call void @abort()
  unreachable
go:
  ret ptr %start
}

; The status, or the number of a check if the status is 0 and a flag is raised.
define i32 @tc_raised(i32 %status, i32 %number, ptr %flags, i64 %count) {
entry:
  br label %test
test:
  %i = phi i64 [ 0, %entry ], [ %next, %look ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %look, label %held
look:
  %at = getelementptr i32, ptr %flags, i64 %i
  %flag = load i32, ptr %at
  %raised = icmp ne i32 %flag, 0
  %next = add i64 %i, 1
  br i1 %raised, label %failed, label %test
failed:
  %first = icmp eq i32 %status, 0
  %result = select i1 %first, i32 %number, i32 %status
  ret i32 %result
held:
  ret i32 %status
}

; The same for a value outside of [low, high).
define i32 @tc_outside(i32 %status, i32 %number, ptr %values, i64 %count, i64 %low, i64 %high) {
entry:
  br label %test
test:
  %i = phi i64 [ 0, %entry ], [ %next, %look ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %look, label %held
look:
  %at = getelementptr i64, ptr %values, i64 %i
  %value = load i64, ptr %at
  %below = icmp slt i64 %value, %low
  %above = icmp sge i64 %value, %high
  %outside = or i1 %below, %above
  %next = add i64 %i, 1
  br i1 %outside, label %failed, label %test
failed:
  %first = icmp eq i32 %status, 0
  %result = select i1 %first, i32 %number, i32 %status
  ret i32 %result
held:
  ret i32 %status
}
