import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failureReasons } from '#video/failure-reasons.ts'
import { videoFailures, videoFailureText } from './video-failures.ts'

it.each(failureReasons)('the sentence of %s is complete, and the page about uploads lists it', async (reasonCode) => {
  expect(videoFailures[reasonCode]).toMatch(/^[A-Z].+\. ?.*[A-Z].+\.$/)
  const product = await readFile(join(import.meta.dirname, '../../../docs/product/upload.md'), 'utf8')
  expect(product).toContain(`| \`${reasonCode}\` | '${videoFailures[reasonCode]}' |`)
})

it.each([undefined, 'of_a_newer_server' as never])(
  'a reason that the page does not know has a sentence: %s',
  (code) => {
    expect(videoFailureText({ reasonCode: code })).toBe('This video could not be processed.')
  },
)

it.each([
  [{ codec: 'ProRes $& RAW' }, 'The video is in ProRes $& RAW, which'],
  [undefined, 'The video is in an unknown format, which'],
])('a refusal for a codec names it', (reasonParameters, sentence) => {
  const status = { reasonCode: 'video_codec_unsupported' as const, ...(reasonParameters ? { reasonParameters } : {}) }
  expect(videoFailureText(status)).toContain(sentence)
})
