import { describe, expect, test } from 'vitest'
import { detailsOf, ready, type VideoDetails } from '#tests/support/http/fake-stream.ts'
import { serviceVideo } from './responses.ts'
import { isSettled, mergeReport, type ServiceState } from './service-state.ts'

const initial: ServiceState = {
  state: 'pendingupload',
  percent_complete: 0,
  reason_code: null,
  duration_seconds: null,
  width: null,
  height: null,
}
const report = (details: VideoDetails) => serviceVideo.parse(detailsOf('abc', details))

describe('reports of the service', () => {
  test.each<[string, VideoDetails, Partial<ServiceState>]>([
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
    ['more than 100 percent', { ...ready, pctComplete: '101.4' }, { state: 'ready', percent_complete: 100 }],
    ['a negative percentage', { state: 'inprogress', pctComplete: '-1' }, { state: 'inprogress', percent_complete: 0 }],
    ['ready without a percentage', { ...ready, pctComplete: undefined }, { state: 'ready', percent_complete: 100 }],
    ['encoded, but not playable', { ...ready, readyToStream: false }, { state: 'inprogress', percent_complete: 99 }],
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
      'one frame',
      { state: 'error', errorReasonCode: 'ERR_DURATION_TOO_SHORT' },
      { state: 'error', reason_code: 'still_picture' },
    ],
    [
      'anything else',
      { state: 'error', errorReasonCode: 'ERR_UNKNOWN' },
      { state: 'error', reason_code: 'host_failed' },
    ],
  ])('%s', (_what, details, expected) => {
    expect(mergeReport(initial, report(details))).toMatchObject(expected)
  })

  test('sizes and durations are unknown until they are positive', () => {
    const size = (width: number, height: number) => mergeReport(initial, report({ ...ready, input: { width, height } }))
    expect(size(-1, 0)).toMatchObject({ width: null, height: null })
    expect(size(1, 319.6)).toMatchObject({ width: 1, height: 320 })
    expect(mergeReport(initial, report({ ...ready, duration: -1 }))).toMatchObject({ duration_seconds: null })
  })

  test('a repeated report changes nothing', () => {
    const once = mergeReport(initial, report(ready))!
    expect(mergeReport(once, report(ready))).toBeNull()
  })

  test('an older report reverts nothing', () => {
    const playing = mergeReport(initial, report(ready))!
    for (const details of [
      { state: 'queued' },
      { state: 'inprogress', pctComplete: '20' },
      { state: 'error' },
    ] as const)
      expect(mergeReport(playing, report(details))).toBeNull()
    const failed = mergeReport(initial, report({ state: 'error' }))!
    expect(mergeReport(failed, report(ready))).toBeNull()
  })

  test('unknown states change nothing', () => {
    const strange = serviceVideo.parse({ uid: 'abc', status: { state: 'polishing' } })
    expect(mergeReport(initial, strange)).toBeNull()
  })

  test('ten minutes plus container rounding are accepted, more is not, even if the service reports it as ready', () => {
    expect(mergeReport(initial, report({ ...ready, duration: 600.5 }))).toMatchObject({ state: 'ready' })
    expect(mergeReport(initial, report({ ...ready, duration: 600.6 }))).toMatchObject({
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
