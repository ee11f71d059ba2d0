import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import type { VideoTrack } from './media-info.ts'
import { coloursOf, isInOurColours, isWideGamut } from './source-colours.ts'

const untagged = { colorMatrix: undefined, colorRange: undefined, colorPrimaries: undefined, colorTransfer: undefined }
const videoWith = (changes: Partial<VideoTrack>) => createMediaInfo({ video: { ...untagged, ...changes } }).video!

describe('the colours of a source', () => {
  it.each<[string, Partial<VideoTrack>, matrix: string, range: string]>([
    ['without tags, 1280 wide', { width: 1280, height: 536 }, 'bt709', 'tv'],
    ['without tags, 720 high', { width: 406, height: 720 }, 'bt709', 'tv'],
    ['without tags, smaller', { width: 1278, height: 718 }, 'smpte170m', 'tv'],
    ['RGB, whatever the tags say', { pixelFormat: 'gbrp10le', colorMatrix: 'bt709', colorRange: 'tv' }, 'gbr', 'pc'],
    ['a palette', { pixelFormat: 'pal8' }, 'gbr', 'pc'],
    ['Motion JPEG', { codec: 'mjpeg', pixelFormat: 'yuv422p' }, 'smpte170m', 'pc'],
    ['full range by its format', { pixelFormat: 'yuvj420p' }, 'bt709', 'pc'],
    ['grey', { pixelFormat: 'gray10le' }, 'bt709', 'pc'],
    ['grey in the range of television', { pixelFormat: 'gray', colorRange: 'tv' }, 'bt709', 'tv'],
    ['a matrix alone', { colorMatrix: 'bt470bg' }, 'bt470bg', 'tv'],
    ['primaries alone, large', { colorPrimaries: 'smpte170m' }, 'smpte170m', 'tv'],
    ['primaries alone, small', { width: 640, height: 360, colorPrimaries: 'bt709' }, 'bt709', 'tv'],
    ['BT.2020 by its primaries', { colorPrimaries: 'bt2020' }, 'bt2020nc', 'tv'],
    ['HDR by its transfer alone', { colorTransfer: 'smpte2084' }, 'bt2020nc', 'tv'],
    ['a matrix that ffmpeg does not convert', { colorMatrix: 'ictcp' }, 'bt709', 'tv'],
  ])('%s', (_name, changes, matrix, range) => {
    expect(coloursOf(videoWith(changes))).toMatchObject({ matrix, range })
  })

  it('are wider than ours by their primaries', () => {
    const primaries = [undefined, 'bt709', 'smpte170m', 'bt470bg', 'bt2020', 'smpte432']
    const wide = primaries.filter((colorPrimaries) => isWideGamut(videoWith({ colorPrimaries })))
    expect(wide).toEqual(['bt2020', 'smpte432'])
  })

  it.each<[boolean, string, Partial<VideoTrack>]>([
    [true, 'without tags, large', {}],
    [true, 'with a matrix alone', { width: 640, height: 360, colorMatrix: 'bt709' }],
    [false, 'without tags, small', { width: 640, height: 360 }],
    [false, 'with another matrix', { colorMatrix: 'smpte170m' }],
    [false, 'with other primaries', { colorMatrix: 'bt709', colorPrimaries: 'smpte170m' }],
    [false, 'with another transfer', { colorMatrix: 'bt709', colorTransfer: 'iec61966-2-1' }],
    [false, 'in the full range', { colorMatrix: 'bt709', colorRange: 'pc' }],
  ])('are ours: %s, %s', (expected, _name, changes) => {
    expect(isInOurColours(videoWith(changes))).toBe(expected)
  })
})
