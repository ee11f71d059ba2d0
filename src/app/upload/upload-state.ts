import type { VisibilityValues } from '#app/episodes/visibility-choice.ts'
import { CONNECTION_LOST, TOO_LONG, UPLOAD_FAILED } from '#app/messages/failures.ts'
import { pageRefusals } from '#app/messages/page-refusals.ts'
import { uploadStates } from '#app/messages/uploads.ts'
import { videoFailureText } from '#app/messages/video-failures.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import type { SameFile } from '#catalog/episode.ts'
import { showsNothing } from '#platform/text.ts'
import type { VideoStatus } from '#video/video.ts'
import type { FirstFrame } from './read-first-frame.ts'

/** A problem as shown to the user. */
export interface UploadProblem {
  message: string
  /** The step that failed and what to do; shown smaller, beneath. */
  detail: string | null
  /** Where it is shown: at the file, under the submit button, or at each of its `fields`. */
  at: 'file' | 'submit' | 'fields'
  /** All fields that break a rule of the form. */
  fields?: readonly FieldProblem[]
  /** The length of a file that is too long. */
  durationSeconds?: number
}

/** The chosen file as the form shows it. */
export interface ChosenFile {
  name: string
  sizeBytes: number
  /** Null while unknown, and when the browser cannot read it. */
  durationSeconds: number | null
  /** An earlier upload with the same name and size. */
  similar?: SameFile
  /** Absent until it is read; null when this browser cannot show the file. */
  frame?: FirstFrame | null
  /** Frames per second; absent while and where they are not known. */
  frameRate?: number
}

/**
 * The state of one upload: idle → (waiting, while others are sent) → sending → probing → saving → done. A failure
 * returns to idle with its problem; typed values and sent bytes are preserved.
 */
export interface UploadState {
  phase: 'idle' | 'waiting' | 'sending' | 'probing' | 'saving' | 'done'
  file: ChosenFile | null
  /** Its number in the queue of uploads; later ones have higher numbers. */
  queueNumber: number
  sentBytes: number
  /** How many videos are ahead of this one in the server's queue; null when it is not queued, or that is unknown. */
  aheadCount: number | null
  /** While the connection is lost: seconds until the next attempt, 0 during one; otherwise null. */
  retrySeconds: number | null
  problem: UploadProblem | null
  /** The saved episode, once done. */
  saved: { videoId: string; episodeId: string | null; title: string } | null
}

export type UploadEvent =
  | { type: 'file chosen'; file: ChosenFile }
  | { type: 'duration read'; durationSeconds: number }
  | { type: 'similar found'; similar: SameFile }
  | { type: 'frame read'; frame: FirstFrame | null }
  | { type: 'frame rate read'; frameRate: number }
  | { type: 'file dropped'; problem: UploadProblem }
  | { type: 'refused'; problem: UploadProblem }
  | { type: 'queued'; queueNumber: number }
  | { type: 'submitted' }
  | { type: 'sent'; bytes: number }
  | { type: 'connection lost'; seconds: number }
  | { type: 'received' }
  | { type: 'queue position'; ahead: number | null }
  | { type: 'probed' }
  | { type: 'saved'; videoId: string; episodeId: string | null; title: string }
  | { type: 'cancelled' }

export const initialUploadState: UploadState = {
  phase: 'idle',
  file: null,
  queueNumber: 0,
  sentBytes: 0,
  aheadCount: null,
  retrySeconds: null,
  problem: null,
  saved: null,
}

export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'file chosen':
      if (isBusy(state)) return state
      return { ...state, file: event.file, problem: withoutFile(state.problem), sentBytes: 0 }
    case 'duration read':
      return state.file ? { ...state, file: { ...state.file, durationSeconds: event.durationSeconds } } : state
    case 'similar found':
      return state.file ? { ...state, file: { ...state.file, similar: event.similar } } : state
    case 'frame read':
      return state.file ? { ...state, file: { ...state.file, frame: event.frame } } : state
    case 'frame rate read':
      return state.file ? { ...state, file: { ...state.file, frameRate: event.frameRate } } : state
    case 'file dropped':
      return { ...state, phase: 'idle', file: null, sentBytes: 0, retrySeconds: null, problem: event.problem }
    case 'refused':
      return { ...state, phase: 'idle', retrySeconds: null, problem: event.problem }
    case 'queued':
      return state.phase === 'idle'
        ? { ...state, phase: 'waiting', problem: null, queueNumber: event.queueNumber }
        : state
    case 'submitted':
      return state.phase === 'idle' || state.phase === 'waiting' ? { ...state, phase: 'sending', problem: null } : state
    case 'sent':
      return state.phase === 'sending' ? { ...state, sentBytes: event.bytes, retrySeconds: null } : state
    case 'connection lost':
      return state.phase === 'sending' ? { ...state, retrySeconds: event.seconds } : state
    case 'received':
      if (state.phase !== 'sending') return state
      return {
        ...state,
        phase: 'probing',
        aheadCount: null,
        retrySeconds: null,
        sentBytes: state.file?.sizeBytes ?? state.sentBytes,
      }
    case 'queue position':
      return state.phase === 'probing' ? { ...state, aheadCount: event.ahead } : state
    case 'probed':
      return state.phase === 'probing' ? { ...state, phase: 'saving' } : state
    case 'saved':
      if (state.phase !== 'saving') return state
      return {
        ...state,
        phase: 'done',
        saved: { videoId: event.videoId, episodeId: event.episodeId, title: event.title },
      }
    case 'cancelled':
      return state.phase === 'done' ? state : { ...state, phase: 'idle', sentBytes: 0, retrySeconds: null }
  }
}

