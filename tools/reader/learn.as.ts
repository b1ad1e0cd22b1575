// AssemblyScript: the two sums that learning consists of, in WASM SIMD. float32 in the order written here: the same weights on every machine.

function sumOf(v: v128): f32 {
  const low = f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1)
  return low + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
}

/** out[m][n] = a[m] times b[n]: rows of `width` numbers, a multiple of four; so are the rows of b. */
export function product(a: usize, b: usize, out: usize, count: i32, columns: i32, width: i32): void {
  const row: usize = width << 2
  for (let m = 0; m < count; m += 1) {
    for (let n = 0; n < columns; n += 4) {
      const b0: usize = b + <usize>n * row
      let s0 = f32x4.splat(0)
      let s1 = f32x4.splat(0)
      let s2 = f32x4.splat(0)
      let s3 = f32x4.splat(0)
      for (let k: usize = 0; k < row; k += 16) {
        const x = v128.load(a + k)
        const at: usize = b0 + k
        s0 = f32x4.add(s0, f32x4.mul(x, v128.load(at)))
        s1 = f32x4.add(s1, f32x4.mul(x, v128.load(at + row)))
        s2 = f32x4.add(s2, f32x4.mul(x, v128.load(at + 2 * row)))
        s3 = f32x4.add(s3, f32x4.mul(x, v128.load(at + 3 * row)))
      }
      f32.store(out, sumOf(s0))
      f32.store(out, sumOf(s1), 4)
      f32.store(out, sumOf(s2), 8)
      f32.store(out, sumOf(s3), 12)
      out += 16
    }
    a += row
  }
}

/** sums[n] += by[m][n] times a[m], over all m. */
export function gather(by: usize, a: usize, sums: usize, count: i32, columns: i32, width: i32): void {
  const row: usize = width << 2
  for (let m = 0; m < count; m += 1) {
    let to = sums
    for (let n = 0; n < columns; n += 1) {
      const times = v128.load32_splat(by)
      for (let k: usize = 0; k < row; k += 16)
        v128.store(to + k, f32x4.add(v128.load(to + k), f32x4.mul(times, v128.load(a + k))))
      by += 4
      to += row
    }
    a += row
  }
}
