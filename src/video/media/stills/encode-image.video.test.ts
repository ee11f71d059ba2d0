import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withSquareImage } from './encode-image.server.ts'

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

async function makeImage(name: string, ...args: string[]): Promise<Buffer> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, join(dir, name)])
  return readFile(join(dir, name))
}

const scratch = () => join(dir, 'scratch')
const encode = (bytes: Uint8Array, side = 64) =>
  withSquareImage(scratch(), new Blob([new Uint8Array(bytes)]), side, (path) => readFile(path))

/** Mean colour of an image, as rough [red, green, blue]. */
async function colourOf(webp: Buffer, filter = 'scale=1:1'): Promise<number[]> {
  await writeFile(join(dir, 'encoded.webp'), webp)
  const args = ['-v', 'error', '-i', join(dir, 'encoded.webp'), '-vf', filter, '-frames:v', '1', '-f', 'rawvideo']
  const { stdout } = await run('ffmpeg', [...args, '-pix_fmt', 'rgb24', '-'], { encoding: 'buffer' })
  return [...stdout.subarray(0, 3)].map((value) => Math.round(value / 128))
}

describe('an image', () => {
  it.each([
    ['a PNG', 'a.png', ['-frames:v', '1']],
    ['an animated PNG', 'b.png', ['-f', 'apng']],
    ['a JPEG', 'a.jpg', ['-frames:v', '1']],
    ['an animated GIF', 'a.gif', []],
    ['a WebP', 'a.webp', ['-frames:v', '1', '-c:v', 'libwebp']],
    ['an animated WebP', 'b.webp', ['-c:v', 'libwebp_anim']],
  ])('%s becomes the square in its centre', async (_, name, args) => {
    const encoded = await encode(await makeImage(name, ...stripes, ...args))
    if (!encoded.ok) throw new Error(encoded.why)
    expect(encoded.result.toString('latin1', 8, 12)).toBe('WEBP')
    expect(await colourOf(encoded.result)).toEqual([0, 2, 0])
    const probe = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', join(dir, 'encoded.webp')]
    expect((await run('ffprobe', probe)).stdout.trim()).toBe('64,64')
    expect(await readdir(scratch())).toEqual([])
  })

  it('loses its metadata: location, camera, comments', async () => {
    const original = await makeImage('metadata.png', ...stripes, '-frames:v', '1')
    const text = Buffer.from('tEXtComment\0taken at home', 'latin1')
    const chunk = Buffer.alloc(4 + text.length + 4)
    chunk.writeUInt32BE(text.length - 4)
    text.copy(chunk, 4)
    const encoded = await encode(Buffer.concat([original.subarray(0, 33), chunk, original.subarray(33)]))
    expect(encoded.ok && encoded.result.includes('taken at home')).toBe(false)
  })

  it('is upright when its camera was rotated', async () => {
    const jpeg = await makeImage('rotated.jpg', ...stripes, '-frames:v', '1')
    const encoded = await encode(withOrientation(jpeg, 6), 90)
    if (!encoded.ok) throw new Error(encoded.why)
    // Rotated by a quarter, red is at the top of the image and the square in the centre is green all over.
    expect(await colourOf(encoded.result)).toEqual([0, 2, 0])
    const tall = await makeImage(
      'tall.jpg',
      ...stripes.slice(0, -1),
      '[0][1][2]hstack=inputs=3,crop=200:100:0:0,scale=100:100',
      '-frames:v',
      '1',
    )
    const upright = await encode(withOrientation(tall, 6), 90)
    expect(upright.ok && (await colourOf(upright.result, 'crop=90:20:0:10,scale=1:1'))).toEqual([2, 0, 0])
  })

  it('is refused when its format is not supported', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    const clip = await makeImage('clip.mp4', ...stripes)
    const bitmap = await makeImage('a.bmp', ...stripes, '-frames:v', '1')
    for (const bytes of [Buffer.from(svg), Buffer.from('#EXTM3U\nfile:///etc/passwd'), clip, bitmap, Buffer.alloc(9)]) {
      expect(await encode(bytes)).toEqual({ ok: false, why: 'no_picture' })
    }
  })

  it('is refused when it is damaged, or too large to be decoded', async () => {
    const png = await makeImage('complete.png', ...stripes, '-frames:v', '1')
    expect(await encode(png.subarray(0, 40))).toEqual({ ok: false, why: 'unreadable' })
    const playlist = Buffer.from('GIF89a\n#EXTM3U\nfile:///etc/passwd\n')
    expect(await encode(playlist)).toEqual({ ok: false, why: 'unreadable' })
    // Claims to be 30000 by 30000 and has a few bytes.
    const huge = Buffer.from(png)
    huge.writeUInt32BE(30_000, 16)
    huge.writeUInt32BE(30_000, 20)
    expect(await encode(huge)).toEqual({ ok: false, why: 'unreadable' })
    const vast = await makeImage('vast.png', '-f', 'lavfi', '-i', 'color=red:s=7000x6000', '-frames:v', '1')
    expect(await encode(vast)).toEqual({ ok: false, why: 'unreadable' })
    expect(await readdir(scratch())).toEqual([])
  })
})

/** The same JPEG with the orientation of its camera. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  exif.writeUInt16LE(orientation, 24)
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}
