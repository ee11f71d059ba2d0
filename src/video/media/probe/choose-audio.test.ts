import { describe, expect, it } from 'vitest'
import { type AudioCandidate, chooseAudio } from './choose-audio.ts'

const stereo: AudioCandidate = {
  index: 0,
  codec: 'aac',
  channels: 2,
  sampleRate: 48_000,
  durationSeconds: 10,
  language: 'und',
  title: '',
  disposition: {},
}
const mono: AudioCandidate = { ...stereo, codec: 'pcm_s24le', channels: 1 }
const isDefault = { disposition: { default: 1 } }

/** Positions of the chosen tracks. */
function chosen(tracks: AudioCandidate[], container = 'mov,mp4,m4a,3gp,3g2,mj2'): number[] {
  const numbered = tracks.map((track, index) => ({ ...track, index }))
  return chooseAudio(numbered, container).map(({ index }) => index)
}

describe('the audio of a film', () => {
  it.each<[string, AudioCandidate[], number[]]>([
    ['its only track', [stereo], [0]],
    ['the default one', [stereo, { ...stereo, ...isDefault }], [1]],
    [
      'the first of several',
      [
        { ...stereo, ...isDefault },
        { ...stereo, ...isDefault },
      ],
      [0],
    ],
    ['the first without a default', [stereo, stereo], [0]],
    ['no commentary by its title', [{ ...stereo, ...isDefault, title: "Director's commentary" }, stereo], [1]],
    ['no commentary by its mark', [{ ...stereo, disposition: { default: 1, comment: 1 } }, stereo], [1]],
    ['no description', [{ ...stereo, disposition: { visual_impaired: 1 } }, stereo], [1]],
    ['no description by its title', [{ ...stereo, title: 'Audio Description' }, stereo], [1]],
    ['a commentary where there is no other', [{ ...stereo, title: 'コメンタリー' }], [0]],
    ['none without a track', [], []],
  ])('is %s', (_name, tracks, expected) => {
    expect(chosen(tracks)).toEqual(expected)
  })
})

describe('mono tracks', () => {
  const many = (count: number) => Array.from({ length: count }, () => mono)

  it.each<[string, AudioCandidate[], number[]]>([
    ['two are left and right', many(2), [0, 1]],
    ['six are 5.1', many(6), [0, 1, 2, 3, 4, 5]],
    ['of four the first two are the mix', many(4), [0, 1]],
    ['of eight the first six are 5.1', many(8), [0, 1, 2, 3, 4, 5]],
    ['one is mono', many(1), [0]],
    ['a default one comes with the others', [{ ...mono, ...isDefault }, mono], [0, 1]],
    ['a default stereo mix goes before them', [mono, mono, { ...stereo, ...isDefault }], [2]],
    [
      'named as channels',
      [
        { ...mono, title: 'Left' },
        { ...mono, title: 'Right' },
      ],
      [0, 1],
    ],
    ['not of the same length', [mono, { ...mono, durationSeconds: 9 }], [0]],
    [
      'not in the same language',
      [
        { ...mono, language: 'jpn' },
        { ...mono, language: 'eng' },
      ],
      [0],
    ],
    ['with other names', [mono, { ...mono, title: 'Microphone' }], [0]],
    ['beside a commentary', [mono, { ...mono, title: 'Commentary' }], [0]],
  ])('of a camera or an editor: %s', (_name, tracks, expected) => {
    expect(chosen(tracks)).toEqual(expected)
    expect(chosen(tracks, 'mxf')).toEqual(expected)
  })

  it('are alternatives in other containers', () => {
    expect(chosen(many(2), 'matroska,webm')).toEqual([0])
  })
})
