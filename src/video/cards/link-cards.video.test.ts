import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import { runTool } from '../media/ffmpeg/run-tool.server.ts'
import { createLinkCards, type LinkCards } from './link-cards.server.ts'

let folder: string
let cards: LinkCards
let reads: string[]
const warnings: unknown[] = []
const posters = new Map<string, Buffer>()
const broken = `/media/${newId()}/poster-${newId()}.webp`

async function addPoster(width: number, height: number): Promise<string> {
  const url = `/media/${newId()}/poster-${newId()}.webp`
  const dir = await mkdtemp(join(folder, 'poster-'))
  const args = ['-v', 'error', '-f', 'lavfi', '-i', `color=0x336699:s=${width}x${height}`]
  const output = ['-frames:v', '1', '-c:v', 'libwebp', '-f', 'webp', 'poster.webp']
  await runTool({ tool: 'ffmpeg', args: [...args, ...output], outputDir: dir, deadlineMs: 60_000 })
  posters.set(url.slice(1), await readFile(join(dir, 'poster.webp')))
  await rm(dir, { recursive: true })
  return url
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hoshi-cards-'))
  reads = []
  posters.set(broken.slice(1), Buffer.from('no picture'))
  cards = createLinkCards({
    folder,
    log: { warn: (details: unknown) => warnings.push(details) },
    storage: {
      async read(key) {
        reads.push(key)
        const poster = posters.get(key)
        if (!poster) throw new ObjectMissing(key)
        return Readable.from([poster])
      },
    },
  })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Size in the frame header of a baseline JPEG. */
function jpegSize(jpeg: Buffer): { width: number; height: number } {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) }
}

test.each([
  ['a film', 640, 360],
  ['an upright film', 360, 640],
])('the card of %s is a JPEG with its words, and is drawn once', async (_, width, height) => {
  const picture = await addPoster(width, height)
  const card = { picture, title: '星 and {\\b1} 🌠 the night', by: '山田花子' }
  const [jpeg, again] = await Promise.all([cards.draw(card), cards.draw(card)])
  expect(jpegSize(jpeg!)).toEqual({ width: 1200, height: 630 })
  expect(again).toBe(jpeg)
  expect(await cards.draw(card)).toBe(jpeg)
  expect(reads.filter((key) => `/${key}` === picture)).toHaveLength(1)
  const other = await cards.draw({ ...card, title: 'Another night' })
  expect(other!.equals(jpeg!)).toBe(false)
  expect(await readdir(folder)).toEqual([])
  expect(warnings).toEqual([])
})

test('there is no card of a picture that is gone, of none, or of one that another service has', async () => {
  const words = { title: 'Stars', by: 'Mio' }
  for (const picture of [
    broken,
    `/media/${newId()}/poster-${newId()}.webp`,
    'https://stream.example/poster.jpg',
    `/originals/${newId()}`,
  ])
    expect(await cards.draw({ ...words, picture })).toBeNull()
  expect(reads.filter((key) => key.startsWith('originals'))).toEqual([])
})
