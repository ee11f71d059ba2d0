import { useMemo } from 'react'
import type { PlaybackPosition } from '#app/player/position-reports.ts'
import { readStartTime } from '#app/player/start-time.ts'
import { resumeSecondsOf, storedPosition } from '#library/library.ts'
import { readDevicePositions, storeDevicePosition } from './device-positions.ts'
import { reportPosition } from './position-requests.ts'

interface WatchedEpisode {
  id: string
  /** Undefined without an account, whose positions stay in this browser. */
  positionSeconds: number | null | undefined
  durationSeconds: number | null
}

/** Where a visitor is in an episode: stored with the account, or without one in this browser. */
export function usePlaybackPosition({
  id,
  positionSeconds,
  durationSeconds,
}: WatchedEpisode): PlaybackPosition | undefined {
  const isSignedIn = positionSeconds !== undefined
  return useMemo(() => {
    if (durationSeconds === null) return undefined
    return {
      get resumeSeconds() {
        const known = isSignedIn ? positionSeconds : devicePositionOf(id)
        return requestedSeconds(durationSeconds) ?? resumeSecondsOf(known, durationSeconds)
      },
      rounded: (seconds) => storedPosition(seconds, durationSeconds),
      report(position) {
        if (isSignedIn) reportPosition(id, position)
        else storeDevicePosition(id, position, durationSeconds)
      },
    }
  }, [id, positionSeconds, isSignedIn, durationSeconds])
}

/** The second that `?t=` names, where a shared link starts and a person comes back to; null without one. */
function requestedSeconds(durationSeconds: number): number | null {
  const seconds = readStartTime(new URLSearchParams(location.search).get('t') ?? '')
  return seconds !== null && seconds > 0 && seconds < durationSeconds ? seconds : null
}

function devicePositionOf(id: string): number | null {
  return readDevicePositions().find((position) => position.id === id)?.seconds ?? null
}
