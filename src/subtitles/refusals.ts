/** Refusal codes of this room, with their HTTP statuses. */
export const subtitlesRefusals = {
  'subtitles.not_found': 404,
  'subtitles.closed': 403,
  'subtitles.not_yours': 403,
  'subtitles.creator_only': 403,
  'subtitles.hidden_by_moderator': 403,
  'subtitles.declined': 409,
  'subtitles.changed': 409,
  'subtitles.file_missing': 422,
  'subtitles.too_large': 413,
  'subtitles.encoding_unknown': 422,
  'subtitles.format_unknown': 422,
  'subtitles.empty': 422,
  'subtitles.too_many_cues': 422,
  'subtitles.names_files': 422,
  'subtitles.language_unknown': 422,
  'subtitles.kind_unknown': 422,
  'subtitles.label_invalid': 422,
  'subtitles.words_invalid': 422,
  'subtitles.font_missing': 422,
  'subtitles.font_too_large': 413,
  'subtitles.font_licence': 422,
  'subtitles.font_unsound': 422,
  'subtitles.font_not_ass': 422,
  'subtitles.font_unknown': 404,
  'subtitles.too_many_fonts': 422,
  'subtitles.fonts_unavailable': 503,
  'subtitles.version_unknown': 404,
  'subtitles.too_many': 422,
  'subtitles.too_many_drafts': 422,
  'subtitles.too_much_stored': 422,
  'subtitles.saved_too_often': 429,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof subtitlesRefusals, number> {}
}
