import type { RouterContextProvider } from 'react-router'
import { ASKS_CONTENT_NOTES } from '#app/episodes/content-notes.ts'
import { ASKS_NSFW } from '#app/episodes/nsfw-mark.ts'
import { splitTags } from '#app/episodes/tags.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { type ImageForm, readTextFields, withImageForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { type RefusedInit, refusedFrom } from '#app/http/refused.server.ts'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import type { EpisodeChanges } from '#catalog/episode.ts'
import { mapOpenness } from '#catalog/episode-metadata.ts'
import type { Account } from '#identity/account.ts'
import type { FormFields } from '#platform/form-file.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { PosterChoice } from '#video/poster.ts'
import type { ActionProblem } from './action-problem.ts'
import { shownVisibility } from './edit-changes.ts'
import { type EditFormValues, emptyEditValues, readEditValues } from './edit-values.ts'
import { ASKS_EMBED, embedSitesOf } from './embed-choice.ts'
import { placeOf } from './episode-place.ts'
import { replaceWithoutScripts } from './no-script-replacement.server.ts'
import { ASKS_OPENNESS } from './openness-mark.ts'
import { SHOWN_FIELDS, type ShownChoices } from './shown-choices.ts'
import { tabOf, tabUrl } from './tabs.ts'

/** The failure of a form submitted without scripts. */
export interface NoScriptFailure {
  intent: 'edit' | 'delete' | 'retry' | 'poster' | 'file'
  /** Id of the episode. */
  id: string
  problem: ActionProblem
  typed: EditFormValues
  /** The choices that the form was opened with. */
  shown: ShownChoices
}

/** The kind of request by the value of a form's `intent`. */
const intentKinds = {
  edit: 'edit',
  delete: 'delete',
  retry: 'retry',
  'frame-poster': 'poster',
  'uploaded-poster': 'poster',
  'automatic-poster': 'poster',
  'cancel-replacement': 'file',
  'retry-replacement': 'file',
} as const

/** The page on which forms are submitted. */
interface FormPlace {
  /** Id of the episode that the page is about; empty for none. */
  id: string
  /** Where a change of the metadata leads. */
  savedUrl: string
  /** Where a deletion or another attempt leads. */
  listUrl: string
}

/** The dashboard, on which the edit of an episode is in the URL. */
export function dashboardPlace({ searchParams }: URL): FormPlace {
  const listUrl = tabUrl(tabOf(searchParams))
  return { id: searchParams.get('edit') ?? '', savedUrl: listUrl, listUrl }
}

/** Handles the forms about own episodes where scripts do not run. Success redirects. */
export async function handleNoScriptForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { id: pageId, savedUrl, listUrl }: FormPlace,
): Promise<{ failure: NoScriptFailure; init: RefusedInit }> {
  const { account } = context.get(pageRequestContext)
  const { searchParams } = new URL(request.url)
  const form: FormRequest = {
    formIntent: 'uploaded-poster',
    id: pageId,
    typed: emptyEditValues,
    shown: { visibility: '', seriesId: '', seriesNumber: '' },
  }
  // A video is not read into memory, so its form is marked in the URL.
  if (searchParams.has('file')) {
    const failed = await replaceWithoutScripts(context, request, form.id)
    if (failed) {
      const { problem, init } = failed
      return { failure: { intent: 'file', id: form.id, typed: form.typed, shown: form.shown, problem }, init }
    }
    throw redirectTo(editAddress(form.id, 'file'))
  }
  try {
    if (!account) {
      const fields = await readTextFields(request)
      // A form that is too large to be read has no known fields.
      if (fields.size > 0) readFields(form, fields)
      throw new Refusal('identity.sign_in_required')
    }
    const tooLarge = { code: 'video.poster_too_large', field: 'poster' } as const
    await withImageForm(context, account, request, tooLarge, async (submission) => {
      readFields(form, submission.fields)
      await execute(context, account, form, submission)
    })
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    const { formIntent, id, typed, shown } = form
    // A repeated cancellation: the first one succeeded.
    if (formIntent === 'cancel-replacement' && refused.code === 'catalog.replacement_missing')
      throw redirectTo(editAddress(id, 'file'))
    const problem = { detail: refused.message, field: refused.field }
    return { failure: { intent: intentKinds[formIntent], id, problem, typed, shown }, init }
  }
  const intent = intentKinds[form.formIntent]
  if (intent === 'poster') throw redirectTo(editAddress(form.id, 'thumbnail'))
  if (intent === 'file') throw redirectTo(editAddress(form.id, 'file'))
  throw redirectTo(intent === 'edit' ? savedUrl : listUrl)
}

