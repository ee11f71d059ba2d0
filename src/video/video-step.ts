import type { VideoState } from './video-state.ts'

/** Steps of a video that is not finished. */
export const videoSteps = ['received', 'probing', 'waiting', 'waiting_for_server', 'preparing', 'encoding'] as const
export type VideoStepCode = (typeof videoSteps)[number]

export interface StepParameters {
  /** With `waiting`: number of videos ahead of it in the queue; absent when unknown. */
  ahead?: number
  /** With `encoding`: names of the smallest and the largest rendition being made; absent when unknown. */
  lowest?: string
  highest?: string
}

export interface VideoStep {
  step: VideoStepCode
  stepParameters?: StepParameters
}

/** The column `videos.step`: a code, followed by the names of two renditions where it has parameters; empty for none. */
export type StoredStep = '' | VideoStepCode | `encoding ${string} ${string}`

/** Step of a run that makes these renditions. */
export function encodingStep(renditions: readonly { name: string }[]): StoredStep {
  const [lowest, highest] = [renditions[0], renditions.at(-1)]
  return lowest && highest ? `encoding ${lowest.name} ${highest.name}` : 'encoding'
}

/**
 * Texts that servers of the version before the codes still write while a cluster is updated. To be removed with the next
 * release.
 */
const earlierSteps: Readonly<Record<string, StoredStep>> = {
  Received: 'received',
  Measuring: 'probing',
  Waiting: 'waiting',
  'Waiting for the server': 'waiting_for_server',
  Preparing: 'preparing',
}

/** Every spelling of the step `waiting`, for queries. */
export const waitingSteps = ['waiting', 'Waiting'] as StoredStep[]

/** Null when it is empty, or was written by another version. */
export function parseStep(column: string): VideoStep | null {
  const [code, lowest, highest] = (earlierSteps[column] ?? column).split(' ')
  const step = videoSteps.find((known) => known === code)
  if (!step) return null
  return lowest && highest ? { step, stepParameters: { lowest, highest } } : { step }
}

/** Whether it waits for a worker and so has a queue position. */
export function isInQueue({ state, step }: { state: VideoState; step: string }): boolean {
  return state === 'queued' || (state === 'inprogress' && parseStep(step)?.step === 'waiting')
}
