import type { VideoStatus } from '#video/video.ts'
import type { StepParameters } from '#video/video-step.ts'

/** The text of something that waits with so many others ahead of it. */
export function waitingText(ahead: number): string {
  return ahead === 0 ? 'Next in queue' : `In queue, ${ahead} ahead`
}

/** The current step of a video that does not play yet, and its percentage. */
export function progressText(status: VideoStatus): string {
  return withPercentage(stepText(status), status)
}

/** The current step and its percentage, to follow the word 'Encoding'. */
export function progressBesideEncoding(status: VideoStatus): string {
  const text = status.step === 'encoding' ? renditionsText(status.stepParameters) : stepText(status)
  return withPercentage(text, status)
}

function withPercentage(text: string, { state, step, percentComplete }: VideoStatus): string {
  const isUnderWay = state === 'inprogress' && step !== 'waiting'
  const percentage = isUnderWay && percentComplete > 0 && `${Math.floor(percentComplete)}%`
  return [text, percentage].filter(Boolean).join(' · ')
}

function stepText({ state, step, stepParameters = {} }: VideoStatus): string {
  if (state === 'pendingupload') return 'Waiting for the upload'
  switch (step) {
    case 'waiting':
      return stepParameters.ahead === undefined ? 'In queue' : waitingText(stepParameters.ahead)
    case 'waiting_for_server':
      return 'Waiting for the server'
    case 'probing':
      return 'Checking the file'
    case 'preparing':
      return 'Preparing'
    case 'encoding':
      return `Encoding ${renditionsText(stepParameters)}`.trimEnd()
    default:
      return state === 'queued' ? 'In queue' : 'Processing'
  }
}

function renditionsText({ lowest, highest }: StepParameters = {}): string {
  if (lowest === undefined || highest === undefined) return ''
  return lowest === highest ? lowest : `${lowest} to ${highest}`
}
