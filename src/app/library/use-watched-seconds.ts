import { useSyncExternalStore } from 'react'
import { noDevicePositions, onDevicePositions, readDevicePositions } from './device-positions.ts'

/**
 * How far the visitor is in an episode: by the account, or without one by this browser, once scripts run.
 * @param episode `positionSeconds` is absent without an account
 */
export function useWatchedSeconds(episode: { id: string; positionSeconds?: number | null }): number | null {
  const onDevice = useSyncExternalStore(onDevicePositions, readDevicePositions, noDevicePositions)
  if (episode.positionSeconds !== undefined) return episode.positionSeconds
  return onDevice.find(({ id }) => id === episode.id)?.seconds ?? null
}
