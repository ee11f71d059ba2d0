/** Kinds of plays. @see docs/product.md#views */
export const playKinds = ['watch', 'preview'] as const
export type PlayKind = (typeof playKinds)[number]

const VISIT_ID_MAX_CHARACTERS = 64
/** Longest lifetime of a visitor session. */
export const VISITOR_SESSION_HOURS = 24
/** Previews counted per visitor, episode and hour. */
export const PREVIEWS_PER_HOUR = 10
/** Plays counted per network, episode and hour from visitors without a session who are not signed in. */
export const COOKIELESS_PLAYS_PER_HOUR = 20
/** Plays counted per network, episode and hour, from all visitors. */
export const NETWORK_PLAYS_PER_HOUR = 60
/** How many of these may be previews. */
export const NETWORK_PREVIEWS_PER_HOUR = 20

/** The counts that cards and pages show. */
export interface EpisodeCounts {
  views: number
  likes: number
  comments: number
  lastViewed: Date | null
}

export function isPlayKind(value: string): value is PlayKind {
  return (playKinds as readonly string[]).includes(value)
}

/** Whether this could be a visit's id: 1 to 64 letters, digits, dashes or underscores. */
export function isVisitId(value: string): boolean {
  return value.length <= VISIT_ID_MAX_CHARACTERS && /^[0-9A-Za-z_-]+$/.test(value)
}
