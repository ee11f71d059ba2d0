import { useMemo } from 'react'
import { readDevicePositions, storeDevicePosition } from '#app/episodes/device-positions.ts'
import { readFrameRange, startOfRange } from '#app/playback/frame-range.ts'
import { readStartTime } from '#app/playback/start-time.ts'
import type { PlaybackPosition } from '#app/player/position-reports.ts'
import { resumeSecondsOf, storedPosition } from '#library/library.ts'
import type { FrameRate } from '#video/video.ts'
import { reportPosition } from './position-requests.ts'

interface WatchedEpisode {
  id: string
  /** Undefined without an account, whose positions stay in this browser. */
  positionSeconds: number | null | undefined
  durationSeconds: number | null
  /** Null where it is not known. */
  frameRate: FrameRate | null
}

/** Where a visitor is in an episode: stored with the account, or without one in this browser. */
export function usePlaybackPosition({
  id,
  positionSeconds,
  durationSeconds,
  frameRate,
}: WatchedEpisode): PlaybackPosition | undefined {
  const isSignedIn = positionSeconds !== undefined
  const { numerator, denominator } = frameRate ?? {}
  return useMemo(() => {
    if (durationSeconds === null) return undefined
    const rate = numerator && denominator ? { numerator, denominator } : null
    return {
      get resumeSeconds() {
        const known = isSignedIn ? positionSeconds : devicePositionOf(id)
        return requestedSeconds(durationSeconds, rate) ?? resumeSecondsOf(known, durationSeconds)
      },
      rounded: (seconds) => storedPosition(seconds, durationSeconds),
      report(position) {
        if (isSignedIn) reportPosition(id, position)
        else storeDevicePosition(id, position, durationSeconds)
      },
    }
  }, [id, positionSeconds, isSignedIn, durationSeconds, numerator, denominator])
}

/** The second that `?f=` or `?t=` names, where a shared link starts and a person comes back to; null without one. */
function requestedSeconds(durationSeconds: number, frameRate: FrameRate | null): number | null {
  const asked = new URLSearchParams(location.search)
  const range = readFrameRange(asked.get('f') ?? '')
  const seconds = (range && startOfRange(range, frameRate)) ?? readStartTime(asked.get('t') ?? '')
  return seconds !== null && seconds > 0 && seconds < durationSeconds ? seconds : null
}

function devicePositionOf(id: string): number | null {
  return readDevicePositions().find((position) => position.id === id)?.seconds ?? null
}
