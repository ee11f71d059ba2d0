import type { Page } from 'playwright-core'

/** Who looks at a screen: the creator of the episodes, one who uploads, one without any episode, a viewer, or the admin and
 * whom they suspended. */
export type Role = 'creator' | 'uploader' | 'newcomer' | 'viewer' | 'admin' | 'suspended'

/** Facts about the Hoshi in the screenshots. */
export interface Fixtures {
  people: Record<Role, { account: { uid: string }; email: string; password: string }>
  /** Ids of one of each. */
  episodeId: string
  adultId: string
  seriesId: string
  /** Paths of a clip that Hoshi accepts, and of one that is too long. */
  clip: string
  longClip: string
}

/** Title of the creator's episode that is edited; all its files are ready. */
export const EDITED_TITLE = 'The Last Local to Vega'

export interface Shot {
  name: string
  path: string
  /** Seen by this person instead of a stranger. */
  as?: Role
  /** Shows only the part that fits the window, for overlays. */
  isWindow?: boolean
  /** Prepared again at each width, for states that do not survive a resize. */
  isWidthBound?: boolean
  /** Brings the screen into the state to show, once its scripts run. */
  prepare?: (page: Page) => Promise<unknown>
}
