import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { MEDIA_PLAYLIST } from '../hls/hls-arguments.ts'
import { sampleFrames, samplePoster } from './sample-frames.server.ts'

const run = promisify(execFile)
const renditions = setUpRenditions()

/** Mean colour of an image, each of red, green and blue as 0 to 2; and its size. */
async function lookAt(path: string): Promise<{ colour: string; size: string }> {
  const raw = ['-vf', 'scale=1:1', '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...raw], { encoding: 'buffer' })
  const probe = ['-v', 'error', '-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0', path]
  const size = (await run('ffprobe', probe)).stdout.trim()
  return { colour: [...stdout.subarray(0, 3)].map((value) => Math.round(value / 128)).join(''), size }
}

test('frames are sampled every two seconds and at cuts, as small JPEGs', async () => {
  const source = join(renditions.dir, 'colours.mp4')
  const colours = [
    'red:s=640x360:r=12:d=3.5',
    'blue:s=640x360:r=12:d=2',
    'lime:s=640x360:r=12:d=0.25',
    'white:s=640x360:r=12:d=3',
  ]
  await run('ffmpeg', [
    ...['-v', 'error', '-y', ...colours.flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}`])],
    ...['-filter_complex', `concat=n=${colours.length}`, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '48', source],
  ])
  const { outDir } = await renditions.makeFrom(source)
  const pictures = await sampleFrames({ dir: outDir, durationSeconds: 8.75 })
  const times = pictures.map(({ atSeconds }) => Math.round((atSeconds ?? Number.NaN) * 2) / 2)
  // 3.5 and 5.5 are cuts; the next one, a quarter of a second later, comes too soon.
  expect(times).toEqual([0, 2, 3.5, 5.5, 7.5])
  const looks = await Promise.all(pictures.map(({ path }) => lookAt(path)))
  expect(looks.map(({ size }) => size)).toEqual(Array(5).fill('mjpeg,448,252'))
  expect([0, 1, 2, 4].map((index) => looks[index]?.colour)).toEqual(['200', '200', '002', '222'])
})

test.each([2, 10])(
  'a long video with a keyframe each %i s has 120 of them, nowhere far apart',
  async (keyframeSeconds) => {
    const source = join(renditions.dir, `long-${keyframeSeconds}.mp4`)
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=160x90:r=5:d=260', '-pix_fmt', 'yuv420p']
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-sc_threshold', '0', '-g', String(keyframeSeconds * 5)]
    await run('ffmpeg', ['-v', 'error', '-y', ...picture, ...codec, source])
    const segmented = join(renditions.dir, `long-${keyframeSeconds}`)
    await mkdir(segmented)
    const hls = ['-f', 'hls', '-hls_segment_type', 'fmp4', '-hls_playlist_type', 'vod', join(segmented, MEDIA_PLAYLIST)]
    await run('ffmpeg', ['-v', 'error', '-i', source, '-c', 'copy', ...hls])
    const pictures = await sampleFrames({ dir: segmented, durationSeconds: 260 })
    const times = [0, ...pictures.map(({ atSeconds }) => atSeconds ?? Number.NaN), 260]
    expect(pictures).toHaveLength(120)
    expect(Math.max(...times.slice(1).map((time, index) => time - times[index]!))).toBeLessThanOrEqual(4)
  },
)

test('a poster is a JPEG of the same size', async () => {
  const { dir } = renditions
  const card = ['-f', 'lavfi', '-i', 'color=red:s=360x640', '-frames:v', '1', '-c:v', 'libwebp', join(dir, 'card.webp')]
  await run('ffmpeg', ['-v', 'error', '-y', ...card])
  const { path, atSeconds } = await samplePoster(dir, 'card.webp')
  expect(atSeconds).toBeNull()
  expect((await readFile(path)).toString('hex', 0, 3)).toBe('ffd8ff')
  expect(await lookAt(path)).toEqual({ colour: '200', size: 'mjpeg,252,448' })
})
