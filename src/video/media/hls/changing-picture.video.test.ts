import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { joinAsDescriptions } from '#tests/support/media/joined-descriptions.server.ts'
import { type RenditionResult, setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { planEncodes } from '../ladder.ts'
import { encodeToHls } from './hls.server.ts'
import { verifyRendition } from './verify-rendition.server.ts'

const run = promisify(execFile)
const renditions = setUpRenditions()

const verified = ({ outDir, target, mediaInfo }: RenditionResult) => verifyRendition(outDir, { target, mediaInfo })

/** Joins clips packet by packet, as recorders and quick editors do. */
async function joinClips(name: string, ...specs: ClipSpec[]): Promise<string> {
  const clips = await Promise.all(specs.map((spec) => makeClip(renditions.dir, { audio: 'none', ...spec })))
  const list = join(renditions.dir, `${name}.txt`)
  await writeFile(list, clips.map((clip) => `file '${clip}'`).join('\n'))
  const path = join(renditions.dir, name)
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', path])
  return path
}

/** Encodes it as it is encoded once its copy has failed. */
async function encodeInstead({ source, mediaInfo }: RenditionResult): Promise<RenditionResult> {
  const target = planEncodes(mediaInfo).at(-1)!
  const outDir = join(renditions.dir, 'encoded')
  await encodeToHls({ source, outDir, targets: [target], segmentStarts: null, mediaInfo })
  return { source, mediaInfo, target, outDir: join(outDir, target.name) }
}

/** Rows and columns of a frame that show something, of 64. */
async function shownPart(outDir: string, atSeconds: number): Promise<{ columns: number; rows: number }> {
  const raw = [
    '-vf',
    `select='gte(t,${atSeconds})',scale=64:64:flags=area,format=gray`,
    '-frames:v',
    '1',
    '-f',
    'rawvideo',
    '-',
  ]
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', join(outDir, 'index.m3u8'), ...raw], {
    encoding: 'buffer',
  })
  const side = Array.from({ length: 64 }, (_, index) => index)
  const isLit = (x: number, y: number) => (stdout[y * 64 + x] ?? 0) > 32
  return {
    columns: side.filter((x) => side.some((y) => isLit(x, y))).length,
    rows: side.filter((y) => side.some((x) => isLit(x, y))).length,
  }
}

test('a picture that becomes square in the middle is not copied, and keeps its shape', async () => {
  const path = await joinClips('switch.mkv', { width: 320, height: 180 }, { width: 240, height: 240 })
  const copied = await renditions.makeFrom(path)
  expect(copied.target.kind).toBe('copy')
  await expect(verified(copied)).rejects.toThrow('the picture changes its parameters')
  const encoded = await encodeInstead(copied)
  await verified(encoded)
  expect(await shownPart(encoded.outDir, 0.5)).toEqual({ columns: 64, rows: 64 })
  expect((await shownPart(encoded.outDir, 3)).rows).toBe(64)
  // A square of 180 in 320 columns: 36 of 64.
  expect(Math.abs((await shownPart(encoded.outDir, 3)).columns - 36)).toBeLessThanOrEqual(2)
})

test('a picture whose parameters change in the container alone is encoded, and decodes to its end', async () => {
  const [first, second] = await Promise.all(
    [320, 240].map((width) => makeClip(renditions.dir, { width, height: 180, audio: 'none', extra: ['-bf', '0'] })),
  )
  const made = await renditions.makeFrom(await joinAsDescriptions(join(renditions.dir, 'joined.mov'), first!, second!))
  expect([made.target.kind, made.mediaInfo.video?.changesParameters]).toEqual(['encode', true])
  expect(await verified(made)).toMatchObject({ frames: 96 })
  // 240 of 320 columns.
  expect(Math.abs((await shownPart(made.outDir, 3)).columns - 48)).toBeLessThanOrEqual(2)
})

test('keyframes that refresh a part of the picture at a time are not copied as beginnings of segments', async () => {
  const extra = ['-g', '24', '-bf', '0', '-x264-params', 'intra-refresh=1']
  const copied = await renditions.make({ seconds: 8, audio: 'none', keyframeSeconds: 99, extra })
  expect(copied.target.kind).toBe('copy')
  await expect(verified(copied)).rejects.toThrow('a keyframe needs earlier frames')
})

test('a copy whose keyframes repeat their parameters is fine', async () => {
  const repeated = await renditions.make({ seconds: 5, audio: 'none', extra: ['-x264-params', 'repeat-headers=1'] })
  expect(repeated.target.kind).toBe('copy')
  expect(await verified(repeated)).toMatchObject({ frames: 120 })
})