/** What is still wrong with other fields once there is a file. */
function withoutFile(problem: UploadProblem | null): UploadProblem | null {
  const fields = problem?.fields?.filter(({ field }) => field !== 'file') ?? []
  return problem && fields.length > 0 ? { ...problem, fields } : null
}

/** While busy the submit button reads 'Uploading...' and is disabled. */
export function isBusy(state: UploadState): boolean {
  return state.phase !== 'idle' && state.phase !== 'done'
}

/** Percentage of the bytes sent, rounded down; 100 only when all are. */
export function percentSent(state: UploadState): number {
  if (!state.file || state.file.sizeBytes === 0) return 0
  return Math.floor((state.sentBytes / state.file.sizeBytes) * 100)
}

/** Announces an upload's progress to screen readers, in steps coarse enough to follow. @param step in percent */
export function progressAnnouncement(state: UploadState, step: number): string {
  if (state.retrySeconds !== null) return CONNECTION_LOST
  return uploadStates.percentUploaded(Math.floor(percentSent(state) / step) * step)
}

/** The values of an upload that rules concern. */
interface EpisodeSubmission extends VisibilityValues {
  title: string
  genre: string
  hasFile: boolean
}

/** The form's values at submission. */
export interface Submission extends EpisodeSubmission {
  isSignedIn: boolean
  isCreator: boolean
}

/** Codes whose message suffices; every other refusal is a failed upload with the reason as its detail. */
const standaloneCodes = [
  'identity.sign_in_required',
  'video.creators_only',
  'catalog.title_required',
  'catalog.genre_required',
  'video.file_missing',
  'catalog.publish_at_required',
  'catalog.publish_at_invalid',
] as const

type StandaloneCode = (typeof standaloneCodes)[number]

export function isStandaloneCode(code: string): code is StandaloneCode {
  return (standaloneCodes as readonly string[]).includes(code)
}

/** The fields of the rules of a form, whose messages stand there. */
const fieldOf = {
  'catalog.title_required': 'title',
  'catalog.genre_required': 'genre',
  'video.file_missing': 'file',
  'catalog.publish_at_required': 'publishAt',
  'catalog.publish_at_invalid': 'publishAt',
} satisfies Partial<Record<StandaloneCode, string>>

type FieldCode = keyof typeof fieldOf

/**
 * The rules that a submission breaks, in the specified order: the one about the person by itself, or else all those of the
 * fields. @see docs/product.md#upload
 */
export function brokenRules(submission: Submission): StandaloneCode[] {
  if (!submission.isSignedIn) return ['identity.sign_in_required']
  if (!submission.isCreator) return ['video.creators_only']
  return brokenFieldRules(submission)
}

function brokenFieldRules({ title, genre, hasFile, visibility, publishAt }: EpisodeSubmission): FieldCode[] {
  const codes: FieldCode[] = []
  if (showsNothing(title)) codes.push('catalog.title_required')
  if (showsNothing(genre)) codes.push('catalog.genre_required')
  if (!hasFile) codes.push('video.file_missing')
  if (visibility !== 'scheduled') return codes
  if (publishAt === '') codes.push('catalog.publish_at_required')
  else if (!(Date.parse(publishAt) > Date.now())) codes.push('catalog.publish_at_invalid')
  return codes
}

/** What is wrong with the fields of an upload. */
export function fieldProblems(submission: EpisodeSubmission): FieldProblem[] {
  return brokenFieldRules(submission).map(fieldProblemFor)
}

function fieldProblemFor(code: FieldCode): FieldProblem {
  return { field: fieldOf[code], message: pageRefusals[code] }
}

/** The broken rules as one problem to show; null when there are none. */
export function problemOfRules(codes: StandaloneCode[]): UploadProblem | null {
  const [first] = codes
  return first === undefined ? null : { ...problemFor(first), ...fieldsOf(codes) }
}

export function submissionProblem(submission: Submission): UploadProblem | null {
  return problemOfRules(brokenRules(submission))
}

export function problemFor(code: keyof typeof pageRefusals): UploadProblem {
  return { message: pageRefusals[code], detail: null, at: 'submit', ...fieldsOf([code]) }
}

function fieldsOf(codes: string[]): Pick<UploadProblem, 'at' | 'fields'> | undefined {
  const fields = codes.filter(isFieldCode).map(fieldProblemFor)
  return fields.length > 0 ? { at: 'fields', fields } : undefined
}

function isFieldCode(code: string): code is FieldCode {
  return code in fieldOf
}

/** The message of a problem at this field. */
export function messageAt(problem: UploadProblem | null, field: string): string | undefined {
  return problem?.fields?.find((one) => one.field === field)?.message
}

/** A problem as the file field shows it: only what concerns the file. */
export function fileProblemOf(problem: UploadProblem | null): UploadProblem | null {
  if (problem?.at === 'file') return problem
  const message = messageAt(problem, 'file')
  return message === undefined ? null : { message, detail: null, at: 'file' }
}

/** A failed upload: the message of the error catalogue, with the failed step as its detail. */
export function uploadFailed(detail: string | null): UploadProblem {
  return { message: UPLOAD_FAILED, detail, at: 'submit' }
}

/** The server's refusal of a received file: the message of the error catalogue, with the reason as its detail. */
export function fileRefused(status: Pick<VideoStatus, 'reasonCode' | 'reasonParameters'>): UploadProblem {
  const detail = videoFailureText(status)
  return status.reasonCode === 'too_long' ? { message: TOO_LONG, detail, at: 'file' } : uploadFailed(detail)
}

export function tooLong(durationSeconds: number): UploadProblem {
  return { message: TOO_LONG, detail: null, at: 'file', durationSeconds }
}
