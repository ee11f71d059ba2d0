import { describe, expect, it } from 'vitest'
import { aMeasurement } from '#tests/support/measurements.ts'
import { unreadableLooks } from './measurement.ts'
import { judge, reasonCodes, reasons } from './verdict.ts'

function reasonFor(changes: Parameters<typeof aMeasurement>[0]): string {
  const verdict = judge(aMeasurement(changes))
  return verdict.ok ? 'ok' : verdict.reasonCode
}

describe('judge', () => {
  it.each([
    ['an ordinary file', {}, 'ok'],
    ['a silent file', { audio: null }, 'ok'],
    ['ten minutes', { durationSeconds: 600 }, 'ok'],
    ['ten minutes and what a container rounds', { durationSeconds: 600.5 }, 'ok'],
    ['more than that', { durationSeconds: 600.501 }, 'too_long'],
    ['too long and cut off', { durationSeconds: 700, promisedSeconds: 900, deliveredSeconds: 700 }, 'too_long'],
    ['sound only', { video: null }, 'no_video_stream'],
    ['neither sound nor picture', { video: null, audio: null }, 'not_a_video'],
    ['one picture and sound', { video: { packets: 1 } }, 'ok'],
    ['one picture without sound', { video: { packets: 1 }, audio: null }, 'still_picture'],
    ['two pictures', { video: { packets: 2 } }, 'ok'],
    ['two pictures of which one is hidden', { video: { packets: 2, hiddenPackets: 1 }, audio: null }, 'still_picture'],
    ['no picture at all', { video: { packets: 0 } }, 'unreadable'],
    ['an unknown size', { video: { width: 0, height: 0 } }, 'unreadable'],
    ['an unknown height', { video: { height: 0 } }, 'unreadable'],
    ['32 streams', { streamCount: 32 }, 'ok'],
    ['33 streams', { streamCount: 33 }, 'too_many_streams'],
    ['16 pixels a side', { video: { width: 16, height: 16 } }, 'ok'],
    ['15 pixels', { video: { width: 120, height: 15 } }, 'too_small_picture'],
    ['8192 pixels wide', { video: { width: 8192, height: 4320 } }, 'ok'],
    ['8193 pixels', { video: { width: 8193, height: 4320 } }, 'too_large_picture'],
    ['36 megapixels', { video: { width: 6000, height: 6000 } }, 'ok'],
    ['more than 36 megapixels', { video: { width: 6000, height: 6002 } }, 'too_large_picture'],
    ['8 to 1', { video: { width: 800, height: 100 } }, 'ok'],
    ['wider', { video: { width: 802, height: 100 } }, 'odd_aspect'],
    ['taller', { video: { width: 100, height: 802 } }, 'odd_aspect'],
    ['wider by its pixels', { video: { width: 640, height: 360, pixelAspect: 5 } }, 'odd_aspect'],
    ['too wide by its pixels', { video: { width: 1920, height: 1080, pixelAspect: 4.5 } }, 'too_large_picture'],
    ['too many pictures', { video: { packets: 200_001 } }, 'too_many_frames'],
    ['ten minutes of 2160p at 60 frames', { video: { width: 3840, height: 2160, packets: 36_000 } }, 'ok'],
    [
      'ten minutes of 36 megapixels at 60 frames',
      { video: { width: 6000, height: 6000, packets: 36_000 } },
      'too_many_pixels',
    ],
    ['as many pixels at fewer frames', { video: { width: 6000, height: 6000, packets: 8000 } }, 'ok'],
    ['endless packets', { stoppedAt: 'packets' as const }, 'too_many_frames'],
    ['a promise just kept', { promisedSeconds: 60, deliveredSeconds: 58.9 }, 'ok'],
    ['a short file a little shorter than promised', { promisedSeconds: 5, deliveredSeconds: 4.1 }, 'ok'],
    ['a promise broken', { promisedSeconds: 60, deliveredSeconds: 58.7 }, 'truncated'],
    ['no promise', { promisedSeconds: null, deliveredSeconds: 1 }, 'ok'],
    ['a header that promises less', { promisedSeconds: 1, deliveredSeconds: 10 }, 'ok'],
  ])('%s', (_name, changes, reason) => {
    expect(reasonFor(changes)).toBe(reason)
  })

  it('holds a file to the shorter length that was agreed', () => {
    const measured = aMeasurement({ durationSeconds: 61 })
    expect(judge(measured, 60)).toEqual({ ok: false, reasonCode: 'longer_than_agreed' })
    expect(judge(measured, 61)).toEqual({ ok: true })
  })

  it('gives a reason for every way of not opening', () => {
    const verdicts = unreadableLooks.map((looksLike) => judge({ isReadable: false, looksLike }))
    expect(verdicts.map((verdict) => !verdict.ok && verdict.reasonCode)).toEqual([
      'empty_file',
      'still_picture',
      'no_video_stream',
      'truncated',
      'not_a_video',
      'unreadable',
    ])
  })
})

describe('reasons', () => {
  it('are whole sentences that say what to do', () => {
    expect(reasonCodes).toHaveLength(Object.keys(reasons).length)
    for (const code of reasonCodes) expect(reasons[code]).toMatch(/^[A-Z].+\. ?.*[A-Z].+\.$/)
  })
})
