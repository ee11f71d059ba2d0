import { useSyncExternalStore } from 'react'
import { noDevicePositions, onDevicePositions, readDevicePositions } from './device-positions.ts'

/** An episode; `positionSeconds` is absent without an account. */
interface Watched {
  id: string
  positionSeconds?: number | null
}

/** How far the visitor is in an episode: by the account, or without one by this browser, once scripts run. */
export function useWatchedSeconds(episode: Watched): number | null {
  return useWithWatchedSeconds([episode])[0]?.positionSeconds ?? null
}

/** Episodes with how far the visitor is in each. */
export function useWithWatchedSeconds<E extends Watched>(episodes: E[]): (E & { positionSeconds: number | null })[] {
  const onDevice = useSyncExternalStore(onDevicePositions, readDevicePositions, noDevicePositions)
  const secondsOf = ({ id }: Watched) => onDevice.find((position) => position.id === id)?.seconds ?? null
  return episodes.map((episode) => ({
    ...episode,
    positionSeconds: episode.positionSeconds === undefined ? secondsOf(episode) : episode.positionSeconds,
  }))
}
