import { callApi, delay } from '#app/http/api-client.ts'
import type { StudyOptions } from './study-options.ts'

/** The time between two requests, also while there is no connection. */
export const INTERVAL_MS = 4_000

/**
 * Waits until the frames of a video have been analysed.
 * @returns false where that failed, and where a hosted service stores the video
 * @throws the signal's reason
 */
export async function waitForAnalysis(
  videoId: string,
  credentials: StudyOptions['credentials'],
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const request = { param: { uid: videoId }, signal, credentials }
    const found = await callApi('GET', '/videos/:uid/flashes', request).catch(() => null)
    signal.throwIfAborted()
    if (found && found.state !== 'pending') return found.state === 'done'
    await delay(INTERVAL_MS, signal)
    signal.throwIfAborted()
  }
}
