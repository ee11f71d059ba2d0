import { splitTags } from '#app/episodes/tags.ts'
import { visibilityBody } from '#app/episodes/visibility-choice.ts'
import { ApiProblem, delay, withRetries } from '#app/http/api-client.ts'
import { pageRefusals } from '#app/messages/page-refusals.ts'
import { uploadFailureDetails } from '#app/messages/uploads.ts'
import type { Account } from '#identity/account.ts'
import { PROBE_TIMEOUT_MS } from '#video/video.ts'
import { type ApiVideo, readProbedVideo, readVideo, requestUpload, saveEpisode } from './api.ts'
import { createMutex, type Mutex } from './mutex.ts'
import {
  type EpisodeValues,
  fileIdentityOf,
  findUpload,
  removeUpload,
  type SavedUpload,
  saveUpload,
} from './saved-uploads.ts'
import { SendFailed, sendFile, sendForm, UploadGone } from './send-file.ts'
import { fileRefused, problemFor, type UploadEvent, type UploadProblem, uploadFailed } from './upload-state.ts'

/** Delay after a request that was refused, or that did not reach the server. */
const RETRY_INTERVAL_MS = 300
/** One request of the page waits on the server: a browser opens six connections to a site, and sending needs some. */
const turns = createMutex()

interface Job {
  account: Pick<Account, 'uid'>
  file: File
  values: EpisodeValues
}

/**
 * Acquires the mutex, sends the file, waits for the probe and saves the episode. The mutex is released as soon as the
 * file is sent, so that the next upload starts. Every step is reported through `emit`.
 *
 * @throws errors that `uploadProblemOf` turns into a UploadProblem
 */
export async function runUpload(
  job: Job,
  mutex: Mutex,
  emit: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const videoId = await sendInOrder(job, mutex, emit, signal)
  emit({ type: 'received' })
  const probed = await waitUntilProbed(videoId, emit, signal)
  if (probed?.status.state === 'error') {
    removeSaved(job)
    throw new UploadRefused(fileRefused(probed.status))
  }
  emit({ type: 'probed' })
  const episodeId = await save(job.values, videoId, signal)
  removeSaved(job)
  emit({ type: 'saved', videoId, episodeId, title: job.values.title })
}

