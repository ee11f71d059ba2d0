import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { probeRendition, type RenditionResult, setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { boxesAt, boxesIn } from '../mp4/fmp4-boxes.ts'
import { addFragment, type TrackTotals, tracksOfInitSegment } from '../mp4/fmp4-tracks.ts'
import { readMediaPlaylist } from './media-playlist.ts'
import { verifyRendition } from './verify-rendition.server.ts'

const renditions = setUpRenditions()
const { make, makeFrom } = renditions

/** How far the copied rendition was, each time that it said so. */
const shares: number[] = []
let copied: Promise<RenditionResult> | undefined
let encoded: Promise<RenditionResult> | undefined

/** A copied rendition for all tests that only read it: nine seconds with a keyframe every one and a half. */
function copiedRendition(): Promise<RenditionResult> {
  copied ??= make({ seconds: 9, keyframeSeconds: 1.5 }, (share) => shares.push(share))
  return copied
}

/** An encoded rendition of nine seconds for all tests that only read it. */
function encodedRendition(): Promise<RenditionResult> {
  encoded ??= make({ seconds: 9, fps: 25, video: 'vp9', audio: 'opus', container: 'webm' })
  return encoded
}

/** Each fragment begins where the one before it ends, in all tracks. */
async function expectFragments(outDir: string, inFirstSegment: number): Promise<void> {
  const init = viewOf(await readFile(join(outDir, 'init.mp4')))
  expect(boxesIn(init).map(({ type }) => type)).toEqual(['ftyp', 'moov'])
  const tracks = tracksOfInitSegment(init)
  const ends = new Map<number, number>()
  const counts: number[] = []
  const names = (await readdir(outDir)).filter((each) => each.endsWith('.m4s')).sort()
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const segment = viewOf(await readFile(join(outDir, name)))
    const types = boxesIn(segment).map(({ type }) => type)
    const moofs = boxesIn(segment).filter(({ type }) => type === 'moof')
    expect(moofs.length).toBeGreaterThan(0)
    counts.push(moofs.length)
    expect(types).toEqual(['styp', ...Array.from({ length: moofs.length }, () => ['moof', 'mdat']).flat()])
    for (const moof of moofs) {
      const trafs = boxesAt(segment, ['traf'], boxesIn(segment, moof.start, moof.end))
      expect(trafs.length).toBeGreaterThan(0)
      for (const traf of trafs) {
        const inside = boxesIn(segment, traf.start, traf.end)
        const id = segment.getUint32(boxesAt(segment, ['tfhd'], inside)[0]!.start + 4)
        const startTicks = Number(segment.getBigUint64(boxesAt(segment, ['tfdt'], inside)[0]!.start + 4))
        const totals = new Map<number, TrackTotals>()
        addFragment(new DataView(segment.buffer, moof.start, moof.end - moof.start), tracks, totals)
        const { timescale = 1 } = tracks.find((track) => track.id === id) ?? {}
        expect(startTicks).toBe(ends.get(id) ?? startTicks)
        const ticks = Math.round((totals.get(id)?.durationSeconds ?? 0) * timescale)
        expect(ticks / timescale).toBeLessThan(0.4)
        ends.set(id, startTicks + ticks)
      }
    }
  }
  expect(counts[0]).toBeGreaterThanOrEqual(inFirstSegment)
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(new Uint8Array(bytes).buffer)
}

describe('a copied rendition', () => {
  it('has exactly the frames of the source, in segments that begin with keyframes', async () => {
    const clip = await copiedRendition()
    const facts = await verifyRendition(clip.outDir, clip)
    expect(facts).toMatchObject({ frames: 216, width: 320, height: 180, segmentFrames: [108, 108] })
    expect(facts.durationSeconds).toBeCloseTo(9, 1)
    expect(facts.codecs).toMatch(/^avc1\.6400..,mp4a\.40\.2$/)
    expect(facts.files).toEqual(['index.m3u8', 'init.mp4', '0001.m4s', '0002.m4s'])
    expect(facts.averageBandwidth).toBeLessThanOrEqual(facts.peakBandwidth)
    expect(facts.sizeBytes).toBeGreaterThan((facts.averageBandwidth / 8) * 8)
    expect(shares.length).toBeGreaterThan(0)
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    const playlist = readMediaPlaylist(await readFile(join(clip.outDir, 'index.m3u8'), 'utf8'))
    expect(playlist?.segments.map((segment) => segment.seconds)).toEqual([4.5, 4.5])
  })

  it('comes in fragments of a quarter of a second, none of them in the init segment', async () => {
    await expectFragments((await copiedRendition()).outDir, 18)
  })

  it('carries neither titles nor chapters', async () => {
    const clip = await make({ extra: ['-metadata', 'title=secret place'] })
    for (const name of ['init.mp4', '0001.m4s']) {
      expect((await readFile(join(clip.outDir, name))).includes('secret')).toBe(false)
    }
  })
})

