/** Refusal codes of this room, with their HTTP statuses. */
export const seriesRefusals = {
  'series.not_found': 404,
  'series.creators_only': 403,
  'series.owner_only': 403,
  'series.title_required': 422,
  'series.title_invalid': 422,
  'series.description_invalid': 422,
  'series.too_many': 422,
  'series.episodes_too_many': 422,
  'series.episode_twice': 422,
  'series.episode_of_other': 403,
  'series.episode_taken': 409,
  'series.number_invalid': 422,
  'series.number_without_series': 422,
  'series.arcs_invalid': 422,
  'series.cover_not_public': 422,
  'series.poster_missing': 422,
  'series.poster_no_picture': 415,
  'series.poster_too_large': 413,
  'series.poster_unreadable': 422,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof seriesRefusals, number> {}
}
