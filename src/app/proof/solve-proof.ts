import type { ProofChallenge } from '#platform/proof-challenge.ts'

// SHA-256 of many texts that begin alike. `crypto.subtle` is slower for short texts, and absent without https.

const constants = new Int32Array(64)
const initialState = new Int32Array(8)
for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  if (!isPrime(candidate)) continue
  if (found < 8) initialState[found] = fractionBits(candidate ** (1 / 2))
  constants[found] = fractionBits(candidate ** (1 / 3))
  found += 1
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false
  return true
}

/** The first 32 bits after the point. */
function fractionBits(number: number): number {
  return ((number % 1) * 2 ** 32) | 0
}

/** The block that is added next, then the words that are derived from it. */
const words = new Int32Array(64)
const rotate = (value: number, by: number) => (value >>> by) | (value << (32 - by))

/** Adds the block in `words` to a state. @see https://csrc.nist.gov/pubs/fips/180-4/upd1/final, 6.2.2 */
function addBlock(state: Int32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const near = words[at - 15]!
    const far = words[at - 2]!
    const sigma0 = rotate(near, 7) ^ rotate(near, 18) ^ (near >>> 3)
    const sigma1 = rotate(far, 17) ^ rotate(far, 19) ^ (far >>> 10)
    words[at] = words[at - 16]! + sigma0 + words[at - 7]! + sigma1
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let at = 0; at < 64; at += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + constants[at]! + words[at]!) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}

function setByte(at: number, byte: number): void {
  words[at >> 2]! |= byte << (24 - 8 * (at & 3))
}

/** Puts up to 64 characters of a text into `words`, and zeros behind them. */
function setBlock(text: string, from: number): void {
  words.fill(0, 0, 16)
  const end = Math.min(text.length, from + 64)
  for (let at = from; at < end; at += 1) setByte(at - from, text.charCodeAt(at))
}

/**
 * Returns a function that computes the SHA-256 of `start` and a further text, as eight words, which the next call changes.
 * @param start ASCII, a multiple of 64 characters
 */
export function sha256From(start: string): (rest: string) => Int32Array {
  const middle = initialState.slice()
  for (let at = 0; at < start.length; at += 64) {
    setBlock(start, at)
    addBlock(middle)
  }
  const state = new Int32Array(8)
  return (rest) => {
    state.set(middle)
    const { length } = rest
    // A bit that ends the text and eight bytes of its length follow it.
    for (let at = 0; at < length + 9; at += 64) {
      setBlock(rest, at)
      if (length >= at && length < at + 64) setByte(length - at, 0x80)
      if (length + 9 <= at + 64) words[15] = (start.length + length) * 8
      addBlock(state)
    }
    return state
  }
}

/** Finds the proof of a challenge of at most 32 bits. On average it takes as many hashes as 2 to the power of its bits. */
export function solveProof({ challenge, bits }: ProofChallenge): string {
  const start = `${challenge}.`
  const hashed = start.length - (start.length % 64)
  const hash = sha256From(start.slice(0, hashed))
  const tail = start.slice(hashed)
  for (let nonce = 0; ; nonce += 1) {
    if (Math.clz32(hash(`${tail}${nonce}`)[0]!) >= bits) return `${start}${nonce}`
  }
}
