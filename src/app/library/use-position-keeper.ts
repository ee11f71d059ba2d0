import { useMemo } from 'react'
import type { PositionKeeper } from '#app/player/use-position-reports.ts'
import { resumeSecondsOf } from '#library/library.ts'
import { keepDevicePosition, readDevicePositions } from './device-positions.ts'
import { reportPosition } from './position-requests.ts'

interface WatchedEpisode {
  id: string
  /** Undefined without an account, whose positions stay in this browser. */
  positionSeconds: number | null | undefined
  durationSeconds: number | null
}

/** Keeps where a visitor is in an episode: with the account, or without one in this browser. */
export function usePositionKeeper({
  id,
  positionSeconds,
  durationSeconds,
}: WatchedEpisode): PositionKeeper | undefined {
  const isSignedIn = positionSeconds !== undefined
  return useMemo(() => {
    if (durationSeconds === null) return undefined
    return {
      get resumeSeconds() {
        const known = isSignedIn ? positionSeconds : devicePositionOf(id)
        return resumeSecondsOf(known, durationSeconds)
      },
      keep(seconds) {
        const position = Math.min(seconds, durationSeconds)
        if (isSignedIn) reportPosition(id, position)
        else keepDevicePosition(id, position, durationSeconds)
      },
    }
  }, [id, positionSeconds, isSignedIn, durationSeconds])
}

function devicePositionOf(id: string): number | null {
  return readDevicePositions().find((position) => position.id === id)?.seconds ?? null
}
