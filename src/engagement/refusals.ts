/** Every way this room says no. */
export const engagementRefusals = {
  'engagement.visit_id_invalid': 422,
  'engagement.kind_unknown': 422,
} as const
