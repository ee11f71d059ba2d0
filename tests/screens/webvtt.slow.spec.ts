import { expect, test } from 'vitest'
import type { Cue } from '#subtitles/subtitle.ts'
import { readSubtitleText } from '#subtitles/text/read-subtitles.ts'
import { mutatedWebVtt } from '#tests/support/media/mutated-scripts.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const FILES = 1500

test('a browser reads what is stored of damaged files of WebVTT as we do', async () => {
  const { page } = await app.visit()
  await page.goto('about:blank')
  const read = Array.from({ length: FILES }, (_, seed) => readSubtitleText(mutatedWebVtt(seed))).flatMap((each) =>
    each.ok ? [each.subtitles] : [],
  )
  expect(read.length).toBeGreaterThan(FILES / 2)
  const theirs = await page.evaluate(
    async (files) => {
      const found: Cue[][] = []
      for (const file of files) {
        const track = document.createElement('track')
        const video = document.createElement('video')
        video.append(track)
        track.track.mode = 'hidden'
        const loaded = new Promise((resolve) => track.addEventListener('load', resolve))
        track.src = URL.createObjectURL(new Blob([file], { type: 'text/vtt' }))
        await loaded
        const cues = [...(track.track.cues ?? [])] as VTTCue[]
        found.push(
          cues.map((cue) => ({ from: cue.startTime, to: cue.endTime, text: cue.getCueAsHTML().textContent ?? '' })),
        )
      }
      return found
    },
    read.map(({ text }) => text),
  )
  const wrong = read.flatMap(({ text, cues }, at) => {
    const shown = theirs[at]!.map((cue) => ({ ...cue, text: linesOf(cue.text) })).filter((cue) => cue.text !== '')
    // Of two that begin together, browsers list the longer one first.
    shown.sort((one, other) => one.from - other.from || one.to - other.to)
    return JSON.stringify(shown) === JSON.stringify(cues) ? [] : [{ text, ours: cues, theirs: shown }]
  })
  expect(wrong.slice(0, 2)).toEqual([])
})

/** Lines without the blanks around them. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
