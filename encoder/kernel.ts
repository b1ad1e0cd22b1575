/**
 * The encoder's inner loops in AssemblyScript: int8 weights times int16 activations in WASM SIMD. `npm run build` makes kernel.wasm of it.
 * The same bytes on every machine: whole numbers are summed exactly, all else is + - * / and square root of float32 in the order
 * written here. No relaxed SIMD, no fused multiply-add, no library's exp. Rows have WIDTH numbers; lengths are multiples of 16.
 */
const WIDTH: usize = 384
const ROW: usize = WIDTH * 4
const QKV: usize = 3 * ROW
const HEADS: usize = 12
/** Added to a number below 2^22 it leaves the nearest whole number, halves to even, in the low bits. */
const ROUND: f32 = 12582912

function sumOf(v: v128): f32 {
  const low = f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1)
  return low + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
}

function greatestOf(v: v128): f32 {
  const low = max<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1))
  return max<f32>(low, max<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)))
}

function horner(p: v128, x: v128, c: f32): v128 {
  return f32x4.add(f32x4.mul(p, x), f32x4.splat(c))
}

/** e^x by a power of two and a polynomial, to 2e-7 of the value. */
function exp4(given: v128): v128 {
  const x = f32x4.pmax(f32x4.splat(-87), f32x4.pmin(f32x4.splat(87), given))
  const shifted = f32x4.add(f32x4.mul(x, f32x4.splat(Mathf.LOG2E)), f32x4.splat(ROUND))
  const n = f32x4.sub(shifted, f32x4.splat(ROUND))
  const high = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)))
  const r = f32x4.add(high, f32x4.mul(n, f32x4.splat(0.00021219444)))
  let p = f32x4.splat(0.000198756915)
  p = horner(p, r, 0.0013981999507)
  p = horner(p, r, 0.0083334519073)
  p = horner(p, r, 0.041665795894)
  p = horner(p, r, 0.16666665459)
  p = horner(p, r, 0.50000001201)
  p = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), f32x4.splat(1))
  const power = i32x4.shl(i32x4.add(i32x4.sub(shifted, f32x4.splat(ROUND)), i32x4.splat(127)), 23)
  return f32x4.mul(p, power)
}

/** Four sums of four lanes each. */
function sumsOf<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = v128.add<T>(v128.shuffle<T>(a, b, 0, 4, 1, 5), v128.shuffle<T>(a, b, 2, 6, 3, 7))
  const cd = v128.add<T>(v128.shuffle<T>(c, d, 0, 4, 1, 5), v128.shuffle<T>(c, d, 2, 6, 3, 7))
  return v128.add<T>(v128.shuffle<T>(ab, cd, 0, 1, 4, 5), v128.shuffle<T>(ab, cd, 2, 3, 6, 7))
}

/**
 * from[count][n] -> to, as int16 by a scale a row. Two rows lie side by side, eight numbers of one, eight of the other, as `product` reads them.
 */
export function quantise(from: usize, to: usize, scales: usize, count: i32, n: i32, greatest: f32): void {
  const bytes: usize = n << 2
  const round = f32x4.splat(ROUND)
  for (let row = 0; row < count; row++) {
    let top = f32x4.splat(1e-20)
    for (let i: usize = 0; i < bytes; i += 16) top = f32x4.pmax(top, f32x4.abs(v128.load(from + i)))
    const scale = greatestOf(top)
    f32.store(scales + (row << 2), scale / greatest)
    const by = f32x4.splat(greatest / scale)
    let at = to + <usize>(row >> 1) * bytes + ((row & 1) << 4)
    for (let i: usize = 0; i < bytes; i += 32) {
      const low = i32x4.sub(f32x4.add(f32x4.mul(by, v128.load(from + i)), round), round)
      const high = i32x4.sub(f32x4.add(f32x4.mul(by, v128.load(from + i, 16)), round), round)
      v128.store(at, i16x8.narrow_i32x4_s(low, high))
      at += 32
    }
    from += bytes
  }
}

/**
 * out[rows][columns] = a[rows][n] (as `quantise` leaves it) times w[columns][n] (int8, a scale a row), plus bias unless that is 0.
 * Four columns are widened to int16 and then meet all rows, two at a time: a third faster than widening them for each row. An odd last
 * row has a neighbour that nobody wants; out has room for it. `panel` has room for 4 * n int16.
 */
