import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isChainedOgg } from './chained-ogg.server.ts'

const BLOCK_BYTES = 1024 * 1024

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-ogg-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** A page of this many bytes, 283 to 65,307; `sequence` 0 begins a stream. */
function page(sequence: number, sizeBytes = 4096): Buffer {
  const bytes = Buffer.alloc(sizeBytes)
  bytes.write('OggS')
  bytes.writeUInt8(sequence === 0 ? 2 : 0, 5)
  bytes.writeUInt32LE(sequence, 18)
  bytes.writeUInt8(255, 26)
  for (let at = 27, left = sizeBytes - 27 - 255; at < 27 + 255; at += 1) {
    bytes.writeUInt8(Math.min(255, left), at)
    left -= Math.min(255, left)
  }
  return bytes
}

async function isChained(...pages: Buffer[]): Promise<boolean> {
  const path = join(dir, 'file.ogv')
  await writeFile(path, Buffer.concat(pages))
  return await isChainedOgg(path)
}

describe('isChainedOgg', () => {
  it.each<[string, Buffer[], boolean]>([
    ['nothing', [], false],
    ['a stream', [page(0), page(1), page(2)], false],
    ['two streams side by side', [page(0), page(0), page(1), page(1)], false],
    ['a stream after another', [page(0), page(1), page(0), page(1)], true],
    ['a stream after another that has lost its end', [page(0), page(1).subarray(0, 1000), page(2), page(0)], true],
    ['zeros between them', [page(0), page(1), Buffer.alloc(5000), page(0)], true],
    ['a page that says to begin in the middle of its stream', [page(0), page(1), begins(page(2)), page(3)], false],
    ['the mark of a page within a page', [page(0), marked(page(1)), page(2)], false],
    ['a page that is cut within its header', [page(0), page(1), page(0).subarray(0, 20)], false],
  ])('%s', async (_name, pages, expected) => {
    expect(await isChained(...pages)).toBe(expected)
  })

  it.each([0, 1, 3, 4, 26, 27, 28, 281, 282, 283])('a header of which a block has %i bytes', async (bytes) => {
    const large = Array.from({ length: 16 }, (_, index) => page(index + 1, 65_000))
    const head = page(0)
    const rest = BLOCK_BYTES - bytes - head.length - large.length * 65_000
    expect(await isChained(head, ...large, page(17, rest), page(18))).toBe(false)
    expect(await isChained(head, ...large, page(17, rest), page(0))).toBe(true)
  })
})

function begins(bytes: Buffer): Buffer {
  bytes.writeUInt8(2, 5)
  return bytes
}

function marked(bytes: Buffer): Buffer {
  page(0, 1000).copy(bytes, 1000)
  return bytes
}
