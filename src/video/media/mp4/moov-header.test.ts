import { describe, expect, it } from 'vitest'
import { box, dataViewOf, uint32s } from '#tests/support/upload-fixtures/mp4-boxes.ts'
import { headerFromMoov } from './moov-header.ts'

const avcC = box('avcC', Buffer.from([1, 0x64, 0, 0x1f, 0xff]))
/** The sample entry of video: twenty-four bytes, its size, and fifty more before the configuration. */
const avc1 = box('avc1', Buffer.alloc(24), Buffer.from([5, 0, 2, 0xd0]), Buffer.alloc(50), avcC)

/** An index with one video track of ten seconds, and an edit list as given. */
function index(...edits: Buffer[]) {
  const stsd = box('stsd', uint32s(0, 1), avc1)
  const media = [
    box('mdhd', uint32s(0, 0, 0, 1000, 10_000, 0)),
    box('hdlr', uint32s(0, 0), Buffer.from('vide')),
    box('minf', box('stbl', stsd)),
  ]
  const edited = edits.length > 0 ? [box('edts', box('elst', ...edits))] : []
  return dataViewOf(box('moov', box('trak', ...edited, box('mdia', ...media))))
}

const NORMAL_RATE = 0x10000
const LONG = 0x1000000

describe('the header in an index', () => {
  it('has the size, length and codec of the video', () => {
    expect(headerFromMoov(index())).toMatchObject({
      ...{ streamCount: 1, durationSeconds: 10, audio: null },
      video: { codec: 'h264', profile: 'High', level: 31, width: 1280, height: 720 },
    })
  })

  it.each([
    ['that skips the beginning of the media', index(uint32s(0, 1, 10_000, 80, NORMAL_RATE))],
    ['of 64 bits that does so', index(uint32s(LONG, 1, 0, 10_000, 0, 80, NORMAL_RATE))],
  ])('is read beside an edit %s', (_name, moov) => {
    expect(headerFromMoov(moov)).toMatchObject({ durationSeconds: 10 })
  })

  it.each([
    ['an edit without media', index(uint32s(0, 1, 500, -1, NORMAL_RATE))],
    ['one of 64 bits without media', index(uint32s(LONG, 1, 0, 500, -1, -1, NORMAL_RATE))],
    ['several edits', index(uint32s(0, 2, 500, 0, NORMAL_RATE, 9500, 2000, NORMAL_RATE))],
    ['an empty list', index(uint32s(0, 0))],
  ])('is null when the video may begin later, by %s', (_name, moov) => {
    expect(headerFromMoov(moov)).toBeNull()
  })
})