describe('an encoded rendition', () => {
  it('preserves an exact frame rate, though Matroska rounds to milliseconds', async () => {
    const clip = await make({ seconds: 5, fps: '30000/1001', video: 'vp9', audio: 'none', container: 'webm' })
    await verifyRendition(clip.outDir, clip)
    expect(await probeRendition(clip.outDir, 'stream=avg_frame_rate')).toBe('30000/1001')
  })

  it('begins a segment every four seconds, at a keyframe', async () => {
    const clip = await encodedRendition()
    await verifyRendition(clip.outDir, clip)
    const playlist = readMediaPlaylist(await readFile(join(clip.outDir, 'index.m3u8'), 'utf8'))
    expect(playlist?.segments.map((segment) => segment.seconds)).toEqual([4, 4, 1])
  })

  it('comes in fragments of a quarter of a second, none of them in the init segment', async () => {
    await expectFragments((await encodedRendition()).outDir, 16)
  })
})

describe('a last segment of a single frame', () => {
  const seconds = 193 / 24

  it.each<[string, ClipSpec]>([
    ['a copy', { seconds, keyframeSeconds: 4 }],
    ['an encoded video', { seconds, video: 'vp9', audio: 'opus', container: 'webm' }],
  ])('is merged into the one before it in %s', async (_name, spec) => {
    const clip = await make(spec)
    const facts = await verifyRendition(clip.outDir, clip)
    expect(facts).toMatchObject({ segmentFrames: [96, 97], files: ['index.m3u8', 'init.mp4', '0001.m4s', '0002.m4s'] })
    expect((await readdir(clip.outDir)).toSorted()).toEqual(facts.files.toSorted())
    const playlist = readMediaPlaylist(await readFile(join(clip.outDir, 'index.m3u8'), 'utf8'))
    expect(playlist?.segments[1]?.seconds).toBeCloseTo(97 / 24, 1)
    await expectFragments(clip.outDir, 16)
  })

  it('stays when audio continues for long', async () => {
    const clip = await make({ seconds, keyframeSeconds: 4, extra: ['-bsf:v', 'noise=drop=gt(n\\,96)'] })
    expect((await verifyRendition(clip.outDir, clip)).segmentFrames).toEqual([96, 1])
  })
})

describe('verifyRendition', () => {
  it('refuses a rendition with a missing, empty, truncated or added file', async () => {
    const corruptions: ((outDir: string) => Promise<void>)[] = [
      (outDir) => rm(join(outDir, '0002.m4s')),
      (outDir) => truncate(join(outDir, '0001.m4s'), 0),
      (outDir) => truncate(join(outDir, '0001.m4s'), 30_000),
      (outDir) => rm(join(outDir, 'init.mp4')),
      (outDir) => writeFile(join(outDir, 'other.m4s'), 'x'),
      (outDir) => writeFile(join(outDir, 'index.m3u8'), '#EXTM3U\n'),
      (outDir) => rm(outDir, { recursive: true }),
    ]
    const clip = await copiedRendition()
    const copy = join(renditions.dir, 'intact')
    await cp(clip.outDir, copy, { recursive: true })
    expect(await verifyRendition(copy, clip)).toMatchObject({ frames: 216 })
    for (const [at, each] of corruptions.entries()) {
      const corrupted = join(renditions.dir, `corrupted-${at}`)
      await cp(clip.outDir, corrupted, { recursive: true })
      await each(corrupted)
      await expect(verifyRendition(corrupted, clip), each.toString()).rejects.toMatchObject({
        name: 'RenditionError',
      })
    }
  })
  it('refuses one whose length, size or audio differs from its source', async () => {
    const clip = await copiedRendition()
    const { mediaInfo, target } = clip
    if (!mediaInfo.video) throw new Error('no video track')
    const longer = { ...mediaInfo, video: { ...mediaInfo.video, durationSeconds: 9.4 } }
    await expect(verifyRendition(clip.outDir, { target, mediaInfo: longer })).rejects.toThrow('9.4')
    const fewer = { ...mediaInfo, video: { ...mediaInfo.video, packets: 215 } }
    await expect(verifyRendition(clip.outDir, { target, mediaInfo: fewer })).rejects.toThrow('frames')
    await expect(verifyRendition(clip.outDir, { target: { ...target, width: 322 }, mediaInfo })).rejects.toThrow(
      '320x180',
    )
    await expect(verifyRendition(clip.outDir, { target: { ...target, audio: 'none' }, mediaInfo })).rejects.toThrow(
      'audio',
    )
  })
  it('refuses a video without a decodable frame', async () => {
    const source = join(renditions.dir, 'garbage.mp4')
    const bytes = await readFile(await makeClip(renditions.dir, { seconds: 3, audio: 'none' }))
    bytes.fill(0xaa, bytes.indexOf('mdat') + 4)
    await writeFile(source, bytes)
    const result = makeFrom(source).then((clip) => verifyRendition(clip.outDir, clip))
    await expect(result).rejects.toMatchObject({ name: expect.stringMatching(/RenditionError|ToolError/) })
  })
})
