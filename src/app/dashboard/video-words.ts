import { type VideoStatus, waitingWords } from '#video/video.ts'

/** How far a video that does not play yet has come, in words. */
export function progressOf({ state, step, waitingBefore, percentComplete }: VideoStatus): string {
  if (state === 'pendingupload') return 'Waiting for the file'
  if (waitingBefore !== undefined) return waitingWords(waitingBefore)
  if (state === 'queued') return 'Waiting for its turn'
  return `${step ?? 'Processing'} · ${Math.floor(percentComplete)}%`
}
