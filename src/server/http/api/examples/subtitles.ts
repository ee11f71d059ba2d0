import { episodeId, uid } from './ids.ts'

const id = '7mq0v6x1sd3p3kq4mzr2bg9e5t'

export const subtitleExample = {
  id,
  episodeId,
  language: 'en',
  kind: 'subtitles' as const,
  label: 'English',
  format: 'srt' as const,
  state: 'approved' as const,
  author: { uid, username: 'Mio Arakawa' },
  cues: 84,
  version: 3,
  approvedVersion: 3,
  url: `/api/v1/subtitles/${id}?format=srt`,
  vttUrl: `/api/v1/subtitles/${id}?format=vtt`,
  fonts: [],
  fromFile: false,
  updatedAt: '2026-03-05T08:00:00.000Z',
  words: '',
  hidden: false,
  warnings: [
    {
      code: 'time_unknown' as const,
      count: 1,
      lines: [214],
      message: 'Line 214 of the file: the times cannot be read, so the text below is left out.',
    },
  ],
}

export const subtitlesExample = { subtitles: [subtitleExample] }

const changed = { from: 198.75, to: 200.5 }

export const subtitleVersionsExample = {
  versions: [
    {
      number: 3,
      author: subtitleExample.author,
      format: 'srt' as const,
      cues: 84,
      added: 1,
      removed: 1,
      createdAt: subtitleExample.updatedAt,
    },
  ],
  changes: [
    {
      was: { ...changed, text: 'The last one waits, you said.' },
      is: { ...changed, text: 'You said the last one waits!' },
    },
  ],
}

const fontId = '3n8t5w2k9r7c4x6p1m0d8h5v2b'

/** Subtitles in ASS with a font. */
export const assSubtitleExample = {
  ...subtitleExample,
  format: 'ass' as const,
  url: `/api/v1/subtitles/${id}?format=ass`,
  fonts: [{ id: fontId, name: 'Dela Gothic One', sizeBytes: 2_421_004, url: `/fonts/${fontId}.ttf`, isLicensed: true }],
}

export const fontLicenceExample = { licence: true }

export const reviewExample = { outcome: 'approved' as const, words: 'Thank you!' }

export const linesExample = {
  lines: [{ subtitleId: id, language: 'en', ...changed, text: 'You said the last one waits!' }],
  total: 1,
  nextCursor: null,
}

export const webVttExample = 'WEBVTT\n\n00:03:18.750 --> 00:03:20.500\nYou said the last one waits!\n'
