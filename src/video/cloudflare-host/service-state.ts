import type { FailureReason } from '../failure-reasons.ts'
import { isTooLong } from '../video.ts'
import type { VideoState } from '../video-state.ts'
import type { ServiceVideo } from './responses.ts'

/** The columns of a video's row that the service decides. */
export interface ServiceState {
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
 * Merges a report of the service into the known state. Reports may arrive twice, late and in any order, so a state only
 * advances: a playable video stays playable, a failed one stays failed, and a known duration stays.
 *
 * @returns null when nothing changes
 */
export function mergeReport(current: ServiceState, report: ServiceVideo): ServiceState | null {
  if (current.state === 'error') return null
  const facts = {
    duration_seconds: current.duration_seconds ?? positive(report.duration),
    width: current.width ?? rounded(report.input?.width),
    height: current.height ?? rounded(report.input?.height),
  }
  const failure = current.state === 'ready' ? null : failureOf(report, facts.duration_seconds)
  const state = failure ? 'error' : laterState(current.state, stateOf(report))
  const next: ServiceState = {
    ...facts,
    state,
    reason_code: failure,
    percent_complete: Math.max(current.percent_complete, percentOf(report, state)),
  }
  const isSame = (Object.keys(next) as (keyof ServiceState)[]).every((key) => next[key] === current[key])
  return isSame ? null : next
}

/** Whether nothing more is expected from the service about this video. */
export function isSettled({ state, percent_complete }: Pick<ServiceState, 'state' | 'percent_complete'>): boolean {
  return state === 'error' || (state === 'ready' && percent_complete >= 100)
}

/** Null for unknown states, which change nothing. */
function stateOf({ status, readyToStream }: ServiceVideo): VideoState | null {
  // One rendition is enough to play, while `state` waits for all of them.
  if (readyToStream) return 'ready'
  if (status.state === 'pendingupload' || status.state === 'queued' || status.state === 'inprogress')
    return status.state
  if (status.state === 'downloading') return 'queued'
  // Everything is encoded but not playable yet: for viewers that is not ready.
  return status.state === 'ready' ? 'inprogress' : null
}

function laterState(one: VideoState, other: VideoState | null): VideoState {
  return other !== null && order.indexOf(other) > order.indexOf(one) ? other : one
}

function failureOf({ status }: ServiceVideo, durationSeconds: number | null): FailureReason | null {
  if (durationSeconds !== null && isTooLong(durationSeconds)) return 'too_long'
  if (status.state !== 'error') return null
  return reasons[status.errorReasonCode || status.errReasonCode || ''] ?? 'host_failed'
}

/** Only a video that plays in every quality is at 100. */
function percentOf({ status }: ServiceVideo, state: VideoState): number {
  const percent = Math.floor(Number(status.pctComplete ?? 0)) || 0
  if (state !== 'ready') return state === 'error' ? 0 : clamp(percent, 99)
  // Without a percentage, only the state counts.
  return status.state === 'ready' && status.pctComplete == null ? 100 : clamp(percent, 100)
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
