/** What a screen tells the frame around it. */
export interface ScreenHandle {
  /** What lies behind the top bar: the page, the star field, or a scene that stays dark in both themes. */
  backdrop?: 'plain' | 'stars' | 'night' | 'sky'
}

/** Screens behind the login guard: while one is being fetched, 'Loading...' stands in its place. */
export function isGuarded(pathname: string): boolean {
  return pathname === '/dashboard' || pathname === '/upload' || pathname === '/settings'
}
