import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { differenceOf, makePatchFilm, type Patches, patches, readPatches } from '#tests/support/media/patches.server.ts'
import { probeRendition, type RenditionResult, setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { verifyRendition } from './hls/verify-rendition.server.ts'
import { makePoster } from './stills/poster.server.ts'
import { makePreviewAssets } from './stills/preview-assets.server.ts'
import { sampleFrames } from './stills/sample-frames.server.ts'
import { makeStill } from './stills/still.server.ts'

/** Rounding on the way, and of the video codec. */
const ERROR = 6

const renditions = setUpRenditions()
let posters = 0

/** The colours that a viewer sees of a video, in its rendition and in its poster. */
async function shownOf(made: RenditionResult): Promise<{ film: Patches; poster: Patches }> {
  const { outDir, target, mediaInfo, source } = made
  await verifyRendition(outDir, { target, mediaInfo })
  const out = join(renditions.dir, `poster-${++posters}.webp`)
  await makePoster({ source, out, mediaInfo })
  return { film: await readPatches(join(outDir, 'index.m3u8'), 'bt709'), poster: await readPatches(out) }
}

const tagsOf = ({ outDir }: RenditionResult) =>
  probeRendition(outDir, 'stream=pix_fmt,color_range,color_space,color_transfer,color_primaries')

const yuv = (matrix: string, range = 'tv', format = 'yuv420p') =>
  `scale=out_color_matrix=${matrix}:out_range=${range}:flags=accurate_rnd+full_chroma_int,format=${format}`
const withPalette =
  'split[film1][film2];[film1]palettegen=reserve_transparent=0[colours];[film2][colours]paletteuse=dither=none'
const untagged = 'setparams=colorspace=unknown:color_primaries=unknown:color_trc=unknown:range=unknown'
const wide = (primaries: string, matrix: string) =>
  `format=gbrp16,zscale=pin=bt709:p=${primaries}:tin=iec61966-2-1:t=iec61966-2-1,format=gbrp16,${yuv(matrix)}`
const tags = (matrix: string, primaries: string, transfer: string, range = 'tv') => [
  ...['-colorspace', matrix, '-color_primaries', primaries, '-color_trc', transfer, '-color_range', range],
]
const h264 = ['-c:v', 'libx264', '-preset', 'superfast', '-crf', '8']
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-crf', '8', '-b:v', '0']

describe('film and poster show the colours of', () => {
  it.each([
    ['RGB in PNG', 'png.mov', 'format=rgb24', ['-c:v', 'png']],
    ['RGB in QuickTime Animation', 'qtrle.mov', 'format=rgb24', ['-c:v', 'qtrle']],
    ['RGB in Ut Video', 'utvideo.avi', 'format=gbrp', ['-c:v', 'utvideo']],
    ['RGB with a palette', 'palette.avi', withPalette, ['-c:v', 'rawvideo']],
    ['RGB in H.264', 'rgb.mkv', 'format=bgr24', ['-c:v', 'libx264rgb', '-crf', '4']],
    ['Motion JPEG', 'mjpeg.avi', yuv('bt601', 'pc', 'yuvj420p'), ['-c:v', 'mjpeg', '-q:v', '2']],
    ['a small video without tags', 'untagged.mp4', `${yuv('bt601')},${untagged}`, h264],
    ['a video that names only its matrix', 'half.mp4', yuv('bt601'), [...h264, '-colorspace', 'smpte170m']],
    ['BT.601', '601.webm', yuv('bt601'), [...vp9, ...tags('smpte170m', 'smpte170m', 'smpte170m')]],
    ['BT.601 for PAL', 'pal.mp4', yuv('bt601'), [...h264, ...tags('bt470bg', 'bt470bg', 'gamma28')]],
    ['BT.709 in the full range', 'full.mp4', yuv('bt709', 'pc'), [...h264, ...tags('bt709', 'bt709', 'bt709', 'pc')]],
    ['BT.2020', '2020.webm', wide('bt2020', 'bt2020'), [...vp9, ...tags('bt2020nc', 'bt2020', 'bt2020-10')]],
    ['Display P3', 'p3.mp4', wide('smpte432', 'bt709'), [...h264, ...tags('bt709', 'smpte432', 'iec61966-2-1')]],
  ])('%s', async (_name, file, filters, options) => {
    const source = await makePatchFilm(join(renditions.dir, file), { filters, options })
    const made = await renditions.makeFrom(source)
    const { film, poster } = await shownOf(made)
    expect(made.target.kind).toBe('encode')
    expect(await tagsOf(made)).toBe('yuv420p,tv,bt709,bt709,bt709')
    expect(differenceOf(film, patches), JSON.stringify(film)).toBeLessThanOrEqual(ERROR)
    expect(differenceOf(poster, patches), JSON.stringify(poster)).toBeLessThanOrEqual(ERROR)
  })

  it.each([
    ['a large video without tags, which is copied', 720, []],
    ['a small one that names only its primaries', 90, ['-color_primaries', 'bt709']],
    ['BT.709', 92, tags('bt709', 'bt709', 'bt709')],
  ])('%s', async (_name, height, named) => {
    const film = { height, filters: `${yuv('bt709')},${untagged}`, options: [...h264, ...named] }
    const source = await makePatchFilm(join(renditions.dir, `copied-${height}.mp4`), film)
    const made = await renditions.makeFrom(source)
    const shown = await shownOf(made)
    expect(made.target.kind).toBe('copy')
    expect(await tagsOf(made)).toBe('yuv420p,tv,bt709,bt709,bt709')
    expect(differenceOf(shown.film, patches), JSON.stringify(shown.film)).toBeLessThanOrEqual(ERROR)
    expect(differenceOf(shown.poster, patches), JSON.stringify(shown.poster)).toBeLessThanOrEqual(ERROR)
  })
})

test('every picture and clip made from a rendition shows its colours', async () => {
  const options = [...h264, ...tags('bt709', 'bt709', 'bt709')]
  const source = await makePatchFilm(join(renditions.dir, 'film.mp4'), { seconds: 1, filters: yuv('bt709'), options })
  const { outDir: dir, target, mediaInfo } = await renditions.makeFrom(source)
  await verifyRendition(dir, { target, mediaInfo })
  const segment = await Promise.all(['init.mp4', '0001.m4s'].map((name) => readFile(join(dir, name))))
  await writeFile(join(dir, 'segment.mp4'), Buffer.concat(segment))
  const still = await makeStill({ dir, name: 'segment.mp4', seconds: 1 }, 0, target)
  const [sampled] = await sampleFrames({ dir, durationSeconds: 1 })
  const { width, height } = target
  const { sprite, preview } = await makePreviewAssets({ dir, width, height, durationSeconds: 1, framesPerSecond: 12 })
  const seen = {
    still: await readPatches(still),
    sampled: await readPatches(sampled!.path),
    sprite: await readPatches(sprite),
    preview: await readPatches(preview, 'bt709'),
  }
  const differences = Object.entries(seen).map(([name, each]) => ({
    name,
    isNear: differenceOf(each, patches) <= ERROR,
  }))
  expect(differences, JSON.stringify(seen)).toEqual(Object.keys(seen).map((name) => ({ name, isNear: true })))
})
