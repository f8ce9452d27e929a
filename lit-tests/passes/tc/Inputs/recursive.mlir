tc.def @f(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[?], f32>) {
  tc.call @g(%X) into (%Y)
}
tc.def @g(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[?], f32>) {
  tc.call @f(%X) into (%Y)
}
