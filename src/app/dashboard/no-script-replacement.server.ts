import type { RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { type RefusedInit, refusedFrom, reportFullDisk } from '#app/http/refused.server.ts'
import { replacementStates } from '#app/messages/dashboard.ts'
import { TOO_LONG } from '#app/messages/failures.ts'
import { videoFailureText } from '#app/messages/video-failures.ts'
import { Refusal } from '#platform/refusal.ts'
import { isVideoFile, PROBE_TIMEOUT_MS } from '#video/video.ts'
import type { ActionProblem } from './action-problem.ts'

/**
 * Handles the form with a new file for an episode where scripts do not run. A file that the probe rejects in time is
 * removed and replaces nothing; a second file takes the place of the first.
 *
 * @returns the problem and the page's response init; null when the file is pending or already in use
 */
export async function replaceWithoutScripts(
  context: Readonly<RouterContextProvider>,
  request: Request,
  id: string,
): Promise<{ problem: ActionProblem; init: RefusedInit } | null> {
  const { account } = context.get(pageRequestContext)
  const { video, catalog } = context.get(hoshiContext)
  let uid: string | null = null
  try {
    if (!account) throw new Refusal('identity.sign_in_required')
    const { creatorId } = await catalog.find(id, account)
    if (creatorId !== account.uid) throw new Refusal('catalog.owner_only')
    uid = await video.receivePageForm({
      body: request.body,
      contentType: request.headers.get('content-type') ?? '',
      sizeBytes: Number(request.headers.get('content-length') ?? 0),
      admit(_fields, file) {
        if (file === null || !isVideoFile(file)) throw new Refusal('video.file_missing', { field: 'file' })
        return account
      },
    })
    const { status } = await video.waitUntil(account, uid, 'measured', PROBE_TIMEOUT_MS)
    if (status.state === 'error') {
      await video.remove(account, uid)
      const isTooLong = status.reasonCode === 'too_long'
      const detail = isTooLong ? TOO_LONG : replacementStates.failed(videoFailureText(status))
      return { problem: { detail, field: 'file' }, init: { status: 422 } }
    }
    await catalog.replaceVideo(account, id, uid)
    return null
  } catch (thrown) {
    const { refused, init } = refusedFrom(reportFullDisk(thrown, context, request))
    // The first error is returned. A video that is already a pending replacement cannot be removed, and stays.
    if (account && uid) await video.remove(account, uid).catch(() => {})
    return { problem: { detail: refused.message, field: 'file' }, init }
  }
}
