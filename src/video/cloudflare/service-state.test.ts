import { describe, expect, test } from 'vitest'
import { type Details, detailsOf, ready } from '#tests/support/fake-stream.ts'
import { serviceVideo } from './service-answers.ts'
import { isSettled, type Known, learn } from './service-state.ts'

const waiting: Known = {
  state: 'pendingupload',
  percent_complete: 0,
  reason_code: null,
  duration_seconds: null,
  width: null,
  height: null,
}
const told = (details: Details) => serviceVideo.parse(detailsOf('abc', details))

describe('what the service tells', () => {
  test.each<[string, Details, Partial<Known>]>([
    ['fetching', { state: 'downloading' }, { state: 'queued' }],
    ['queued', { state: 'queued' }, { state: 'queued' }],
    ['at work', { state: 'inprogress', pctComplete: '39.000000' }, { state: 'inprogress', percent_complete: 39 }],
    [
      'one quality plays',
      { state: 'inprogress', pctComplete: '39', readyToStream: true, duration: 5.5 },
      { state: 'ready', percent_complete: 39, duration_seconds: 5.5 },
    ],
    [
      'all qualities play',
      ready,
      { state: 'ready', percent_complete: 100, duration_seconds: 5.5, width: 560, height: 320 },
    ],
    ['more than all', { ...ready, pctComplete: '101.4' }, { state: 'ready', percent_complete: 100 }],
    ['less than nothing', { state: 'inprogress', pctComplete: '-1' }, { state: 'inprogress', percent_complete: 0 }],
    ['ready without a figure', { ...ready, pctComplete: undefined }, { state: 'ready', percent_complete: 100 }],
    ['made, but not playing', { ...ready, readyToStream: false }, { state: 'inprogress', percent_complete: 99 }],
    ['no video', { state: 'error', errorReasonCode: 'ERR_NON_VIDEO' }, { state: 'error', reason_code: 'not_a_video' }],
    [
      'too long',
      { state: 'error', errorReasonCode: 'ERR_DURATION_EXCEED_CONSTRAINT' },
      { state: 'error', reason_code: 'too_long' },
    ],
    [
      'broken',
      { state: 'error', errorReasonCode: 'ERR_MALFORMED_VIDEO' },
      { state: 'error', reason_code: 'unreadable' },
    ],
    [
      'one picture',
      { state: 'error', errorReasonCode: 'ERR_DURATION_TOO_SHORT' },
      { state: 'error', reason_code: 'still_picture' },
    ],
    [
      'anything else',
      { state: 'error', errorReasonCode: 'ERR_UNKNOWN' },
      { state: 'error', reason_code: 'host_failed' },
    ],
  ])('%s', (_what, details, learned) => {
    expect(learn(waiting, told(details))).toMatchObject(learned)
  })

  test('sizes and lengths are unknown until they are more than nothing', () => {
    const size = (width: number, height: number) => learn(waiting, told({ ...ready, input: { width, height } }))
    expect(size(-1, 0)).toMatchObject({ width: null, height: null })
    expect(size(1, 319.6)).toMatchObject({ width: 1, height: 320 })
    expect(learn(waiting, told({ ...ready, duration: -1 }))).toMatchObject({ duration_seconds: null })
  })

  test('the same news twice changes nothing', () => {
    const once = learn(waiting, told(ready))!
    expect(learn(once, told(ready))).toBeNull()
  })

  test('older news takes nothing back', () => {
    const playing = learn(waiting, told(ready))!
    for (const details of [
      { state: 'queued' },
      { state: 'inprogress', pctComplete: '20' },
      { state: 'error' },
    ] as const)
      expect(learn(playing, told(details))).toBeNull()
    const failed = learn(waiting, told({ state: 'error' }))!
    expect(learn(failed, told(ready))).toBeNull()
  })

  test('words that nobody knows yet change nothing', () => {
    const strange = serviceVideo.parse({ uid: 'abc', status: { state: 'polishing' } })
    expect(learn(waiting, strange)).toBeNull()
  })

  test('ten minutes and what containers round are taken, more is not, whatever the service says', () => {
    expect(learn(waiting, told({ ...ready, duration: 600.5 }))).toMatchObject({ state: 'ready' })
    expect(learn(waiting, told({ ...ready, duration: 600.6 }))).toMatchObject({
      state: 'error',
      reason_code: 'too_long',
    })
  })

  test('a video is settled when it failed, or plays in every quality', () => {
    expect(isSettled({ state: 'ready', percent_complete: 99 })).toBe(false)
    expect(isSettled({ state: 'ready', percent_complete: 100 })).toBe(true)
    expect(isSettled({ state: 'error', percent_complete: 0 })).toBe(true)
    expect(isSettled({ state: 'inprogress', percent_complete: 100 })).toBe(false)
  })
})
