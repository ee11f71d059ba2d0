/** Refusal codes of this room, with their HTTP statuses. */
export const creatorsRefusals = {
  'creators.not_found': 404,
  'creators.creators_only': 403,
  'creators.already_creator': 409,
  'creators.username_taken': 409,
  'creators.username_looks_taken': 409,
  'creators.username_invalid': 422,
  'creators.username_invisible': 422,
  'creators.username_stacked_marks': 422,
  'creators.username_reserved': 422,
  'creators.word_refused': 422,
  'creators.bio_invalid': 422,
  'creators.support_link_invalid': 422,
  'creators.support_url_invalid': 422,
  'creators.support_label_invalid': 422,
  'creators.support_link_repeated': 422,
  'creators.too_many_support_links': 422,
  'creators.avatar_missing': 422,
  'creators.avatar_no_picture': 415,
  'creators.avatar_too_large': 413,
  'creators.avatar_unreadable': 422,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof creatorsRefusals, number> {}
}
