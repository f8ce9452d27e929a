tc.def @f(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[?], f32>) {
  tc.call @h(%X) into (%Y)
}
