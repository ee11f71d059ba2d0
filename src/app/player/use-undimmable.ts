import { type RefObject, useEffect } from 'react'
import type { PlayerState } from './player-state.ts'

/**
 * Keeps the picture of an episode that flashes where it can be dimmed: a browser's picture in picture shows it as made.
 * @returns the state, for such an episode without picture in picture
 */
export function useUndimmable(
  video: RefObject<HTMLVideoElement | null>,
  state: PlayerState,
  hasFlashes: boolean,
): PlayerState {
  useEffect(() => {
    if (video.current) video.current.disablePictureInPicture = hasFlashes
  }, [video, hasFlashes])
  return hasFlashes && state.hasPictureInPicture ? { ...state, hasPictureInPicture: false } : state
}
