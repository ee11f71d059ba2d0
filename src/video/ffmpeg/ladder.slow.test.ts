import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/clips.server.ts'
import { planEncodes, planRenditions } from '../ladder.ts'
import type { Measurement } from '../measurement.ts'
import type { EncodeTarget } from '../rendition.ts'
import { copyToHls, encodeToHls } from './hls.server.ts'
import { measure } from './measure.server.ts'
import { readMediaPlaylist } from './media-playlist.ts'
import { canToneMap } from './tone-mapping.server.ts'
import { verifyRendition } from './verify-rendition.server.ts'

const run = promisify(execFile)
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-ladder-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function measured(source: string): Promise<Measurement> {
  const measurement = await measure(source)
  if (!measurement.isReadable) throw new Error('unreadable clip')
  return measurement
}

/** Small rungs stand for the real sizes, which take long. */
function rung(width: number, height: number, audio: EncodeTarget['audio']): EncodeTarget {
  const name = `${Math.min(width, height)}p`
  return { kind: 'encode', name, width, height, audio, maxVideoBitsPerSecond: 400_000, preset: 'veryfast' }
}

async function segmentsOf(folder: string): Promise<number[]> {
  const playlist = readMediaPlaylist(await readFile(join(folder, 'index.m3u8'), 'utf8'))
  return playlist?.segments.map(({ seconds }) => seconds) ?? []
}

/** A hash for each packet of sound. */
async function soundOf(folder: string): Promise<string[]> {
  const args = ['-v', 'error', '-select_streams', 'a', '-show_packets', '-show_data_hash', 'md5']
  const { stdout } = await run(
    'ffprobe',
    [...args, '-of', 'csv=p=0', '-show_entries', 'packet=data_hash', 'index.m3u8'],
    {
      cwd: folder,
    },
  )
  return stdout.split('\n').filter(Boolean)
}

describe('rungs below a copy', () => {
  const specs: [string, ClipSpec][] = [
    ['with keyframes at odd places', { seconds: 12, keyframeSeconds: 1.7, extra: ['-bf', '3'] }],
    ['from Matroska, which rounds', { seconds: 9, fps: '30000/1001', keyframeSeconds: 1.3, container: 'mkv' }],
    ['with late sound', { seconds: 6, keyframeSeconds: 2.5, audioDelaySeconds: 0.6 }],
    ['without sound', { seconds: 6, keyframeSeconds: 5, audio: 'none' }],
    ['with sound that had to be encoded', { seconds: 6, audio: 'mp3', keyframeSeconds: 3 }],
    ['of uneven pictures', { seconds: 6, isVariableFrameRate: true, keyframeSeconds: 1.9, fps: 25 }],
  ]
  it.each(specs)('have its segments, pictures and sound: %s', async (_name, spec) => {
    const source = await makeClip(dir, spec)
    const measurement = await measured(source)
    const { copy } = planRenditions(measurement)
    if (!copy) throw new Error('no copy')
    const outDir = await mkdtemp(join(dir, 'aligned-'))
    const copyDir = join(outDir, 'copy')
    await copyToHls({ source, outDir: copyDir, target: copy, measurement })
    const facts = await verifyRendition(copyDir, { target: copy, measurement })
    const ends = facts.segmentFrames.map((_, place) =>
      facts.segmentFrames.slice(0, place).reduce((sum, count) => sum + count, 0),
    )
    const targets = [rung(160, 90, copy.audio), rung(240, 136, copy.audio)]
    await encodeToHls({ source, outDir, targets, segmentStarts: ends, measurement })
    const wanted = await segmentsOf(copyDir)
    for (const target of targets) {
      const made = await verifyRendition(join(outDir, target.name), { target, measurement })
      expect(made.frames).toBe(facts.frames)
      expect(made.segmentFrames).toEqual(facts.segmentFrames)
      const segments = await segmentsOf(join(outDir, target.name))
      expect(segments).toHaveLength(wanted.length)
      // How long the very last picture stands is the container's to say, and of uneven ones, those before a cut too.
      const off = segments.slice(0, -1).map((seconds, place) => Math.abs(seconds - wanted[place]!))
      expect(off.filter((each) => each >= 0.04)).toEqual([])
      expect(await soundOf(join(outDir, target.name))).toEqual(await soundOf(copyDir))
    }
  })
})

describe('a whole encoded ladder', () => {
  it('is cut alike at every size, at the exact rate, with one sound', async () => {
    const source = await makeClip(dir, { seconds: 9, fps: '24000/1001', video: 'mpeg4', audio: 'mp3', channels: 1 })
    const measurement = await measured(source)
    const outDir = await mkdtemp(join(dir, 'ladder-'))
    const targets = [rung(160, 90, 'encode'), rung(240, 136, 'encode'), rung(320, 180, 'encode')]
    const shares: number[] = []
    await encodeToHls({
      ...{ source, outDir, targets, segmentStarts: null, measurement },
      onProgress: (share) => shares.push(share),
    })
    const [first, ...others] = await Promise.all(
      targets.map((target) => verifyRendition(join(outDir, target.name), { target, measurement })),
    )
    expect(first?.segmentFrames).toEqual([96, 96, 24])
    expect(others).toHaveLength(2)
    for (const other of others) expect(other.segmentFrames).toEqual(first?.segmentFrames)
    const sounds = await Promise.all(targets.map(({ name }) => soundOf(join(outDir, name))))
    expect(new Set(sounds.map((sound) => sound.join())).size).toBe(1)
    expect(shares.length).toBeGreaterThan(0)
  })

  it.each([
    ['PQ', 'smpte2084'],
    ['HLG', 'arib-std-b67'],
  ])(
    'shows HDR as ordinary screens can, though a file says no more of its colours than %s',
    async (_name, transfer) => {
      expect(await canToneMap()).toBe(true)
      const hdr = ['-profile:v', 'high10', '-color_trc', transfer]
      const source = await makeClip(dir, { seconds: 1, pixelFormat: 'yuv420p10le', audio: 'none', extra: hdr })
      const measurement = await measured(source)
      expect(measurement.video?.colorTransfer).toBe(transfer)
      const outDir = await mkdtemp(join(dir, 'hdr-'))
      const targets = planEncodes(measurement)
      await encodeToHls({ source, outDir, targets, segmentStarts: null, measurement })
      await verifyRendition(join(outDir, '180p'), { target: targets[0]!, measurement })
      const entries = ['-show_entries', 'stream=pix_fmt,color_transfer,color_primaries,color_space', '-of', 'csv=p=0']
      const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, 'index.m3u8'], { cwd: join(outDir, '180p') })
      expect(stdout.split('\n')[0]).toBe('yuv420p,bt709,bt709,bt709')
    },
  )
})
