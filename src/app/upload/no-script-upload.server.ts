import type { RouterContextProvider } from 'react-router'
import { ASKS_NSFW } from '#app/episodes/nsfw-mark.ts'
import { splitTags } from '#app/episodes/tags.ts'
import { readVisibilityValues } from '#app/episodes/visibility-choice.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { readTextFields } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { type RefusedInit, refusedFrom, reportFullDisk } from '#app/http/refused.server.ts'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import type { FormFields } from '#platform/form-file.server.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import { isVideoFile, PROBE_TIMEOUT_MS } from '#video/video.ts'
import { mayUpload } from '#video/video-permissions.ts'
import type { EpisodeValues } from './saved-uploads.ts'
import { emptyValues } from './upload-list.ts'
import {
  brokenRules,
  fileRefused,
  isStandaloneCode,
  problemFor,
  problemOfRules,
  type UploadProblem,
  uploadFailed,
} from './upload-state.ts'

/** The failure of an upload without scripts, with the typed values for the form. */
export interface NoScriptUploadFailure {
  problem: UploadProblem
  values: EpisodeValues
}

/**
 * Handles the upload form where scripts do not run, by the same rules in the same order. Success redirects to the success
 * panel.
 */
export async function handleNoScriptUpload(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<{ failure: NoScriptUploadFailure; init: RefusedInit }> {
  const { account } = context.get(pageRequestContext)
  const { video, catalog } = context.get(hoshiContext)
  let values: EpisodeValues = emptyValues
  let uid: string | null = null
  let broken: ReturnType<typeof brokenRules> = []
  try {
    if (!account || !mayUpload(account)) {
      values = readValues(await readTextFields(request, { wanted: true }))
      throw new Refusal(account ? 'video.creators_only' : 'identity.sign_in_required')
    }
    uid = await video.receivePageForm({
      body: request.body,
      contentType: request.headers.get('content-type') ?? '',
      sizeBytes: Number(request.headers.get('content-length') ?? 0),
      admit(fields, file) {
        values = readValues(fields)
        // Without its answers, an adult episode would be published as one for all.
        if (!fields.has(ASKS_NSFW) || !fields.has('visibility')) throw new Refusal('request.unreadable')
        const hasFile = file !== null && isVideoFile(file)
        broken = brokenRules({ isSignedIn: true, isCreator: true, ...values, hasFile })
        if (broken[0]) throw new Refusal(broken[0])
        return account
      },
    })
    const probed = await video.waitUntil(account, uid, 'measured', PROBE_TIMEOUT_MS)
    if (probed.status.state === 'error') {
      return { failure: { problem: fileRefused(probed.status), values }, init: { status: 422 } }
    }
    const { visibility, publishAt } = values
    const time = publishAt === '' ? null : new Date(publishAt)
    const episode = { ...values, videoId: uid, tags: splitTags(values.tags) }
    try {
      await catalog.publish(account, { ...episode, visibility, publishAt: time })
    } catch (thrown) {
      // The time passed during the upload, which is not lost: its creator chooses another one.
      if (!isRefusal(thrown) || thrown.code !== 'catalog.publish_at_invalid') throw thrown
      const saved = await catalog.publish(account, { ...episode, visibility: 'private', publishAt: null })
      throw redirectTo(editAddress(saved.id, 'sharing'))
    }
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { refused, init } = refusedFrom(reportFullDisk(thrown, context, request))
    if (account && uid) await video.remove(account, uid)
    const ownProblem = isStandaloneCode(refused.code) ? problemFor(refused.code) : uploadFailed(refused.message)
    const problem = problemOfRules(broken) ?? ownProblem
    return { failure: { problem, values }, init }
  }
  throw redirectTo(`/upload?uploaded=${uid}`)
}

function readValues(fields: FormFields): EpisodeValues {
  const text = (name: string) => fields.get(name)?.trim() ?? ''
  return {
    title: text('title'),
    genre: text('genre'),
    description: text('description'),
    tags: text('tags'),
    nsfw: fields.get('nsfw') === 'true',
    ...readVisibilityValues({ visibility: text('visibility'), publishAt: text('publishAt') }, 'utc'),
  }
}
