import { type VideoStatus, waitingText } from '#video/video.ts'

/** The progress of a video that does not play yet, as text. */
export function progressText({ state, step, waitingBefore, percentComplete }: VideoStatus): string {
  if (state === 'pendingupload') return 'Waiting for the file'
  if (waitingBefore !== undefined) return waitingText(waitingBefore)
  if (state === 'queued') return 'Waiting in line'
  return `${step ?? 'Processing'} · ${Math.floor(percentComplete)}%`
}
