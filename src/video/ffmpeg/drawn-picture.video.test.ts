import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lendSquarePicture } from './drawn-picture.server.ts'

const run = promisify(execFile)
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-square-'))
})

afterAll(() => rm(dir, { recursive: true, force: true }))

/** Red on the left, then green in the middle, then blue on the right: 300 by 100. */
const stripes = [
  ...['-f', 'lavfi', '-i', 'color=red:s=100x100:d=1:r=5', '-f', 'lavfi', '-i', 'color=lime:s=100x100:d=1:r=5'],
  ...['-f', 'lavfi', '-i', 'color=blue:s=100x100:d=1:r=5', '-filter_complex', '[0][1][2]hstack=inputs=3'],
]

async function made(name: string, ...args: string[]): Promise<Buffer> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, join(dir, name)])
  return readFile(join(dir, name))
}

const scratch = () => join(dir, 'scratch')
const draw = (bytes: Uint8Array, side = 64) =>
  lendSquarePicture(scratch(), new Blob([new Uint8Array(bytes)]), side, (path) => readFile(path))

/** Mean colour of a picture, as rough [red, green, blue]. */
async function colourOf(webp: Buffer, filter = 'scale=1:1'): Promise<number[]> {
  await writeFile(join(dir, 'look.webp'), webp)
  const args = ['-v', 'error', '-i', join(dir, 'look.webp'), '-vf', filter, '-frames:v', '1', '-f', 'rawvideo']
  const { stdout } = await run('ffmpeg', [...args, '-pix_fmt', 'rgb24', '-'], { encoding: 'buffer' })
  return [...stdout.subarray(0, 3)].map((value) => Math.round(value / 128))
}

describe('a picture', () => {
  it.each([
    ['a PNG', 'a.png', ['-frames:v', '1']],
    ['a moving PNG', 'b.png', ['-f', 'apng']],
    ['a JPEG', 'a.jpg', ['-frames:v', '1']],
    ['a GIF that moves', 'a.gif', []],
    ['a WebP', 'a.webp', ['-frames:v', '1', '-c:v', 'libwebp']],
    ['a WebP that moves', 'b.webp', ['-c:v', 'libwebp_anim']],
  ])('%s becomes the square in its middle', async (_, name, args) => {
    const drawn = await draw(await made(name, ...stripes, ...args))
    if (!drawn.ok) throw new Error(drawn.why)
    expect(drawn.result.toString('latin1', 8, 12)).toBe('WEBP')
    expect(await colourOf(drawn.result)).toEqual([0, 2, 0])
    const probe = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', join(dir, 'look.webp')]
    expect((await run('ffprobe', probe)).stdout.trim()).toBe('64,64')
    expect(await readdir(scratch())).toEqual([])
  })

  it('keeps nothing that the file tells besides: place, camera, comments', async () => {
    const told = await made('told.png', ...stripes, '-frames:v', '1')
    const text = Buffer.from('tEXtComment\0taken at home', 'latin1')
    const chunk = Buffer.alloc(4 + text.length + 4)
    chunk.writeUInt32BE(text.length - 4)
    text.copy(chunk, 4)
    const drawn = await draw(Buffer.concat([told.subarray(0, 33), chunk, told.subarray(33)]))
    expect(drawn.ok && drawn.result.includes('taken at home')).toBe(false)
  })

  it('stands upright when its camera was turned', async () => {
    const jpeg = await made('turned.jpg', ...stripes, '-frames:v', '1')
    const drawn = await draw(turned(jpeg, 6), 90)
    if (!drawn.ok) throw new Error(drawn.why)
    // Turned by a quarter, red is at the top of the whole and the square in the middle is green all over.
    expect(await colourOf(drawn.result)).toEqual([0, 2, 0])
    const tall = await made(
      'tall.jpg',
      ...stripes.slice(0, -1),
      '[0][1][2]hstack=inputs=3,crop=200:100:0:0,scale=100:100',
      '-frames:v',
      '1',
    )
    const upright = await draw(turned(tall, 6), 90)
    expect(upright.ok && (await colourOf(upright.result, 'crop=90:20:0:10,scale=1:1'))).toEqual([2, 0, 0])
  })

  it('is refused when it is no picture that we know', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    const clip = await made('clip.mp4', ...stripes)
    const bitmap = await made('a.bmp', ...stripes, '-frames:v', '1')
    for (const bytes of [Buffer.from(svg), Buffer.from('#EXTM3U\nfile:///etc/passwd'), clip, bitmap, Buffer.alloc(9)]) {
      expect(await draw(bytes)).toEqual({ ok: false, why: 'no_picture' })
    }
  })

  it('is refused when it is damaged, or larger than what may be decoded', async () => {
    const png = await made('whole.png', ...stripes, '-frames:v', '1')
    expect(await draw(png.subarray(0, 40))).toEqual({ ok: false, why: 'unreadable' })
    const playlist = Buffer.from('GIF89a\n#EXTM3U\nfile:///etc/passwd\n')
    expect(await draw(playlist)).toEqual({ ok: false, why: 'unreadable' })
    // Says to be 30000 by 30000 and is a few bytes.
    const huge = Buffer.from(png)
    huge.writeUInt32BE(30_000, 16)
    huge.writeUInt32BE(30_000, 20)
    expect(await draw(huge)).toEqual({ ok: false, why: 'unreadable' })
    const vast = await made('vast.png', '-f', 'lavfi', '-i', 'color=red:s=7000x6000', '-frames:v', '1')
    expect(await draw(vast)).toEqual({ ok: false, why: 'unreadable' })
    expect(await readdir(scratch())).toEqual([])
  })
})

/** The same JPEG, saying how its camera was held. */
function turned(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  exif.writeUInt16LE(orientation, 24)
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}
