import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secret } from '../secret.ts'
import { createSealing, isKeyOf, newKeyCheck } from './sealed.server.ts'

const FRAME = 1024 ** 2
const HEAD = 36
const TAG = 16
const key = new Secret('a key that is long enough to be one of them')
const check = newKeyCheck(key)
const sealing = createSealing(key, check)

/** Divides bytes into chunks of uneven sizes. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 300_007)
    yield bytes.subarray(at, at + size)
}

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const sealed = (bytes: Buffer, name = 'files/one') => all(sealing.seal(name, chunksOf(bytes)))
const opened = (bytes: Buffer, name = 'files/one') => all(sealing.open(name, chunksOf(bytes)))

test('what was sealed is opened again, whatever its size', async () => {
  for (const size of [0, 1, FRAME - 1, FRAME, FRAME + 1, 2 * FRAME, 2 * FRAME + 5]) {
    const bytes = randomBytes(size)
    const stored = await sealed(bytes)
    expect(stored.length).toBe(HEAD + size + TAG * Math.max(1, Math.ceil(size / FRAME)))
    expect((await opened(stored)).equals(bytes), `${size}`).toBe(true)
  }
})

test('neither the bytes nor the name can be seen, and the same bytes never look the same', async () => {
  const bytes = Buffer.from('the words of a script')
  const [one, two] = [await sealed(bytes), await sealed(bytes)]
  expect(one.includes(bytes)).toBe(false)
  expect(one.equals(two)).toBe(false)
  expect(sealing.nameOf('originals/a')).toMatch(/^([0-9a-f]{2})\/\1[0-9a-f]{62}$/)
  expect(sealing.nameOf('originals/a')).toBe(createSealing(key, check).nameOf('originals/a'))
  expect(sealing.nameOf('originals/a')).not.toBe(createSealing(key, newKeyCheck(key)).nameOf('originals/a'))
})

test('a changed, shortened, extended or reordered thing, and one under another name, is not opened', async () => {
  const bytes = randomBytes(2 * FRAME + 5)
  const whole = await sealed(bytes)
  const frames = [0, 1, 2].map((n) => whole.subarray(HEAD + n * (FRAME + TAG), HEAD + (n + 1) * (FRAME + TAG)))
  const head = whole.subarray(0, HEAD)
  const changed = Buffer.from(whole)
  changed[HEAD + FRAME + 40]! ^= 1
  const wrong = [
    changed,
    whole.subarray(0, -1),
    whole.subarray(0, HEAD + FRAME + TAG),
    whole.subarray(0, HEAD),
    whole.subarray(0, 10),
    Buffer.alloc(0),
    Buffer.concat([whole, Buffer.alloc(1)]),
    Buffer.concat([head, frames[1]!, frames[0]!, frames[2]!]),
    Buffer.concat([head, frames[0]!, frames[2]!]),
  ]
  for (const [index, each] of wrong.entries()) await expect(opened(each), `${index}`).rejects.toThrow('is damaged')
  await expect(opened(whole, 'files/two')).rejects.toThrow('files/two is not what was stored')
})

test('a key is recognised by what the header says of it, which does not tell the key', async () => {
  expect([isKeyOf(check, key), isKeyOf(check, new Secret(`${key.reveal()} `))]).toEqual([true, false])
  expect(isKeyOf({ ...check, check: 'ab' }, key)).toBe(false)
})
