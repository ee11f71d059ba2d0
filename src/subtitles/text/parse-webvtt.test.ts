import { expect, test } from 'vitest'
import { mutatedWebVtt } from '#tests/support/media/mutated-scripts.ts'
import { cuesOf, readSubtitleText } from './read-subtitles.ts'

const times = /^\d{2,}:[0-5]\d:[0-5]\d\.\d{3} --> \d{2,}:[0-5]\d:[0-5]\d\.\d{3}(?: [a-z]+:[^\s:]+)*$/
const known = /<\/?(?:[cibusv]|ruby|rt|lang|em|strong|font|span|br)[^<>]*>|<(?:\d+:)?\d\d:\d\d\.\d{3}>/gi
const reference = /&(?:amp|lt|gt|quot|apos|nbsp|lrm|rlm|#\d+|#x[\da-f]+);/gi

/** The parts of a file that the syntax of WebVTT does not allow (W3C, 1 April 2019, 4.1 and 4.2). */
function faultsOf(file: string): string[] {
  const [head = '', ...blocks] = file.replace(/\n+$/, '').split(/\n{2,}/)
  const starts: string[] = []
  const faults = /^WEBVTT(?:[ \t\n]|$)/.test(head) && !head.includes('-->') ? [] : [head]
  for (const block of blocks) {
    const rows = block.split('\n')
    if (/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(rows[0]!) && !block.includes('-->')) continue
    const at = rows.findIndex((row) => row.includes('-->'))
    const payload = rows.slice(at + 1).join('\n')
    const [from = '', to = ''] = rows[at]?.split(/ --> | /) ?? []
    const isSound =
      (at === 0 || at === 1) &&
      times.test(rows[at]!) &&
      from < to &&
      from >= (starts.at(-1) ?? '') &&
      !payload.includes('-->')
    if (!isSound || /[<&]/.test(payload.replaceAll(known, '').replaceAll(reference, ''))) faults.push(block)
    starts.push(from)
  }
  return faults
}

test('what is stored of a damaged file is valid, says the same, and is read as itself', () => {
  const wrong = Array.from({ length: 2000 }, (_, seed) => mutatedWebVtt(seed)).flatMap((file) => {
    const read = readSubtitleText(file)
    if (!read.ok) return []
    const { text, cues } = read.subtitles
    const again = readSubtitleText(text)
    const isSame =
      again.ok && again.subtitles.text === text && JSON.stringify(cuesOf('vtt', text)) === JSON.stringify(cues)
    const faults = faultsOf(text)
    return isSame && faults.length === 0 ? [] : [{ file, text, faults, isSame }]
  })
  expect(wrong.slice(0, 2)).toEqual([])
})
