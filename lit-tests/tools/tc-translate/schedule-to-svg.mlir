// The tree of a scop as a picture: a rectangle for each node, a line for each member of a band, an edge to each child.
// RUN: tc-translate --schedule-to-svg --entry tiles %s | FileCheck %s
// RUN: tc-translate --schedule-to-svg --entry steps %s | FileCheck %s --check-prefix=STEPS
// RUN: tc-translate --schedule-to-svg --entry steps %s -o %t.svg && %{python} -c "import sys, xml.dom.minidom as d; print(len(d.parse(sys.argv[1]).getElementsByTagName('path')), 'edges')" %t.svg | FileCheck %s --check-prefix=XML
// RUN: not tc-translate --schedule-to-svg %s 2>&1 | FileCheck %s --check-prefix=WHICH

// CHECK: <svg xmlns="http://www.w3.org/2000/svg" width="[[#]]" height="[[#]]"
// CHECK-COUNT-2: <path
// CHECK-NOT: <path
// CHECK: font-weight="bold" xml:space="preserve">domain</text>
// CHECK-NEXT: >{ S0[n, m] : 0 &lt;= n &lt;= 63 and 0 &lt;= m &lt;= 95 }</text>
// CHECK: font-weight="bold" xml:space="preserve">band "tile" permutable tiles(32, 32)</text>
// CHECK-NEXT: fill="#c6dcf5"
// CHECK-NEXT: >block.y coincident { S0[n, m] -&gt; [(n - (n) mod 32)] }</text>
// CHECK: font-weight="bold" xml:space="preserve">band "point" permutable</text>
// CHECK-NEXT: fill="#cfe8c9"
// CHECK: >thread.x coincident
// CHECK: </svg>

// A mark with an attribute, a long domain that is wrapped, three children side by side.
// STEPS: >mark "promoted"</text>
// STEPS-NEXT: >array = "A"</text>
// STEPS: >sequence</text>
// STEPS: >filter</text>
// XML: {{^ *}}7 edges

// WHICH: error: name one scop with `--entry`: tiles, steps

schedule.scop @tiles(%A: memref<64x96xf32>, out %B: memref<96x64xf32>) {
  schedule.statement @S0(%n, %m) {
    %0 = affine.load %A[%n, %m] : memref<64x96xf32>
    affine.store %0, %B[%m, %n] : memref<96x64xf32>
  }
  schedule.domain "{ S0[n, m] : 0 <= n < 64 and 0 <= m < 96 }" {
    schedule.band permutable tag "tile" tiles(32, 32)
      (block.y coincident "{ S0[n, m] -> [32*floor(n/32)] }",
       block.x coincident "{ S0[n, m] -> [32*floor(m/32)] }") {
      schedule.band permutable tag "point"
        (thread.y coincident "{ S0[n, m] -> [n mod 32] }",
         thread.x coincident "{ S0[n, m] -> [m mod 32] }") {}
    }
  }
}

schedule.scop @steps(%A: memref<64xf32>, out %B: memref<64xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.mark "promoted" attributes {array = "A"} {
      schedule.sequence {
        schedule.filter "{ S0[i] : i < 16 }" { schedule.band (unroll "{ S0[i] -> [i] }") {} }
        schedule.filter "{ S0[i] : 16 <= i < 32 }" { schedule.band (vector "{ S0[i] -> [i] }") {} }
        schedule.filter "{ S0[i] : i >= 32 }" {}
      }
    }
  }
}
