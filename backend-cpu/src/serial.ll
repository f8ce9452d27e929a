; In place of the thread pool: all iterations in the thread of the caller.
define void @tc_parallel_for(ptr %part, ptr %context, i64 %low, i64 %high, i64 %step) {
  %some = icmp slt i64 %low, %high
  br i1 %some, label %run, label %done
run:
  call void %part(ptr %context, i64 %low, i64 %high)
  br label %done
done:
  ret void
}
