/** What a screen tells the frame around it. */
export interface ScreenHandle {
  /** What lies behind the top bar: the page, the star field, or a scene that stays dark in both themes. */
  backdrop?: 'plain' | 'stars' | 'night' | 'sky'
}
