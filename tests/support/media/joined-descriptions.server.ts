import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { boxesAt } from '#video/media/mp4/fmp4-boxes.ts'

const run = promisify(execFile)

/** Frames a second of `makeClip`. */
const FRAMES_PER_SECOND = 24
const TICKS_PER_FRAME = 1000
const IDENTITY = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

function box(type: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([numbers(content.length + 8), Buffer.from(type), content])
}

interface Clip {
  /** The entry of `stsd`: codec, size and parameters. */
  description: Buffer
  samples: Buffer[]
  keyframes: boolean[]
}

async function readClip(path: string): Promise<Clip> {
  const bytes = await readFile(path)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [found] = boxesAt(view, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'])
  if (!found) throw new Error('no stsd')
  const list = ['-v', 'error', '-show_entries', 'packet=pos,size,flags', '-of', 'json', path]
  const { stdout } = await run('ffprobe', list)
  const { packets } = JSON.parse(stdout) as { packets: { pos: string; size: string; flags: string }[] }
  return {
    description: bytes.subarray(found.start + 8, found.end),
    samples: packets.map(({ pos, size }) => bytes.subarray(Number(pos), Number(pos) + Number(size))),
    keyframes: packets.map(({ flags }) => flags.startsWith('K')),
  }
}

/**
 * Joins two MP4s of `makeClip` without sound or reordered frames into one track with two descriptions of its samples, as
 * editors of QuickTime do; ffmpeg writes no such file.
 */
export async function joinAsDescriptions(path: string, ...clips: [string, string]): Promise<string> {
  const [one, other] = await Promise.all([readClip(clips[0]), readClip(clips[1])])
  const samples = [...one.samples, ...other.samples]
  const keyframes = [...one.keyframes, ...other.keyframes].flatMap((isKeyframe, at) => (isKeyframe ? [at + 1] : []))
  const ticks = samples.length * TICKS_PER_FRAME
  const rate = FRAMES_PER_SECOND * TICKS_PER_FRAME
  const type = box('ftyp', Buffer.from('qt  '), numbers(0))
  const [at, sizeOfOne] = [type.length + 8, Buffer.concat(one.samples).length]
  const table = box(
    'stbl',
    box('stsd', numbers(0, 2), one.description, other.description),
    box('stts', numbers(0, 1, samples.length, TICKS_PER_FRAME)),
    box('stss', numbers(0, keyframes.length, ...keyframes)),
    box('stsc', numbers(0, 2, 1, one.samples.length, 1, 2, other.samples.length, 2)),
    box('stsz', numbers(0, 0, samples.length, ...samples.map(({ length }) => length))),
    box('stco', numbers(0, 2, at, at + sizeOfOne)),
  )
  const data = box('dinf', box('dref', numbers(0, 1), box('url ', numbers(1))))
  const media = box(
    'mdia',
    box('mdhd', numbers(0, 0, 0, rate, ticks, 0x55c4_0000)),
    box('hdlr', numbers(0, 0), Buffer.from('vide'), numbers(0, 0, 0, 0)),
    box('minf', box('vmhd', numbers(1, 0, 0)), data, table),
  )
  const size = [one.description.readUInt16BE(32), one.description.readUInt16BE(34)].map((pixels) => pixels * 0x1_0000)
  const track = box('trak', box('tkhd', numbers(3, 0, 0, 1, 0, ticks, 0, 0, 0, 0, ...IDENTITY, ...size)), media)
  const head = box('mvhd', numbers(0, 0, 0, rate, ticks, 0x1_0000, 0x100_0000, 0, 0, ...IDENTITY, 0, 0, 0, 0, 0, 0, 2))
  await writeFile(path, Buffer.concat([type, box('mdat', ...samples), box('moov', head, track)]))
  return path
}
