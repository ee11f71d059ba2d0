import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differenceOf, makePatchFilm, type Patches, patches, readPatches } from '#tests/support/media/patches.server.ts'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { makePoster } from './stills/poster.server.ts'

const renditions = setUpRenditions()

/** The first patch is invisible, the third one half. */
const opacity = [0, 1, 0.5, 1]
const onBlack: Patches = patches.map((colour, index) => {
  const [red, green, blue] = colour.map((value) => value * (opacity[index] ?? 1))
  return [red ?? 0, green ?? 0, blue ?? 0]
})
const ERROR = 8

const bt601 = (format: string) => `scale=out_color_matrix=bt601:out_range=tv,format=${format}`
const vpx = ['-deadline', 'realtime', '-cpu-used', '8', '-crf', '8', '-b:v', '2M', '-auto-alt-ref', '0']

test.each([
  ['VP8', 'vp8.webm', bt601('yuva420p'), ['-c:v', 'libvpx', ...vpx]],
  ['VP9', 'vp9.webm', bt601('yuva420p'), ['-c:v', 'libvpx-vp9', ...vpx]],
  ['ProRes 4444', 'prores.mov', bt601('yuva444p10le'), ['-c:v', 'prores_ks', '-profile:v', '4444']],
  ['PNG', 'png.mov', 'format=rgba', ['-c:v', 'png']],
  ['QuickTime Animation', 'qtrle.mov', 'format=argb', ['-c:v', 'qtrle']],
  ['FFV1 with planes of YUV', 'ffv1.mkv', bt601('yuva422p'), ['-c:v', 'ffv1']],
  [
    'FFV1 in the full range',
    'full.mkv',
    'scale=out_color_matrix=bt601:out_range=pc,format=yuva420p',
    ['-c:v', 'ffv1', '-color_range', 'pc'],
  ],
  ['Ut Video', 'utvideo.avi', 'format=gbrap', ['-c:v', 'utvideo']],
  ['uncompressed RGB in MOV', 'raw.mov', 'format=argb', ['-c:v', 'rawvideo']],
])('black is seen through what is transparent, in film and poster: %s', async (_name, file, filters, options) => {
  const path = await makePatchFilm(join(renditions.dir, file), { opacity, filters, options })
  const { outDir, mediaInfo, source } = await renditions.makeFrom(path)
  const out = join(renditions.dir, `${file}.webp`)
  await makePoster({ source, out, mediaInfo })
  const [film, poster] = [await readPatches(join(outDir, 'index.m3u8'), 'bt709'), await readPatches(out)]
  expect(differenceOf(film, onBlack), JSON.stringify(film)).toBeLessThanOrEqual(ERROR)
  expect(differenceOf(poster, onBlack), JSON.stringify(poster)).toBeLessThanOrEqual(ERROR)
})

test('the empty fourth byte of uncompressed RGB in AVI hides nothing', async () => {
  const film = { opacity: [0, 0, 0, 0], filters: 'format=bgra', options: ['-c:v', 'rawvideo'] }
  const { outDir } = await renditions.makeFrom(await makePatchFilm(join(renditions.dir, 'raw.avi'), film))
  const seen = await readPatches(join(outDir, 'index.m3u8'), 'bt709')
  expect(differenceOf(seen, patches), JSON.stringify(seen)).toBeLessThanOrEqual(ERROR)
})
