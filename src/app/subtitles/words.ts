import type { SubtitleKind, SubtitleState } from '#subtitles/subtitle.ts'

export const stateNames: Readonly<Record<SubtitleState, string>> = {
  draft: 'Draft',
  changes: 'Changes requested',
  approved: 'Public',
  declined: 'Declined',
}

export const kindNames: Readonly<Record<SubtitleKind, string>> = {
  subtitles: 'Subtitles',
  captions: 'Captions with sound descriptions',
  signs: 'Signs and on-screen text only',
}