async function sendInOrder(
  job: Job,
  mutex: Mutex,
  emit: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<string> {
  // A queued upload is stored too, so its values survive a reload.
  if (!mutex.isFree) saveUpload(findUpload(job.account.uid, fileIdentityOf(job.file)) ?? savedUploadOf(job, null))
  const release = await mutex.acquire(signal)
  try {
    emit({ type: 'submitted' })
    return await sendBytes(job, emit, signal)
  } finally {
    release()
  }
}

function savedUploadOf({ account, file, values }: Job, address: SavedUpload['address']): SavedUpload {
  return { accountUid: account.uid, address, ...fileIdentityOf(file), values }
}

function removeSaved({ account, file }: Job): void {
  removeUpload(account.uid, fileIdentityOf(file))
}

/** Carries the problem to show to the user. */
class UploadRefused extends Error {
  readonly problem: UploadProblem

  constructor(problem: UploadProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** The problem to show for anything that stopped an upload. */
export function uploadProblemOf(thrown: unknown): UploadProblem {
  if (thrown instanceof UploadRefused) return thrown.problem
  if (thrown instanceof ApiProblem) {
    if (thrown.status === 401) return problemFor('identity.sign_in_required')
    if (thrown.code === 'video.creators_only' || thrown.code === 'catalog.creators_only')
      return problemFor('video.creators_only')
    return uploadFailed(thrown.detail ?? uploadFailureDetails.serverUnreachable)
  }
  if (thrown instanceof SendFailed) return uploadFailed(thrown.detail ?? uploadFailureDetails.connectionLostTooLong)
  return uploadFailed(null)
}

async function sendBytes(job: Job, emit: (event: UploadEvent) => void, signal: AbortSignal): Promise<string> {
  const { name, size: sizeBytes } = job.file
  const unfinished = findUpload(job.account.uid, fileIdentityOf(job.file))?.address
  if (unfinished) {
    try {
      return await send(job, unfinished, emit, signal)
    } catch (thrown) {
      if (!(thrown instanceof UploadGone)) throw thrown
      // The server may have received the last byte just before the page was left: then the video is complete.
      if (await isReceived(unfinished.videoId, signal)) return unfinished.videoId
      removeSaved(job)
    }
  }
  const { uid, uploadURL, protocols } = await withRetries(signal, () => requestUpload({ name, sizeBytes }, signal))
  const address = { videoId: uid, uploadURL, protocols }
  try {
    return await send(job, address, emit, signal)
  } catch (thrown) {
    if (!(thrown instanceof UploadGone)) throw thrown
    if (await isReceived(uid, signal)) return uid
    removeSaved(job)
    throw new UploadRefused(uploadFailed(uploadFailureDetails.linkExpired))
  }
}

async function send(
  job: Job,
  address: NonNullable<SavedUpload['address']>,
  emit: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<string> {
  saveUpload(savedUploadOf(job, address))
  const listeners = {
    onSent: (bytes: number) => emit({ type: 'sent', bytes }),
    onConnectionLost: (seconds: number) => emit({ type: 'connection lost', seconds }),
  }
  const sendWith = address.protocols.includes('tus') ? sendFile : sendForm
  await sendWith(job.file, new URL(address.uploadURL, location.href).href, listeners, signal)
  return address.videoId
}

async function isReceived(videoId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await readVideo(videoId, signal)
    return status.state !== 'pendingupload' && status.state !== 'error'
  } catch {
    return false
  }
}

/**
 * Reads the video, which shows its queue position, then waits on the server. Returns the video once it is probed or
 * refused; null when that takes too long or the server stays unavailable.
 */
async function waitUntilProbed(
  videoId: string,
  emit: (event: UploadEvent) => void,
  signal: AbortSignal,
): Promise<ApiVideo | null> {
  const deadline = Date.now() + PROBE_TIMEOUT_MS
  let video = await unlessUnavailable(readVideo(videoId, signal))
  while (!isProbed(video) && Date.now() < deadline) {
    if (video) emit({ type: 'queue position', ahead: video.status.stepParameters?.ahead ?? null })
    else await delay(RETRY_INTERVAL_MS, signal)
    signal.throwIfAborted()
    video = await unlessUnavailable(readOnceProbed(videoId, deadline, signal))
  }
  return isProbed(video) ? video : null
}

/** Null when the server is unavailable or refuses because of too many requests: a later one may succeed. */
async function unlessUnavailable(reading: Promise<ApiVideo>): Promise<ApiVideo | null> {
  try {
    return await reading
  } catch (thrown) {
    if (thrown instanceof ApiProblem && (thrown.isTransient || thrown.status === 429)) return null
    throw thrown
  }
}

/** The video once it is probed or refused, at the latest at the deadline: also when it waited for its turn until then. */
async function readOnceProbed(videoId: string, deadline: number, signal: AbortSignal): Promise<ApiVideo> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, deadline - Date.now()))])
  const release = await turns.acquire(inTime).catch(() => null)
  if (!release) return await readVideo(videoId, signal)
  try {
    const seconds = Math.max(1, Math.ceil((deadline - Date.now()) / 1000))
    return await readProbedVideo(videoId, seconds, signal)
  } finally {
    release()
  }
}

function isProbed(video: ApiVideo | null): boolean {
  if (!video) return false
  const { status, durationSeconds } = video
  return status.state === 'error' || status.state === 'ready' || durationSeconds !== null
}

/** @returns the id of the episode; null when an answer that is lost has named it */
async function save(values: EpisodeValues, videoId: string, signal: AbortSignal): Promise<string | null> {
  const { title, genre, nsfw, description } = values
  const tags = splitTags(values.tags)
  const episode = { title, genre, nsfw, videoId, description, tags, ...visibilityBody(values) }
  let attempts = 0
  try {
    return await withRetries(signal, () => {
      attempts += 1
      return saveEpisode(episode, signal)
    })
  } catch (thrown) {
    // An earlier attempt, whose response was lost, has saved it.
    if (thrown instanceof ApiProblem && thrown.code === 'catalog.video_taken' && attempts > 1) return null
    if (thrown instanceof ApiProblem && thrown.code === 'catalog.video_failed')
      throw new UploadRefused(uploadFailed(thrown.detail ?? pageRefusals['catalog.video_failed']))
    throw thrown
  }
}
