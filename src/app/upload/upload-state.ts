import { messages, type RefusalCode } from '#app/messages.ts'
import type { SameFile } from '#catalog/episode.ts'
import type { Role } from '#identity/account.ts'
import type { VideoStatus } from '#video/video.ts'

/** @see docs/product.md#error-catalogue */
const UPLOAD_FAILED = 'Upload failed. Please try again.'
const TOO_LONG = 'Video exceeds 10-minute limit.'

/** What went wrong, as the person reads it. */
export interface Problem {
  sentence: string
  /** Which step it was and what to do; smaller, beneath. */
  detail: string | null
  /** Where it stands: at the file, or under the submit button. */
  at: 'file' | 'submit'
  /** With a file that is too long: its length. */
  lengthSeconds?: number
}

/** The chosen file as the form shows it. */
export interface ChosenFile {
  name: string
  sizeBytes: number
  /** Null while unknown, and when the browser cannot read it. */
  lengthSeconds: number | null
  /** What looks the same and is here already. */
  like?: SameFile
}

/**
 * The life of one upload: idle → (waiting, while others are sent) → sending → measuring → saving → done. A failure on the
 * way leads back to idle with its problem; nothing that was typed or sent is lost.
 */
export interface UploadState {
  phase: 'idle' | 'waiting' | 'sending' | 'measuring' | 'saving' | 'done'
  file: ChosenFile | null
  /** When it joined those that wait to be sent; later ones have higher numbers. */
  joinedAs: number
  sentBytes: number
  /** How many videos wait for the server before this one; null when it does not wait, or does not know. */
  waitingBefore: number | null
  /** The connection is gone: seconds until it is tried again, 0 while it is; else null. */
  retrySeconds: number | null
  problem: Problem | null
  /** What stands when done. */
  saved: { videoId: string; title: string } | null
}

export type UploadEvent =
  | { type: 'file chosen'; file: ChosenFile }
  | { type: 'length read'; lengthSeconds: number }
  | { type: 'seen before'; like: SameFile }
  | { type: 'file dropped'; problem: Problem }
  | { type: 'refused'; problem: Problem }
  | { type: 'lined up'; joinedAs: number }
  | { type: 'submitted' }
  | { type: 'sent'; bytes: number }
  | { type: 'connection lost'; seconds: number }
  | { type: 'received' }
  | { type: 'in line'; before: number | null }
  | { type: 'measured' }
  | { type: 'saved'; videoId: string; title: string }
  | { type: 'cancelled' }

export const initialUploadState: UploadState = {
  phase: 'idle',
  file: null,
  joinedAs: 0,
  sentBytes: 0,
  waitingBefore: null,
  retrySeconds: null,
  problem: null,
  saved: null,
}

export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'file chosen':
      return isBusy(state) ? state : { ...state, file: event.file, problem: null, sentBytes: 0 }
    case 'length read':
      return state.file ? { ...state, file: { ...state.file, lengthSeconds: event.lengthSeconds } } : state
    case 'seen before':
      return state.file ? { ...state, file: { ...state.file, like: event.like } } : state
    case 'file dropped':
      return { ...state, phase: 'idle', file: null, sentBytes: 0, retrySeconds: null, problem: event.problem }
    case 'refused':
      return { ...state, phase: 'idle', retrySeconds: null, problem: event.problem }
    case 'lined up':
      return state.phase === 'idle' ? { ...state, phase: 'waiting', problem: null, joinedAs: event.joinedAs } : state
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
        phase: 'measuring',
        waitingBefore: null,
        retrySeconds: null,
        sentBytes: state.file?.sizeBytes ?? state.sentBytes,
      }
    case 'in line':
      return state.phase === 'measuring' ? { ...state, waitingBefore: event.before } : state
    case 'measured':
      return state.phase === 'measuring' ? { ...state, phase: 'saving' } : state
    case 'saved':
      if (state.phase !== 'saving') return state
      return { ...state, phase: 'done', saved: { videoId: event.videoId, title: event.title } }
    case 'cancelled':
      return state.phase === 'done' ? state : { ...state, phase: 'idle', sentBytes: 0, retrySeconds: null }
  }
}

/** What stands for the progress of an upload that has no connection. */
export const CONNECTION_LOST = 'Connection lost. Trying again…'

/** The same with the seconds until the next try. */
export function connectionLost(retrySeconds: number): string {
  return retrySeconds === 0 ? CONNECTION_LOST : `${CONNECTION_LOST} Next try in ${retrySeconds}\u00a0s.`
}

/** While busy the submit button reads 'Uploading...' and is disabled. */
export function isBusy(state: UploadState): boolean {
  return state.phase !== 'idle' && state.phase !== 'done'
}

/** Whole percent of the bytes that arrived; 100 only when all have. */
export function percentSent(state: UploadState): number {
  if (!state.file || state.file.sizeBytes === 0) return 0
  return Math.floor((state.sentBytes / state.file.sizeBytes) * 100)
}

/** What is said of an upload on its way, seldom enough to be listened to. @param step of the percents */
export function spokenFor(state: UploadState, step: number): string {
  return state.retrySeconds === null ? `${Math.floor(percentSent(state) / step) * step}% uploaded` : CONNECTION_LOST
}

/** What the form holds when it is submitted. */
export interface Submission {
  isSignedIn: boolean
  role: Role
  title: string
  genre: string
  hasFile: boolean
}

/** Codes whose sentence says it all; every other refusal is a failed upload with its reason beneath. */
const wholeSentences = [
  'identity.sign_in_required',
  'video.creators_only',
  'catalog.title_required',
  'catalog.genre_required',
  'video.file_missing',
] as const

type WholeSentence = (typeof wholeSentences)[number]

export function isWholeSentence(code: string): code is WholeSentence {
  return (wholeSentences as readonly string[]).includes(code)
}

/** The first rule that a submission breaks, in the decided order; null when it may go. @see docs/product.md#upload */
export function firstBrokenRule({ isSignedIn, role, title, genre, hasFile }: Submission): WholeSentence | null {
  if (!isSignedIn) return 'identity.sign_in_required'
  if (role !== 'creator') return 'video.creators_only'
  if (title.trim() === '') return 'catalog.title_required'
  if (genre.trim() === '') return 'catalog.genre_required'
  return hasFile ? null : 'video.file_missing'
}

/** The same, as the page shows it. */
export function firstProblem(submission: Submission): Problem | null {
  const code = firstBrokenRule(submission)
  return code && problemFor(code)
}

export function problemFor(code: RefusalCode): Problem {
  return { sentence: messages[code], detail: null, at: 'submit' }
}

/** The catalogue's sentence first, the step beneath. */
export function uploadFailed(detail: string | null): Problem {
  return { sentence: UPLOAD_FAILED, detail, at: 'submit' }
}

/** What the server found against a file that has arrived: the catalogue's sentence first, its reason beneath. */
export function fileRefused({ reasonCode, reason }: Pick<VideoStatus, 'reasonCode' | 'reason'>): Problem {
  if (reasonCode === 'too_long') return { sentence: TOO_LONG, detail: reason ?? null, at: 'file' }
  return uploadFailed(reason ?? 'The file could not be read.')
}

export function tooLong(lengthSeconds: number): Problem {
  return { sentence: TOO_LONG, detail: null, at: 'file', lengthSeconds }
}
