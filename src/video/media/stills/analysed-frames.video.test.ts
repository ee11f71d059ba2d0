import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import type { FlashSpan } from '#video/video.ts'
import { analysedSizeOf } from '../analysis/analysed-frames.ts'
import { createFrameAnalyser, type FrameAnalysis } from '../analysis/frame-analysis.ts'
import { makePreviewAssets } from './preview-assets.server.ts'

const run = promisify(execFile)
const renditions = setUpRenditions()
let clips = 0

interface Clip {
  /** An input of ffmpeg's lavfi. */
  source: string
  filters?: string
  rate?: string
}

/** Encodes a clip with the preset of the first rendition, whose frames are analysed. */
async function encode({ source, filters = 'null', rate = '24' }: Clip): Promise<string> {
  clips += 1
  const file = join(renditions.dir, `clip-${clips}.mp4`)
  const options = [
    '-vf',
    `${filters},format=yuv420p`,
    '-r',
    rate,
    '-c:v',
    'libx264',
    '-preset',
    'superfast',
    '-g',
    '48',
    file,
  ]
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...options])
  return file
}

/** Analyses the frames of an encoded clip, as `makePreviewAssets` does. */
async function analysisOf(clip: Clip): Promise<FrameAnalysis> {
  const file = await encode(clip)
  const list = ['-v', 'error', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file]
  const times = (await run('ffprobe', list)).stdout.split('\n').filter(Boolean).map(Number.parseFloat)
  const { width, height } = analysedSizeOf({ width: 640, height: 360 })
  const raw = ['-vf', `scale=${width}:${height}:flags=area`, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const limits = { encoding: 'buffer', maxBuffer: 256 * 1024 ** 2 } as const
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, ...raw], limits)
  const analyser = createFrameAnalyser(
    { width, height },
    times.sort((one, other) => one - other),
  )
  analyser.push(stdout)
  const analysis = analyser.end()
  if (!analysis) throw new Error('not analysed')
  return analysis
}

async function previewAssetsOf(file: string) {
  const { outDir, target, mediaInfo } = await renditions.makeFrom(file)
  const { width, height } = target
  const { durationSeconds } = mediaInfo
  let flashes: FlashSpan[] | undefined
  const onAnalysed = async (analysis: FrameAnalysis | null) => {
    flashes = analysis?.flashes
  }
  const rendition = { dir: outDir, width, height, durationSeconds, framesPerSecond: 60 }
  const { preview } = await makePreviewAssets(rendition, onAnalysed)
  return { preview, flashes }
}

/** How many frames each drawing stays. */
const lengthsOf = ({ drawings, frames }: FrameAnalysis) =>
  drawings.map((first, index) => (drawings[index + 1] ?? frames) - first)

test.each([
  { exposure: 1, grain: 'null' },
  { exposure: 1, grain: 'noise=alls=16:allf=t' },
  { exposure: 2, grain: 'null' },
  { exposure: 2, grain: 'noise=alls=8:allf=t' },
  { exposure: 2, grain: 'noise=alls=16:allf=t' },
  { exposure: 3, grain: 'null' },
  { exposure: 3, grain: 'noise=alls=16:allf=t' },
])('drawings on $exposure frames under $grain are found in the encoded film', async ({ exposure, grain }) => {
  const analysis = await analysisOf({
    source: `testsrc2=s=640x360:r=${24 / exposure}:d=4`,
    filters: `fps=24,${grain}`,
  })
  expect(analysis.frames).toBe(96)
  expect(new Set(lengthsOf(analysis))).toEqual(new Set([exposure]))
})

/** A soft painted ground, of which these pixels of 1920 go by in a frame. */
const softPan = (pixels: number, exposure: number) =>
  `nullsrc=s=1440x360:r=24,geq=lum='128+30*sin(X/60+Y/90)+14*sin(X/37-Y/45)':cb=128:cr=128,trim=end_frame=1,loop=95:1,` +
  `crop=640:360:'floor(n/${exposure})*${(exposure * pixels) / 3}':0`

test.each([
  { pixels: 3, exposure: 2, grain: 'null' },
  { pixels: 12, exposure: 1, grain: 'null' },
  { pixels: 12, exposure: 3, grain: 'noise=alls=8:allf=t' },
  { pixels: 24, exposure: 1, grain: 'noise=alls=8:allf=t' },
])('a soft pan of $pixels on $exposure frames under $grain is found in the encoded film', async (pan) => {
  const { pixels, exposure, grain } = pan
  const analysis = await analysisOf({ source: softPan(pixels, exposure), filters: grain })
  expect(analysis.frames).toBe(96)
  expect(new Set(lengthsOf(analysis))).toEqual(new Set([exposure]))
})