/** The request of one form. */
interface FormRequest {
  formIntent: keyof typeof intentKinds
  id: string
  typed: EditFormValues
  shown: ShownChoices
}

function readFields(form: FormRequest, fields: FormFields): void {
  const text = (name: string) => fields.get(name) ?? ''
  form.formIntent = readIntent(text('intent'))
  form.id = text('id')
  form.typed = readEditValues(fields, 'utc')
  form.shown = {
    visibility: text(SHOWN_FIELDS.visibility),
    seriesId: text(SHOWN_FIELDS.seriesId),
    seriesNumber: text(SHOWN_FIELDS.seriesNumber),
  }
}

async function execute(
  context: Readonly<RouterContextProvider>,
  account: Account,
  { formIntent, id, typed, shown }: FormRequest,
  submission: ImageForm,
): Promise<void> {
  const { catalog, series, video } = context.get(hoshiContext)
  const videoId = submission.fields.get('videoId') ?? ''
  if (formIntent === 'edit') {
    const moved = submission.fields.has('seriesId') ? placeOf(typed, shown) : null
    await series.editEpisode(account, id, changesIn(submission.fields, typed, shown), moved ?? {})
  } else if (formIntent === 'delete') await catalog.remove(account, id)
  else if (formIntent === 'retry') await video.retry(account, (await catalog.find(id, account)).videoId)
  else if (formIntent === 'cancel-replacement') await catalog.cancelReplacement(account, id, videoId)
  else if (formIntent === 'retry-replacement') await video.retry(account, videoId)
  else
    await changePoster(
      context,
      account,
      id,
      formIntent === 'automatic-poster' ? null : readPosterChoice(submission, formIntent),
    )
}

/** Changes to the values in the form only: a missing field leaves its value unchanged. */
function changesIn(fields: FormFields, typed: EditFormValues, shown: ShownChoices): EpisodeChanges {
  const { title, description, genre } = typed
  const texts = { title, description, genre, tags: splitTags(typed.tags) }
  const publishAt = typed.publishAt === '' ? null : new Date(typed.publishAt)
  const isChanged = shown.visibility !== shownVisibility(typed)
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([name]) => fields.has(name))),
    ...(fields.has(ASKS_NSFW) ? { nsfw: typed.nsfw } : {}),
    ...(fields.has(ASKS_OPENNESS) ? mapOpenness((name) => typed[name]) : {}),
    ...(fields.has(ASKS_EMBED) ? { embedSites: embedSitesOf(typed) } : {}),
    ...(fields.has(ASKS_CONTENT_NOTES) ? { contentNotes: typed.contentNotes } : {}),
    ...(fields.has('visibility') && isChanged ? { visibility: typed.visibility, publishAt } : {}),
  }
}

async function changePoster(
  context: Readonly<RouterContextProvider>,
  account: Account,
  id: string,
  choice: PosterChoice | null,
): Promise<void> {
  const { catalog, video } = context.get(hoshiContext)
  const { videoId } = await catalog.find(id, account)
  if (choice) await video.choosePoster(account, videoId, choice)
  else await video.dropPoster(account, videoId)
}

function readPosterChoice(
  { fields, hasImageField, image }: ImageForm,
  formIntent: keyof typeof intentKinds,
): PosterChoice {
  if (formIntent === 'uploaded-poster' && !hasImageField) throw new Refusal('request.unreadable')
  if (formIntent === 'uploaded-poster') return { image }
  const typed = fields.get('atSeconds') ?? ''
  return { atSeconds: typed === '' ? Number.NaN : Number(typed) }
}

function readIntent(raw: string): keyof typeof intentKinds {
  if (Object.hasOwn(intentKinds, raw)) return raw as keyof typeof intentKinds
  throw new Refusal('request.unreadable')
}
