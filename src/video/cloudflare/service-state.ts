import type { FailureReason } from '../failure-reasons.ts'
import { isTooLong } from '../video.ts'
import type { VideoState } from '../video-state.ts'
import type { ServiceVideo } from './service-answers.ts'

/** What a row says of a video, as far as the service decides it. */
export interface Known {
  state: VideoState
  percent_complete: number
  reason_code: FailureReason | null
  duration_seconds: number | null
  width: number | null
  height: number | null
}

const reasons: Record<string, FailureReason> = {
  ERR_NON_VIDEO: 'not_a_video',
  ERR_DURATION_EXCEED_CONSTRAINT: 'too_long',
  ERR_DURATION_TOO_SHORT: 'still_picture',
  ERR_MALFORMED_VIDEO: 'unreadable',
}

const order: VideoState[] = ['pendingupload', 'queued', 'inprogress', 'ready']

/**
 * What is known after the service told this. News may come twice, late and in any order, so it only ever leads on:
 * what plays goes on playing, what failed has failed, and a length once known stays.
 *
 * @returns null when nothing changes
 */
export function learn(known: Known, told: ServiceVideo): Known | null {
  if (known.state === 'error') return null
  const facts = {
    duration_seconds: known.duration_seconds ?? positive(told.duration),
    width: known.width ?? rounded(told.input?.width),
    height: known.height ?? rounded(told.input?.height),
  }
  const failure = known.state === 'ready' ? null : failureOf(told, facts.duration_seconds)
  const state = failure ? 'error' : later(known.state, stateOf(told))
  const next: Known = {
    ...facts,
    state,
    reason_code: failure,
    percent_complete: Math.max(known.percent_complete, percentOf(told, state)),
  }
  const isSame = (Object.keys(next) as (keyof Known)[]).every((key) => next[key] === known[key])
  return isSame ? null : next
}

/** Whether the service may still have something to say of this video. */
export function isSettled({ state, percent_complete }: Pick<Known, 'state' | 'percent_complete'>): boolean {
  return state === 'error' || (state === 'ready' && percent_complete >= 100)
}

/** Null for words we do not know: they change nothing. */
function stateOf({ status, readyToStream }: ServiceVideo): VideoState | null {
  // One rendition is enough to play, while `state` waits for all of them.
  if (readyToStream) return 'ready'
  if (status.state === 'pendingupload' || status.state === 'queued' || status.state === 'inprogress')
    return status.state
  if (status.state === 'downloading') return 'queued'
  // Everything is made, but does not play: for those who watch that is not ready.
  return status.state === 'ready' ? 'inprogress' : null
}

function later(one: VideoState, other: VideoState | null): VideoState {
  return other !== null && order.indexOf(other) > order.indexOf(one) ? other : one
}

function failureOf({ status }: ServiceVideo, durationSeconds: number | null): FailureReason | null {
  if (durationSeconds !== null && isTooLong(durationSeconds)) return 'too_long'
  if (status.state !== 'error') return null
  return reasons[status.errorReasonCode || status.errReasonCode || ''] ?? 'host_failed'
}

/** Only a video that plays in every quality is at 100. */
function percentOf({ status }: ServiceVideo, state: VideoState): number {
  const told = Math.floor(Number(status.pctComplete ?? 0)) || 0
  if (state !== 'ready') return state === 'error' ? 0 : clamp(told, 99)
  // Without a figure the word is all there is.
  return status.state === 'ready' && status.pctComplete == null ? 100 : clamp(told, 100)
}

function clamp(percent: number, most: number): number {
  return Math.min(most, Math.max(0, percent))
}

function positive(seconds: number | null | undefined): number | null {
  return typeof seconds === 'number' && seconds > 0 ? seconds : null
}

function rounded(pixels: number | null | undefined): number | null {
  return typeof pixels === 'number' && pixels > 0 ? Math.round(pixels) : null
}