/** Two seconds of each, one after the other. */
const shots = (...sources: string[]) => ({
  source: `${sources.map((source, at) => `${source},trim=end_frame=48,setsar=1,format=yuv420p[${at}]`).join(';')};${sources
    .map((_, at) => `[${at}]`)
    .join('')}concat=n=${sources.length}`,
})
const card = 'testsrc2=s=640x360:r=24'
const fractal = 'mandelbrot=s=640x360:r=24'
const bars = 'smptehdbars=s=640x360:r=24'

test.each(['null', 'noise=alls=16:allf=t'])('under %s, cuts are found in the encoded film', async (grain) => {
  const analysis = await analysisOf({ ...shots(card, fractal, bars, card), filters: grain })
  expect(analysis.cuts).toEqual([48, 96, 144])
  const changed = analysis.cuts.map((cut) => analysis.changes[analysis.drawings.indexOf(cut)]!)
  expect(Math.min(...changed)).toBeGreaterThan(50)
  expect(analysis.changes).toHaveLength(analysis.drawings.length)
})

test.each([
  { of: 'a pan', filters: 'loop=95:1,scale=1920:1080,crop=640:360:n*12:300' },
  { of: 'a zoom', filters: 'null' },
  { of: 'grain', filters: 'loop=95:1,noise=alls=40:allf=t' },
  { of: 'a flash of one frame', filters: "drawbox=c=white:t=fill:enable='eq(mod(n,20),10)'" },
  { of: 'fades', filters: 'fade=out:24:12,fade=in:60:12' },
  { of: 'fast movement on twos', source: `${card},setpts=N/12/TB,fps=24` },
])('in $of there is no cut', async ({ source = fractal, filters = 'null' }) => {
  expect((await analysisOf({ source, filters: `${filters},trim=end_frame=96` })).cuts).toEqual([])
})

test('a still picture is one drawing, whatever its keyframes and its grain', async () => {
  for (const grain of ['null', 'noise=alls=12:allf=t']) {
    const still = { source: 'mandelbrot=s=640x360:r=24', filters: `trim=end_frame=1,loop=95:1,${grain}` }
    expect((await analysisOf(still)).drawings, grain).toEqual([0])
  }
})

/** Black, and from the second second on white and black by turns. */
const strobe = (frames: number, { seconds = 20, fps = 24 } = {}) =>
  `color=black:s=640x360:r=${fps}:d=${seconds},drawbox=c=white:t=fill:enable='gte(n,${fps})*lt(n,${fps * 3})*lt(mod(n,${frames * 2}),${frames})'`

/** Two seconds of it, from the first one on. */
const found = [{ kind: 'luminance', from: expect.closeTo(1, 0), to: expect.closeTo(3, 0) }]

test.each([
  { fps: 24, frames: 3, spans: found },
  { fps: 24, frames: 4, spans: [] },
  { fps: 30, rate: '30000/1001', frames: 3, spans: found },
  { fps: 60, frames: 7, spans: found },
  { fps: 60, frames: 10, spans: [] },
])('light that changes every $frames of $fps frames a second: $spans.length', async (clip) => {
  const { fps, rate = String(fps), frames, spans } = clip
  const { flashes } = await analysisOf({ source: strobe(frames, { seconds: 4, fps }), rate })
  expect(flashes).toMatchObject(spans)
})

test('a saturated red that flashes beside a grey as light is found', async () => {
  const red = "drawbox=c=0xE10000:t=fill:enable='lt(mod(n,6),3)'"
  const { flashes } = await analysisOf({ source: 'color=gray:s=640x360:r=24:d=4', filters: `format=gbrp,${red}` })
  expect(flashes.map(({ kind }) => kind)).toContain('red')
})

test('the preview clip stays out of flashes, and is dimmed where it cannot', async () => {
  const calm = await previewAssetsOf(await encode({ source: strobe(3) }))
  expect(calm.flashes).toHaveLength(1)
  const everywhere = "drawbox=c=white:t=fill:enable='lt(mod(n,6),3)'"
  const flashing = await encode({ source: 'color=black:s=640x360:r=24:d=4', filters: everywhere })
  const dimmed = await previewAssetsOf(flashing)
  expect(dimmed.flashes).toHaveLength(1)
  for (const { preview } of [calm, dimmed]) expect((await previewAssetsOf(preview)).flashes).toEqual([])
})
