import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { canToneMap } from '../ffmpeg/tone-mapping.server.ts'
import { planEncodes, planRenditions } from '../ladder.ts'
import type { MediaInfo } from '../media-info.ts'
import { probeMedia } from '../probe/probe.server.ts'
import type { EncodeTarget } from '../rendition.ts'
import { copyToHls, encodeToHls } from './hls.server.ts'
import { readMediaPlaylist } from './media-playlist.ts'
import { verifyRendition } from './verify-rendition.server.ts'

const run = promisify(execFile)
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-ladder-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function probeClip(source: string): Promise<MediaInfo> {
  const mediaInfo = await probeMedia(source)
  if (!mediaInfo.isReadable) throw new Error('unreadable clip')
  return mediaInfo
}

/** Small rungs instead of the real sizes, which take long. */
function rung(width: number, height: number, audio: EncodeTarget['audio']): EncodeTarget {
  const name = `${Math.min(width, height)}p`
  return { kind: 'encode', name, width, height, audio, maxVideoBitsPerSecond: 400_000, preset: 'veryfast' }
}

async function segmentsOf(folder: string): Promise<number[]> {
  const playlist = readMediaPlaylist(await readFile(join(folder, 'index.m3u8'), 'utf8'))
  return playlist?.segments.map(({ seconds }) => seconds) ?? []
}

/** A hash for each packet of audio. */
async function audioHashesOf(folder: string): Promise<string[]> {
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
    ['with keyframes at odd positions', { seconds: 12, keyframeSeconds: 1.7, extra: ['-bf', '3'] }],
    ['from Matroska, which rounds', { seconds: 9, fps: '30000/1001', keyframeSeconds: 1.3, container: 'mkv' }],
    ['with late audio', { seconds: 6, keyframeSeconds: 2.5, audioDelaySeconds: 0.6 }],
    ['without audio', { seconds: 6, keyframeSeconds: 5, audio: 'none' }],
    ['with audio that had to be encoded', { seconds: 6, audio: 'mp3', keyframeSeconds: 3 }],
    ['with a variable frame rate', { seconds: 6, isVariableFrameRate: true, keyframeSeconds: 1.9, fps: 25 }],
  ]
  it.each(specs)('have its segments, frames and audio: %s', async (_name, spec) => {
    const source = await makeClip(dir, spec)
    const mediaInfo = await probeClip(source)
    const { copy } = planRenditions(mediaInfo)
    if (!copy) throw new Error('no copy')
    const outDir = await mkdtemp(join(dir, 'aligned-'))
    const copyDir = join(outDir, 'copy')
    await copyToHls({ source, outDir: copyDir, target: copy, mediaInfo })
    const facts = await verifyRendition(copyDir, { target: copy, mediaInfo })
    const segmentStarts = facts.segmentFrames.map((_, index) =>
      facts.segmentFrames.slice(0, index).reduce((sum, count) => sum + count, 0),
    )
    const targets = [rung(160, 90, copy.audio), rung(240, 136, copy.audio)]
    await encodeToHls({ source, outDir, targets, segmentStarts, mediaInfo })
    const expected = await segmentsOf(copyDir)
    for (const target of targets) {
      const made = await verifyRendition(join(outDir, target.name), { target, mediaInfo })
      expect(made.frames).toBe(facts.frames)
      expect(made.segmentFrames).toEqual(facts.segmentFrames)
      const segments = await segmentsOf(join(outDir, target.name))
      expect(segments).toHaveLength(expected.length)
      // The container decides the duration of the last frame and, at a variable rate, of those before a cut.
      const differences = segments.slice(0, -1).map((seconds, index) => Math.abs(seconds - expected[index]!))
      expect(differences.filter((each) => each >= 0.04)).toEqual([])
      expect(await audioHashesOf(join(outDir, target.name))).toEqual(await audioHashesOf(copyDir))
    }
  })
})

describe('a complete encoded ladder', () => {
  it('has the same segments and the same audio at every size, at the exact rate', async () => {
    const source = await makeClip(dir, { seconds: 9, fps: '24000/1001', video: 'mpeg4', audio: 'mp3', channels: 1 })
    const mediaInfo = await probeClip(source)
    const outDir = await mkdtemp(join(dir, 'ladder-'))
    const targets = [rung(160, 90, 'encode'), rung(240, 136, 'encode'), rung(320, 180, 'encode')]
    const shares: number[] = []
    await encodeToHls({
      source,
      outDir,
      targets,
      segmentStarts: null,
      mediaInfo,
      onProgress: (share) => shares.push(share),
    })
    const [first, ...others] = await Promise.all(
      targets.map((target) => verifyRendition(join(outDir, target.name), { target, mediaInfo })),
    )
    expect(first?.segmentFrames).toEqual([96, 96, 24])
    expect(others).toHaveLength(2)
    for (const other of others) expect(other.segmentFrames).toEqual(first?.segmentFrames)
    const audioHashes = await Promise.all(targets.map(({ name }) => audioHashesOf(join(outDir, name))))
    expect(new Set(audioHashes.map((hashes) => hashes.join())).size).toBe(1)
    expect(shares.length).toBeGreaterThan(0)
  })

  it.each([
    ['PQ', 'smpte2084'],
    ['HLG', 'arib-std-b67'],
  ])(
    'converts HDR for ordinary screens, even if a file states no more of its colours than %s',
    async (_name, transfer) => {
      expect(await canToneMap()).toBe(true)
      const hdr = ['-profile:v', 'high10', '-color_trc', transfer]
      const source = await makeClip(dir, { seconds: 1, pixelFormat: 'yuv420p10le', audio: 'none', extra: hdr })
      const mediaInfo = await probeClip(source)
      expect(mediaInfo.video?.colorTransfer).toBe(transfer)
      const outDir = await mkdtemp(join(dir, 'hdr-'))
      const targets = planEncodes(mediaInfo)
      await encodeToHls({ source, outDir, targets, segmentStarts: null, mediaInfo })
      await verifyRendition(join(outDir, '180p'), { target: targets[0]!, mediaInfo })
      const entries = ['-show_entries', 'stream=pix_fmt,color_transfer,color_primaries,color_space', '-of', 'csv=p=0']
      const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, 'index.m3u8'], { cwd: join(outDir, '180p') })
      expect(stdout.split('\n')[0]).toBe('yuv420p,bt709,bt709,bt709')
    },
  )
})
