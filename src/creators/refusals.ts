/** Every way this room says no. */
export const creatorsRefusals = {
  'creators.not_found': 404,
  'creators.username_taken': 409,
  'creators.username_invalid': 422,
  'creators.bio_invalid': 422,
  'creators.support_link_invalid': 422,
} as const
