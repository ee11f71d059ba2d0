import { publicValues } from '#app/episodes/visibility-choice.ts'
import { deleteVideo, isStillSignedIn } from './api.ts'
import { runUpload, uploadProblemOf } from './run-upload.ts'
import { type EpisodeValues, fileIdentityOf, findUpload, removeUpload } from './saved-uploads.ts'
import { emptyValues, readyItems } from './upload-list.ts'
import { clearFile, dispatchTo, itemOf, readValues, runningFor, type UploadPage } from './upload-page.ts'
import { submissionProblem, type UploadProblem } from './upload-state.ts'

/** A valid submission, to check only the rules that concern all uploads of a page. */
const validSubmission = { ...publicValues, title: 'any', genre: 'any', hasFile: true }

/**
 * Sends every ready upload, in order; one that breaks a rule reports it, and does not stop the others.
 * @param showProblem receives a problem that all uploads share, or null
 */
export async function submitUploads(
  page: UploadPage,
  showProblem: (problem: UploadProblem | null) => void,
): Promise<void> {
  const { user } = page
  const ready = readyItems(page.latestList()).filter(({ id }) => runningFor(page, id).controller === null)
  if (ready.length === 0) return
  const sessionCheck = new AbortController()
  for (const { id } of ready) runningFor(page, id).controller = sessionCheck
  showProblem(null)
  const isSignedIn = await isStillSignedIn(sessionCheck.signal)
  const sharedProblem = page.latestList().isQueue
    ? submissionProblem({ ...validSubmission, isSignedIn, isCreator: user.isCreator })
    : null
  showProblem(sharedProblem)
  const startable = sharedProblem
    ? []
    : ready.filter(({ id, values }) => validate(page, id, readValues(page, id, values), isSignedIn))
  await Promise.all(startable.map(({ id }) => runningFor(page, id).durationRead))
  for (const { id } of ready) {
    const upload = runningFor(page, id)
    if (upload.controller === sessionCheck) upload.controller = null
  }
  for (const { id } of startable) void send(page, id)
}

function validate(page: UploadPage, id: string, values: EpisodeValues, isSignedIn: boolean): boolean {
  page.dispatch({ type: 'changed', id, to: { values } })
  const hasFile = runningFor(page, id).file !== null
  const problem = submissionProblem({ ...values, isSignedIn, isCreator: page.user.isCreator, hasFile })
  if (problem) dispatchTo(page, id, { type: 'refused', problem })
  return problem === null
}

async function send(page: UploadPage, id: string): Promise<void> {
  const { user, mutex, counters } = page
  const upload = runningFor(page, id)
  const { file } = upload
  const values = readValues(page, id, itemOf(page, id)?.values ?? emptyValues)
  // The file was dropped as too long, which is already shown.
  if (!file || upload.controller) return
  const controller = new AbortController()
  upload.controller = controller
  page.dispatch({ type: 'changed', id, to: { values } })
  if (!mutex.isFree) {
    counters.joined += 1
    dispatchTo(page, id, { type: 'queued', queueNumber: counters.joined })
  }
  try {
    await runUpload({ account: user, file, values }, mutex, (event) => dispatchTo(page, id, event), controller.signal)
  } catch (thrown) {
    if (controller.signal.aborted) return
    const problem = uploadProblemOf(thrown)
    if (problem.at === 'file') clearFile(page, id)
    dispatchTo(page, id, { type: problem.at === 'file' ? 'file dropped' : 'refused', problem })
  } finally {
    if (upload.controller === controller) upload.controller = null
    const unfinished = findUpload(user.uid, fileIdentityOf(file))
    page.dispatch({ type: 'changed', id, to: { unfinished, isResuming: unfinished !== null } })
  }
}

/** Cancels one upload and removes its received bytes. */
export function cancelUpload(page: UploadPage, id: string): void {
  const { user } = page
  const upload = runningFor(page, id)
  const unfinished = (upload.file && findUpload(user.uid, fileIdentityOf(upload.file))) ?? itemOf(page, id)?.unfinished
  upload.controller?.abort(new Error('cancelled'))
  upload.controller = null
  if (unfinished) removeUpload(user.uid, unfinished)
  page.dispatch({ type: 'changed', id, to: { unfinished: null, isResuming: false } })
  dispatchTo(page, id, { type: 'cancelled' })
  if (unfinished?.address) void deleteVideo(unfinished.address.videoId)
}

/** Cancels one upload and takes it off the page. */
export function removeFromPage(page: UploadPage, id: string): void {
  cancelUpload(page, id)
  page.running.delete(id)
  page.dispatch({ type: 'removed', id })
}