export function product(
  a: usize,
  aScales: usize,
  w: usize,
  wScales: usize,
  bias: usize,
  out: usize,
  rows: i32,
  columns: i32,
  n: i32,
  panel: usize,
): void {
  const end = panel + (n << 3)
  for (let column = 0; column < columns; column += 4) {
    for (let to = panel; to < end; to += 64) {
      v128.store(to, v128.load_ext<i8>(w))
      v128.store(to, v128.load_ext<i8>(w + n), 16)
      v128.store(to, v128.load_ext<i8>(w + 2 * n), 32)
      v128.store(to, v128.load_ext<i8>(w + 3 * n), 48)
      w += 8
    }
    w += 3 * n
    const scale = v128.load(wScales + (column << 2))
    const shift = bias === 0 ? f32x4.splat(0) : v128.load(bias + (column << 2))
    let x = a
    for (let row = 0; row < rows; row += 2) {
      let s0 = i32x4.splat(0)
      let s1 = s0
      let s2 = s0
      let s3 = s0
      let t0 = s0
      let t1 = s0
      let t2 = s0
      let t3 = s0
      for (let p = panel; p < end; p += 64) {
        const one = v128.load(x)
        const two = v128.load(x, 16)
        const w0 = v128.load(p)
        const w1 = v128.load(p, 16)
        const w2 = v128.load(p, 32)
        const w3 = v128.load(p, 48)
        s0 = i32x4.add(s0, i32x4.dot_i16x8_s(w0, one))
        s1 = i32x4.add(s1, i32x4.dot_i16x8_s(w1, one))
        s2 = i32x4.add(s2, i32x4.dot_i16x8_s(w2, one))
        s3 = i32x4.add(s3, i32x4.dot_i16x8_s(w3, one))
        t0 = i32x4.add(t0, i32x4.dot_i16x8_s(w0, two))
        t1 = i32x4.add(t1, i32x4.dot_i16x8_s(w1, two))
        t2 = i32x4.add(t2, i32x4.dot_i16x8_s(w2, two))
        t3 = i32x4.add(t3, i32x4.dot_i16x8_s(w3, two))
        x += 32
      }
      const to = out + ((row * columns + column) << 2)
      const by = aScales + (row << 2)
      const s = f32x4.mul(f32x4.convert_i32x4_s(sumsOf<i32>(s0, s1, s2, s3)), v128.load32_splat(by))
      const t = f32x4.mul(f32x4.convert_i32x4_s(sumsOf<i32>(t0, t1, t2, t3)), v128.load32_splat(by, 4))
      v128.store(to, f32x4.add(f32x4.mul(s, scale), shift))
      v128.store(to + (columns << 2), f32x4.add(f32x4.mul(t, scale), shift))
    }
  }
}

/** x = x * Phi(x) for `count` numbers, to 1e-4; Phi is 1/2 + x * P(x * x) up to 4.25 and there 1. An erf by exp took five times as long. */
export function gelu(at: usize, count: i32): void {
  for (const end = at + (count << 2); at < end; at += 16) {
    const x = v128.load(at)
    const z = f32x4.pmax(f32x4.splat(-4.25), f32x4.pmin(f32x4.splat(4.25), x))
    const u = f32x4.mul(z, z)
    let p = f32x4.splat(-8.45964909235164e-10)
    p = horner(p, u, 7.570285021074596e-8)
    p = horner(p, u, -2.9386426376731833e-6)
    p = horner(p, u, 6.552467675646767e-5)
    p = horner(p, u, -0.0009404275915585458)
    p = horner(p, u, 0.009257734753191471)
    p = horner(p, u, -0.06545331329107285)
    p = horner(p, u, 0.39841991662979126)
    v128.store(at, f32x4.mul(x, f32x4.add(f32x4.mul(z, p), f32x4.splat(0.5))))
  }
}

/** x = (x + y, to mean 0 and variance 1) * gain + shift, each row. */
export function addAndNorm(x: usize, y: usize, gain: usize, shift: usize, count: i32): void {
  for (let row = 0; row < count; row++) {
    let sum = f32x4.splat(0)
    for (let i: usize = 0; i < ROW; i += 16) {
      const v = f32x4.add(v128.load(x + i), v128.load(y + i))
      v128.store(x + i, v)
      sum = f32x4.add(sum, v)
    }
    const mean = f32x4.splat(sumOf(sum) / <f32>WIDTH)
    sum = f32x4.splat(0)
    for (let i: usize = 0; i < ROW; i += 16) {
      const v = f32x4.sub(v128.load(x + i), mean)
      sum = f32x4.add(sum, f32x4.mul(v, v))
    }
    const by = f32x4.splat(<f32>1 / sqrt<f32>(sumOf(sum) / <f32>WIDTH + <f32>1e-12))
    for (let i: usize = 0; i < ROW; i += 16) {
      const v = f32x4.mul(f32x4.sub(v128.load(x + i), mean), by)
      v128.store(x + i, f32x4.add(f32x4.mul(v, v128.load(gain + i)), v128.load(shift + i)))
    }
    x += ROW
    y += ROW
  }
}

