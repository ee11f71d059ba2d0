import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { unreadableKinds } from './media-info.ts'
import { validate } from './validation.ts'

function reasonFor(changes: Parameters<typeof createMediaInfo>[0]): string {
  const validation = validate(createMediaInfo(changes))
  return validation.ok ? 'ok' : validation.reasonCode
}

describe('validate', () => {
  it.each([
    ['an ordinary file', {}, 'ok'],
    ['a silent file', { audio: null }, 'ok'],
    ['ten minutes', { durationSeconds: 600 }, 'ok'],
    ['ten minutes and the rounding of a container', { durationSeconds: 600.5 }, 'ok'],
    ['more than that', { durationSeconds: 600.501 }, 'too_long'],
    ['too long and cut off', { durationSeconds: 700, promisedSeconds: 900, deliveredSeconds: 700 }, 'too_long'],
    ['audio only', { video: null }, 'no_video_stream'],
    ['neither audio nor video', { video: null, audio: null }, 'not_a_video'],
    ['one frame and audio', { video: { packets: 1 } }, 'ok'],
    ['one frame without audio', { video: { packets: 1 }, audio: null }, 'still_picture'],
    ['two frames', { video: { packets: 2 } }, 'ok'],
    ['two frames of which one is hidden', { video: { packets: 2, hiddenPackets: 1 }, audio: null }, 'still_picture'],
    ['no frame at all', { video: { packets: 0 } }, 'unreadable'],
    ['an unknown size', { video: { width: 0, height: 0 } }, 'unreadable'],
    ['an unknown height', { video: { height: 0 } }, 'unreadable'],
    ['32 streams', { streamCount: 32 }, 'ok'],
    ['33 streams', { streamCount: 33 }, 'too_many_streams'],
    ['several files in one, too long as far as it was read', { isJoined: true, durationSeconds: 700 }, 'joined_files'],
    ['several files in one, the first without a video', { isJoined: true, video: null }, 'joined_files'],
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
    ['too many frames', { video: { packets: 200_001 } }, 'too_many_frames'],
    ['ten minutes of 2160p at 60 frames', { video: { width: 3840, height: 2160, packets: 36_000 } }, 'ok'],
    [
      'ten minutes of 36 megapixels at 60 frames',
      { video: { width: 6000, height: 6000, packets: 36_000 } },
      'too_many_pixels',
    ],
    ['as many pixels at fewer frames', { video: { width: 6000, height: 6000, packets: 8000 } }, 'ok'],
    ['endless packets', { stoppedAt: 'packets' as const }, 'too_many_frames'],
    ['hardly shorter than the header states', { promisedSeconds: 60, deliveredSeconds: 58.9 }, 'ok'],
    ['a short file a little shorter than the header states', { promisedSeconds: 5, deliveredSeconds: 4.1 }, 'ok'],
    ['clearly shorter than the header states', { promisedSeconds: 60, deliveredSeconds: 58.7 }, 'truncated'],
    ['no length in the header', { promisedSeconds: null, deliveredSeconds: 1 }, 'ok'],
    ['longer than the header states', { promisedSeconds: 1, deliveredSeconds: 10 }, 'ok'],
  ])('%s', (_name, changes, reason) => {
    expect(reasonFor(changes)).toBe(reason)
  })

  it('applies a shorter agreed length', () => {
    const mediaInfo = createMediaInfo({ durationSeconds: 61 })
    expect(validate(mediaInfo, 60)).toEqual({ ok: false, reasonCode: 'longer_than_agreed' })
    expect(validate(mediaInfo, 61)).toEqual({ ok: true })
  })

  it('gives a reason for every kind of unreadable file', () => {
    const validations = unreadableKinds.map((kind) => validate({ isReadable: false, kind }))
    expect(validations.map((validation) => !validation.ok && validation.reasonCode)).toEqual([
      'empty_file',
      'still_picture',
      'no_video_stream',
      'truncated',
      'not_a_video',
      'unreadable',
    ])
  })
})
