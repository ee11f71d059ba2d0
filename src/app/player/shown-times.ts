import { formatDuration, formatTime } from '#app/ui/format.ts'
import type { PlayerState } from './player-state.ts'

/**
 * The position and the length as the player says them. The length is the one that cards and lists say, whatever the media's own
 * is; at its end, an episode has been played for all of it.
 */
export function shownTimes({ position, duration, statedDuration }: ShownState): { position: string; length: string } {
  const length = duration > 0 ? formatDuration(statedDuration ?? duration) : formatTime(0)
  return { position: duration > 0 && position >= duration ? length : formatTime(position), length }
}

type ShownState = Pick<PlayerState, 'position' | 'duration' | 'statedDuration'>
