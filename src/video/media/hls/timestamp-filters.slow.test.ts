import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '#tests/support/media/clips.server.ts'
import { farthest, timesInRendition, timesInSource } from '#tests/support/media/presentation-times.server.ts'
import { type RenditionResult, setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { SAME_TIME_SECONDS } from '../media-info.ts'
import { boxesAt, boxesIn, flagsOf } from '../mp4/fmp4-boxes.ts'
import { verifyRendition } from './verify-rendition.server.ts'

const renditions = setUpRenditions()

const inRendition = ({ outDir }: RenditionResult, stream: string) =>
  timesInRendition(join(outDir, 'index.m3u8'), stream)
const inSource = ({ source }: RenditionResult, stream: string) => timesInSource(source, stream)

const fromFirst = (times: number[]) => times.map((each) => each - (times[0] ?? 0))

describe('any player', () => {
  it.each<[string, ClipSpec]>([
    ['a copy', { seconds: 6 }],
    ['a copy without reordered frames', { seconds: 3, extra: ['-bf', '0'] }],
    ['a copy at 12 frames a second', { seconds: 2, fps: 12, audio: 'none' }],
    ['a copy from Matroska', { seconds: 6, container: 'mkv' }],
    ['an encoded video', { seconds: 6, video: 'mpeg4', audio: 'mp3' }],
    ['an encoded video at 12 frames a second', { seconds: 3, fps: 12, video: 'vp9', audio: 'none', container: 'webm' }],
    ['an encoded video at a variable rate', { seconds: 6, isVariableFrameRate: true, video: 'vp9', container: 'mkv' }],
    ['one of few frames a second', { seconds: 6, fps: 5, isVariableFrameRate: true, video: 'vp9', container: 'mkv' }],
  ])('shows every frame of %s when the source does, from zero on', async (_name, spec) => {
    const clip = await renditions.make(spec)
    await verifyRendition(clip.outDir, clip)
    const shown = await inRendition(clip, 'v')
    expect(shown[0]).toBe(0)
    expect(farthest(shown, fromFirst(await inSource(clip, 'v')))).toBeLessThanOrEqual(1)
    const audioTimes = await inRendition(clip, 'a')
    expect(audioTimes[0] ?? 0).toBe(0)
  })

  it('keeps video that begins later at its offset, except for its first frame', async () => {
    const clip = await renditions.make({ seconds: 3, audioDelaySeconds: -0.6, container: 'mkv' })
    expect(clip.target).toMatchObject({ kind: 'copy', audio: 'copy' })
    await verifyRendition(clip.outDir, clip)
    const source = await inSource(clip, 'v')
    expect(source[0]).toBeGreaterThan(500)
    const made = await inRendition(clip, 'v')
    expect((await inRendition(clip, 'a'))[0]).toBe(0)
    expect(made[0]).toBe(0)
    // Frames of smaller sizes are on the grid of their rate, and the copy has the same times.
    expect(farthest(made.slice(1), source.slice(1))).toBeLessThanOrEqual(SAME_TIME_SECONDS * 1000)
  })
})

describe('reordered frames', () => {
  it('have offsets of zero or more, and one edit, of the video track alone, that states where the video begins', async () => {
    const clip = await renditions.make({ seconds: 6, video: 'mpeg4' })
    const init = viewOf(await readFile(join(clip.outDir, 'init.mp4')))
    const edits = boxesAt(init, ['moov', 'trak', 'edts', 'elst']).map((box) => init.getUint32(box.start + 4))
    expect(edits).toEqual([1])
    const names = (await readdir(clip.outDir)).filter((name) => name.endsWith('.m4s'))
    const versions = await Promise.all(names.map(async (name) => versionsOfRuns(join(clip.outDir, name))))
    expect(new Set(versions.flat())).toEqual(new Set([0]))
  })
})

async function versionsOfRuns(path: string): Promise<number[]> {
  const segment = viewOf(await readFile(path))
  return boxesAt(segment, ['moof', 'traf', 'trun'], boxesIn(segment)).map((run) => flagsOf(segment, run).version)
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(new Uint8Array(bytes).buffer)
}
