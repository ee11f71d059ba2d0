/** Refusal codes of this room, with their HTTP statuses. */
export const libraryRefusals = {
  'library.position_past_end': 422,
} as const

declare module '#platform/refusal.ts' {
  interface RefusalCodes extends Record<keyof typeof libraryRefusals, number> {}
}