/**
 * One text: query, key and value side by side in [count][3 * WIDTH] -> out[count][WIDTH]. `chances` has room for count + 3 numbers.
 * Four keys at a time, and four parts of the values: sums that do not wait for each other take a third of the time.
 */
export function attend(qkv: usize, count: usize, out: usize, chances: usize): void {
  const end = count << 2
  for (let head: usize = 0; head < HEADS; head++) {
    const keys = qkv + (head << 7) + ROW
    for (let i: usize = 0; i < count; i++) {
      const query = qkv + (head << 7) + i * QKV
      let top = f32x4.splat(-1e30)
      for (let j: usize = 0, key = keys; j < end; j += 16, key += 4 * QKV) {
        let a = f32x4.splat(0)
        let b = a
        let c = a
        let d = a
        for (let at: usize = 0; at < 128; at += 16) {
          const q = v128.load(query + at)
          a = f32x4.add(a, f32x4.mul(q, v128.load(key + at)))
          b = f32x4.add(b, f32x4.mul(q, v128.load(key + at, QKV)))
          c = f32x4.add(c, f32x4.mul(q, v128.load(key + at, 2 * QKV)))
          d = f32x4.add(d, f32x4.mul(q, v128.load(key + at, 3 * QKV)))
        }
        v128.store(chances + j, f32x4.mul(sumsOf<f32>(a, b, c, d), f32x4.splat(0.17677669529663687)))
      }
      // What lies behind the last key is of another text, and counts for nothing.
      for (let j = end; (j & 15) !== 0; j += 4) f32.store(chances + j, -1e30)
      for (let j: usize = 0; j < end; j += 16) top = f32x4.pmax(top, v128.load(chances + j))
      top = f32x4.splat(greatestOf(top))
      let total = f32x4.splat(0)
      for (let j: usize = 0; j < end; j += 16) {
        const chance = exp4(f32x4.sub(v128.load(chances + j), top))
        v128.store(chances + j, chance)
        total = f32x4.add(total, chance)
      }
      const by = f32x4.splat(<f32>1 / sumOf(total))
      for (let part: usize = 0; part < 128; part += 64) {
        let a = f32x4.splat(0)
        let b = a
        let c = a
        let d = a
        for (let j: usize = 0, value = keys + ROW + part; j < end; j += 4, value += QKV) {
          const chance = v128.load32_splat(chances + j)
          a = f32x4.add(a, f32x4.mul(chance, v128.load(value)))
          b = f32x4.add(b, f32x4.mul(chance, v128.load(value, 16)))
          c = f32x4.add(c, f32x4.mul(chance, v128.load(value, 32)))
          d = f32x4.add(d, f32x4.mul(chance, v128.load(value, 48)))
        }
        const to = out + (head << 7) + i * ROW + part
        v128.store(to, f32x4.mul(a, by))
        v128.store(to, f32x4.mul(b, by), 16)
        v128.store(to, f32x4.mul(c, by), 32)
        v128.store(to, f32x4.mul(d, by), 48)
      }
    }
  }
}

/**
 * Late interaction of one text with many wordings, whose rows lie one after another, `lengths` of them each, a multiple of four: `there` is
 * for each wording the weighted mean over its rows of the greatest cosine with a row of the text, `back` the mean over the text's rows
 * of the greatest cosine with a row of the wording. `cosines` has room for (rows + 1) * the longest wording.
 */
export function meet(
  a: usize,
  aScales: usize,
  rows: i32,
  w: usize,
  wScales: usize,
  lengths: usize,
  weights: usize,
  count: i32,
  there: usize,
  back: usize,
  cosines: usize,
  panel: usize,
): void {
  for (let wording = 0; wording < count; wording++) {
    const length = i32.load(lengths + (wording << 2))
    const bytes: usize = length << 2
    const end = cosines + <usize>rows * bytes
    product(a, aScales, w, wScales, 0, cosines, rows, length, <i32>WIDTH, panel)
    let sum = f32x4.splat(0)
    for (let j: usize = 0; j < bytes; j += 16) {
      let top = v128.load(cosines + j)
      for (let at = cosines + bytes + j; at < end; at += bytes) top = f32x4.pmax(top, v128.load(at))
      sum = f32x4.add(sum, f32x4.mul(top, v128.load(weights + j)))
    }
    f32.store(there + (wording << 2), sumOf(sum))
    let total: f32 = 0
    for (let at = cosines; at < end; at += bytes) {
      let top = v128.load(at)
      for (let j: usize = 16; j < bytes; j += 16) top = f32x4.pmax(top, v128.load(at + j))
      total += greatestOf(top)
    }
    f32.store(back + (wording << 2), total / <f32>rows)
    w += length * <i32>WIDTH
    wScales += bytes
    weights += bytes
  }
}
