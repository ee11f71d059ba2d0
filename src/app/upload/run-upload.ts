import { messages } from '#app/messages.ts'
import type { Account } from '#identity/account.ts'
import { ApiProblem, type ApiVideo, patiently, pause, readVideo, requestUpload, saveEpisode } from './api.ts'
import { forget, marksOf, type Remembered, recall, remember, type Words } from './remembered.ts'
import { SendFailed, sendFile, sendForm, UploadGone } from './send-file.ts'
import type { Turns } from './turns.ts'
import { fileRefused, type Problem, problemFor, type UploadEvent, uploadFailed } from './upload-state.ts'

const MEASURE_EVERY_MS = 300
/** The page waits this long for the measuring, then saves the episode all the same. @see docs/product.md#upload */
const MEASURE_AT_MOST_MS = 10_000

interface Job {
  account: Pick<Account, 'uid'>
  file: File
  words: Words
}

/**
 * Waits for its turn, sends, waits for the measuring, saves the episode; the next one's turn begins when the bytes are in.
 * Every step is told; a failure comes as a thrown Problem.
 */
export async function runUpload(
  job: Job,
  turns: Turns,
  tell: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const videoId = await sendInTurn(job, turns, tell, signal)
  tell({ type: 'received' })
  const measured = await waitUntilMeasured(videoId, tell, signal)
  if (measured?.status.state === 'error') {
    forgetIt(job)
    throw new UploadRefused(fileRefused(measured.status))
  }
  tell({ type: 'measured' })
  await save(job.words, videoId, signal)
  forgetIt(job)
  tell({ type: 'saved', videoId, title: job.words.title })
}

async function sendInTurn(
  job: Job,
  turns: Turns,
  tell: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<string> {
  // What waits is remembered too: after a reload its words are still there.
  if (!turns.isFree) remember(recall(job.account.uid, marksOf(job.file)) ?? memoryOf(job, null))
  const endTurn = await turns.take(signal)
  try {
    tell({ type: 'submitted' })
    return await sendBytes(job, tell, signal)
  } finally {
    endTurn()
  }
}

function memoryOf({ account, file, words }: Job, address: Remembered['address']): Remembered {
  return { accountUid: account.uid, address, ...marksOf(file), words }
}

function forgetIt({ account, file }: Job): void {
  forget(account.uid, marksOf(file))
}

/** Carries what the person is to read. */
class UploadRefused extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.sentence)
    this.problem = problem
  }
}

/** What to say of anything that stopped an upload. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof UploadRefused) return thrown.problem
  if (thrown instanceof ApiProblem) {
    if (thrown.status === 401) return problemFor('identity.sign_in_required')
    if (thrown.code === 'video.creators_only' || thrown.code === 'catalog.creators_only')
      return problemFor('video.creators_only')
    return uploadFailed(thrown.detail ?? 'The server could not be reached. What has arrived is kept.')
  }
  if (thrown instanceof SendFailed)
    return uploadFailed(thrown.detail ?? 'The connection was lost for too long. What has arrived is kept.')
  return uploadFailed(null)
}

async function sendBytes(job: Job, tell: (event: UploadEvent) => void, signal: AbortSignal): Promise<string> {
  const { name, size: sizeBytes } = job.file
  const left = recall(job.account.uid, marksOf(job.file))?.address
  if (left) {
    try {
      return await send(job, left, tell, signal)
    } catch (thrown) {
      if (!(thrown instanceof UploadGone)) throw thrown
      // The last byte may have been taken just before the page went: then the video is there, and not waiting for any.
      if (await hasArrived(left.videoId, signal)) return left.videoId
      forgetIt(job)
    }
  }
  const { uid, uploadURL, protocols } = await patiently(signal, () => requestUpload({ name, sizeBytes }, signal))
  const address = { videoId: uid, uploadURL, protocols }
  try {
    return await send(job, address, tell, signal)
  } catch (thrown) {
    if (!(thrown instanceof UploadGone)) throw thrown
    if (await hasArrived(uid, signal)) return uid
    forgetIt(job)
    throw new UploadRefused(uploadFailed('The upload address has expired. Please send the file once more.'))
  }
}

async function send(
  job: Job,
  address: NonNullable<Remembered['address']>,
  tell: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<string> {
  remember(memoryOf(job, address))
  const listeners = {
    onSent: (bytes: number) => tell({ type: 'sent', bytes }),
    onConnectionLost: (seconds: number) => tell({ type: 'connection lost', seconds }),
  }
  const sendBy = address.protocols.includes('tus') ? sendFile : sendForm
  await sendBy(job.file, new URL(address.uploadURL, location.href).href, listeners, signal)
  return address.videoId
}

async function hasArrived(videoId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await readVideo(videoId, signal)
    return status.state !== 'pendingupload' && status.state !== 'error'
  } catch {
    return false
  }
}

/** The video once it is measured or refused; null when that takes too long or cannot be asked. */
async function waitUntilMeasured(
  videoId: string,
  tell: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<ApiVideo | null> {
  const until = Date.now() + MEASURE_AT_MOST_MS
  while (Date.now() < until) {
    signal.throwIfAborted()
    const video = await readVideo(videoId, signal).catch((problem: unknown) => {
      if (problem instanceof ApiProblem && (problem.isPassing || problem.status === 429)) return null
      throw problem
    })
    if (video && isMeasured(video)) return video
    if (video) tell({ type: 'in line', before: video.status.waitingBefore ?? null })
    await pause(MEASURE_EVERY_MS, signal)
  }
  return null
}

function isMeasured({ status, durationSeconds }: ApiVideo): boolean {
  return status.state === 'error' || status.state === 'ready' || durationSeconds !== null
}

async function save(words: Words, videoId: string, signal: AbortSignal): Promise<void> {
  const { title, genre, nsfw, description } = words
  const tags = words.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const episode = { title, genre, nsfw, videoId, description, tags }
  let attempts = 0
  try {
    await patiently(signal, () => {
      attempts += 1
      return saveEpisode(episode, signal)
    })
  } catch (problem) {
    // An attempt whose answer was lost has saved it already.
    if (problem instanceof ApiProblem && problem.code === 'catalog.video_taken' && attempts > 1) return
    if (problem instanceof ApiProblem && problem.code === 'catalog.video_failed')
      throw new UploadRefused(uploadFailed(problem.detail ?? messages['catalog.video_failed']))
    throw problem
  }
}
