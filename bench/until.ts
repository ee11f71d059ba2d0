import { setTimeout as pause } from 'node:timers/promises'

/** Often enough to tell the time, seldom enough not to keep the server busy with answering. */
const LOOK_EVERY_MS = 50
const PATIENCE_MS = 300_000

/** Looks until something is found. @throws Error when it is not there within `patienceMs`, five minutes unless told */
export async function until<Found>(look: () => Promise<Found | null>, patienceMs = PATIENCE_MS): Promise<Found> {
  const limit = performance.now() + patienceMs
  while (performance.now() < limit) {
    const found = await look()
    if (found !== null) return found
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`The video did not get there within ${Math.round(patienceMs / 60_000)} minutes.`)
}
