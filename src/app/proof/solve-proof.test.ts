import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256From, solveProof } from './solve-proof.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hexOf = (words: Int32Array) => [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

test('hashes are those of SHA-256, for every length around the borders of blocks', () => {
  const text = Array.from({ length: 330 }, (_, at) => String.fromCharCode(33 + (at % 90))).join('')
  for (const blocks of [0, 1, 2]) {
    const start = text.slice(0, blocks * 64)
    const hash = sha256From(start)
    for (let length = 0; length < 200; length += 1) {
      const rest = text.slice(start.length, start.length + length)
      expect(hexOf(hash(rest)), `${start.length} and ${length}`).toBe(sha256(start + rest))
    }
  }
})

test.each([0, 1, 8, 12])(
  'a proof of %d bits begins with its challenge, and its hash with so many zero bits',
  (bits) => {
    for (const challenge of ['short', 'x'.repeat(63), 'y'.repeat(100)]) {
      const proof = solveProof({ challenge, bits })
      expect(proof.slice(0, challenge.length + 1)).toBe(`${challenge}.`)
      expect(Number.parseInt(sha256(proof).slice(0, 8), 16)).toBeLessThan(2 ** (32 - bits))
    }
  },
)
