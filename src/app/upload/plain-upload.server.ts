import { type RouterContextProvider, redirect } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { readTyped, type TypedFields } from '#app/read-form.server.ts'
import { type RefusedInit, refusedFrom } from '#app/refused.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { isVideoFile } from '#video/video.ts'
import type { Words } from './remembered.ts'
import {
  fileRefused,
  firstBrokenRule,
  isWholeSentence,
  type Problem,
  problemFor,
  uploadFailed,
} from './upload-state.ts'

/** How long the page waits for a verdict before it goes on. @see docs/product.md#upload */
const VERDICT_TIMEOUT_MS = 10_000

/** What an upload without scripts led to when it did not succeed: the form again, with what was typed. */
export interface PlainUploadAnswer {
  problem: Problem
  words: Words
}

/**
 * The upload form of a page whose scripts do not run: the same rules in the same order, decided here. Success leads to
 * the panel by a redirect.
 */
export async function plainUpload(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<{ answer: PlainUploadAnswer; init: RefusedInit }> {
  const { account } = context.get(visitContext)
  const { video, catalog } = context.get(hoshiContext)
  let words: Words = { title: '', genre: '', description: '', tags: '', nsfw: false }
  let uid: string | null = null
  try {
    if (account?.role !== 'creator') {
      words = readWords(await readTyped(request, { wanted: true }))
      throw new Refusal(account ? 'video.creators_only' : 'identity.sign_in_required')
    }
    uid = await video.receivePageForm({
      body: request.body,
      contentType: request.headers.get('content-type') ?? '',
      sizeBytes: Number(request.headers.get('content-length') ?? 0),
      admit(fields, file) {
        words = readWords(fields)
        const hasFile = file !== null && isVideoFile(file)
        const code = firstBrokenRule({ isSignedIn: true, role: account.role, ...words, hasFile })
        if (code) throw new Refusal(code)
        return account
      },
    })
    const measured = await video.waitUntilMeasured(account, uid, VERDICT_TIMEOUT_MS)
    if (measured.status.state === 'error') {
      return { answer: { problem: fileRefused(measured.status), words }, init: { status: 422 } }
    }
    await catalog.publish(account, { ...words, videoId: uid, tags: words.tags.split(',') })
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    if (account && uid) await video.remove(account, uid)
    const problem = isWholeSentence(refused.code) ? problemFor(refused.code) : uploadFailed(refused.message)
    return { answer: { problem, words }, init }
  }
  throw redirect(`/upload?uploaded=${uid}`)
}

function readWords(fields: TypedFields): Words {
  const text = (name: string) => fields.get(name)?.trim() ?? ''
  return {
    title: text('title'),
    genre: text('genre'),
    description: text('description'),
    tags: text('tags'),
    nsfw: fields.get('nsfw') === 'true',
  }
}
