/** Refusal codes of this room, with their HTTP statuses. */
export const catalogRefusals = {
  'catalog.episode_not_found': 404,
  'catalog.creators_only': 403,
  'catalog.owner_only': 403,
  'catalog.title_required': 422,
  'catalog.title_invalid': 422,
  'catalog.genre_required': 422,
  'catalog.genre_invalid': 422,
  'catalog.description_invalid': 422,
  'catalog.tags_invalid': 422,
  'catalog.embed_sites_invalid': 422,
  'catalog.credits_invalid': 422,
  'catalog.credit_person_unknown': 422,
  'catalog.credit_declined': 409,
  'catalog.credit_requests_too_many': 429,
  'catalog.credit_not_found': 404,
  'catalog.video_not_found': 422,
  'catalog.video_failed': 409,
  'catalog.video_taken': 409,
  'catalog.replacement_missing': 404,
  'catalog.cursor_invalid': 422,
  'catalog.search_invalid': 422,
  'catalog.searches_too_many': 429,
  'catalog.searches_busy': 503,
  'catalog.marked_by_moderator': 403,
  'catalog.downloads_closed': 403,
  'catalog.publish_at_required': 422,
  'catalog.publish_at_invalid': 422,
  'catalog.bulk_too_many': 422,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof catalogRefusals, number> {}
}
