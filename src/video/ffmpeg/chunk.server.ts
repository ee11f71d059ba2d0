import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Measurement } from '../measurement.ts'
import type { EncodeTarget } from '../rendition.ts'
import type { Chunk } from './chunk-plan.ts'
import { tracksOfInitSegment } from './fmp4-tracks.ts'
import { encodeToHls } from './hls.server.ts'
import { INIT_SEGMENT } from './hls-arguments.ts'
import { RenditionBroken, readRendition, type Segment } from './read-rendition.server.ts'
import { shiftFragments } from './shift-fragments.ts'
import type { SoundPart } from './sound-part.ts'

/** More fragments than one chunk can have; their numbers only have to rise. */
const FRAGMENTS_A_CHUNK = 10_000

export interface ChunkRun {
  /** The uploaded bytes: a scratch copy under a name of ours, absolute. */
  source: string
  /** Empty but for the file with the sound. */
  outDir: string
  targets: EncodeTarget[]
  measurement: Measurement
  chunk: Chunk
  sound: SoundPart | null
  isLater: boolean
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** A chunk of one rendition. */
export interface ChunkMade {
  /** Folder with the init segment, which is the same for every chunk, and the segments under their names in the whole. */
  dir: string
  init: string
  /** Names and facts of its segments, in order. */
  segments: (Segment & { name: string })[]
  codecs: string
}

/**
 * Encodes a stretch of an uploaded file for all targets, and moves it to its place in the whole.
 * @returns in the order of the targets
 * @throws RenditionBroken when it has not exactly the pictures and the sound that were planned
 * @throws ToolFailed
 */
export async function encodeChunk(run: ChunkRun): Promise<ChunkMade[]> {
  const { outDir, targets, chunk, sound, signal } = run
  const length = chunk.endsAt - chunk.startsAt
  await encodeToHls({
    ...run,
    segmentStarts: chunk.segmentStarts,
    part: { chunk, sound },
    measurement: { ...run.measurement, durationSeconds: length },
  })
  return await Promise.all(
    targets.map(async (target) => {
      const dir = join(outDir, target.name)
      const {
        codecs,
        segments,
        picture,
        sound: heard,
        files,
      } = await readRendition(dir, target, signal, chunk.number > 0)
      expect('pictures', picture.samples, chunk.pictures)
      expect('packets of sound', heard.samples, sound?.packets ?? 0)
      expect('segments', segments.length, chunk.segmentStarts.length)
      const names = files.slice(2)
      await putInPlace(dir, names, run)
      return {
        dir,
        init: INIT_SEGMENT,
        codecs,
        segments: segments.map((segment, place) => ({ ...segment, name: names[place] ?? '' })),
      }
    }),
  )
}

function expect(what: string, found: number, planned: number): void {
  if (found !== planned) throw new RenditionBroken(`${found} ${what} in a chunk of ${planned}`)
}

async function putInPlace(dir: string, names: string[], { chunk, sound, measurement }: ChunkRun): Promise<void> {
  const init = await readFile(join(dir, INIT_SEGMENT))
  const ticks = new Map<number, number>()
  for (const { id, kind, timescale } of tracksOfInitSegment(view(init))) {
    if (kind === 'picture') ticks.set(id, pictureTicks(chunk, measurement, timescale))
    if (kind === 'sound' && sound) ticks.set(id, Math.round((sound.offsetTicks * timescale) / sound.ticksPerSecond))
  }
  for (const name of names) {
    const bytes = await readFile(join(dir, name))
    shiftFragments(view(bytes), ticks, chunk.number * FRAGMENTS_A_CHUNK)
    await writeFile(join(dir, name), bytes)
  }
}

/** By the exact rate: times in the source may be rounded. */
function pictureTicks(chunk: Chunk, { video }: Measurement, timescale: number): number {
  const { numerator, denominator } = video?.frameRate ?? { numerator: 1, denominator: 1 }
  return Math.round((chunk.firstPicture * timescale * denominator) / numerator)
}

function view(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
