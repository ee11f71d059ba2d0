import type { RouterContextProvider } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { type RefusedInit, refusedFrom } from '#app/refused.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { isVideoFile } from '#video/video.ts'
import { type Problem, TOO_LONG } from './problems.ts'

/** How long the page waits for a verdict before it goes on. @see docs/product.md#upload */
const VERDICT_TIMEOUT_MS = 10_000

/**
 * The form with a new file for an episode, of a page whose scripts do not run. The episode waits for the file only when
 * nothing has been found against it, so that a wrong one takes no place; sent twice, the second one takes the place of
 * the first.
 *
 * @returns what was wrong with it, and how the page answers; null when the episode waits for it, or has it
 */
export async function replacePlainly(
  context: Readonly<RouterContextProvider>,
  request: Request,
  id: string,
): Promise<{ problem: Problem; init: RefusedInit } | null> {
  const { account } = context.get(visitContext)
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
    const { status } = await video.waitUntilMeasured(account, uid, VERDICT_TIMEOUT_MS)
    if (status.state === 'error') {
      await video.remove(account, uid)
      const detail = status.reasonCode === 'too_long' ? TOO_LONG : `${status.reason} The film that is there stays.`
      return { problem: { detail, field: 'file' }, init: { status: 422 } }
    }
    await catalog.replaceVideo(account, id, uid)
    return null
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    // What went wrong first is the answer. A video that an episode waits for by now is refused here, and stays.
    if (account && uid) await video.remove(account, uid).catch(() => {})
    return { problem: { detail: refused.message, field: 'file' }, init }
  }
}
