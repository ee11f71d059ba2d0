import { messages } from '#app/messages.ts'
import type { Account } from '#identity/account.ts'
import { ApiProblem, type ApiVideo, patiently, pause, readVideo, requestUpload, saveEpisode } from './api.ts'
import { forget, isSameFile, type Remembered, recall, remember, type Words } from './remembered.ts'
import { SendFailed, sendFile, sendForm, UploadGone } from './send-file.ts'
import { fileRefused, type Problem, problemFor, type UploadEvent, uploadFailed } from './upload-state.ts'

const MEASURE_EVERY_MS = 300
/** The page waits this long for the measuring, then saves the episode all the same. @see docs/product.md#upload */
const MEASURE_AT_MOST_MS = 10_000

interface Job {
  account: Pick<Account, 'uid'>
  file: File
  words: Words
}

/** Sends, waits for the measuring, saves the episode. Every step is told; a failure comes as a thrown Problem. */
export async function runUpload(job: Job, tell: (event: UploadEvent) => void, signal: AbortSignal): Promise<void> {
  const videoId = await sendBytes(job, tell, signal)
  tell({ type: 'received' })
  const measured = await waitUntilMeasured(videoId, signal)
  if (measured?.status.state === 'error') {
    forget()
    throw new UploadRefused(fileRefused(measured.status))
  }
  tell({ type: 'measured' })
  await save(job.words, videoId, signal)
  forget()
  tell({ type: 'saved', videoId, title: job.words.title })
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
  const left = recall(job.account.uid)
  if (left && isSameFile(left, job.file)) {
    try {
      return await send({ ...left, words: job.words }, job.file, tell, signal)
    } catch (thrown) {
      if (!(thrown instanceof UploadGone)) throw thrown
      // The last byte may have been taken just before the page went: then the video is there, and not waiting for any.
      if (await hasArrived(left.videoId, signal)) return left.videoId
      forget()
    }
  }
  const { name, size, lastModified } = job.file
  const address = await patiently(signal, () => requestUpload({ name, sizeBytes: size }, signal))
  const upload: Remembered = {
    accountUid: job.account.uid,
    videoId: address.uid,
    uploadURL: address.uploadURL,
    protocols: address.protocols,
    name,
    sizeBytes: size,
    lastModified,
    words: job.words,
  }
  try {
    return await send(upload, job.file, tell, signal)
  } catch (thrown) {
    if (!(thrown instanceof UploadGone)) throw thrown
    if (await hasArrived(upload.videoId, signal)) return upload.videoId
    forget()
    throw new UploadRefused(uploadFailed('The upload address has expired. Please send the file once more.'))
  }
}

async function send(
  upload: Remembered,
  file: File,
  tell: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<string> {
  remember(upload)
  const listeners = {
    onSent: (bytes: number) => tell({ type: 'sent', bytes }),
    onConnectionLost: () => tell({ type: 'connection lost' }),
  }
  const sendBy = upload.protocols.includes('tus') ? sendFile : sendForm
  await sendBy(file, new URL(upload.uploadURL, location.href).href, listeners, signal)
  return upload.videoId
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
async function waitUntilMeasured(videoId: string, signal: AbortSignal): Promise<ApiVideo | null> {
  const until = Date.now() + MEASURE_AT_MOST_MS
  while (Date.now() < until) {
    signal.throwIfAborted()
    const video = await readVideo(videoId, signal).catch((problem: unknown) => {
      if (problem instanceof ApiProblem && (problem.isPassing || problem.status === 429)) return null
      throw problem
    })
    if (video && isMeasured(video)) return video
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
