/** Options that a screen sets for the frame around it. */
export interface RouteHandle {
  /** Behind the top bar: the page, the star field, or a scene that stays dark in both themes. */
  backdrop?: 'plain' | 'stars' | 'night' | 'sky'
  /** Whether it is a part of other sites' pages, with nothing around it. */
  isFramed?: true
}
