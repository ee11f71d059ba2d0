import { type RouterContextProvider, redirect } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { type PictureForm, readTyped, type TypedFields, withPictureForm } from '#app/read-form.server.ts'
import { type RefusedInit, refusedFrom } from '#app/refused.server.ts'
import type { EpisodeChanges } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import type { PosterChoice } from '#video/poster.ts'
import type { TypedWords } from './edit-form.tsx'
import { replacePlainly } from './plain-replacing.server.ts'
import type { Problem } from './problems.ts'
import { tabAddress, tabOf } from './tabs.ts'
import { splitTags } from './tags.ts'

/** What a form without scripts led to when it did not succeed. */
export interface PlainAnswer {
  intent: 'edit' | 'delete' | 'retry' | 'poster' | 'file'
  /** Of the episode. */
  id: string
  problem: Problem
  typed: TypedWords
}

/** What a form asks for, by the word in its `intent`. */
const asked = {
  edit: 'edit',
  delete: 'delete',
  retry: 'retry',
  'frame-poster': 'poster',
  'uploaded-poster': 'poster',
  'automatic-poster': 'poster',
  'cancel-replacement': 'file',
  'retry-replacement': 'file',
} as const

/** The dashboard's forms on a page whose scripts do not run. Success leads back to the list, or to the sheet, by a redirect. */
export async function plainAction(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<{ answer: PlainAnswer; init: RefusedInit }> {
  const { account } = context.get(visitContext)
  const { searchParams } = new URL(request.url)
  const tab = tabOf(searchParams)
  const sheetAddress = (id: string) => `/dashboard?tab=${tab}&edit=${encodeURIComponent(id)}`
  const form: Asked = {
    word: 'uploaded-poster',
    id: searchParams.get('edit') ?? '',
    typed: { title: '', description: '', genre: '', tags: '' },
  }
  // A film is not read into memory, so that its form says in its address that it brings one.
  if (searchParams.has('file')) {
    const failed = await replacePlainly(context, request, form.id)
    if (failed) {
      const { problem, init } = failed
      return { answer: { intent: 'file', id: form.id, typed: form.typed, problem }, init }
    }
    throw redirect(sheetAddress(form.id))
  }
  try {
    if (!account) {
      readAsked(form, await readTyped(request))
      throw new Refusal('identity.sign_in_required')
    }
    const tooLarge = { code: 'video.poster_too_large', field: 'poster' } as const
    await withPictureForm(context, account, request, tooLarge, async (sent) => {
      readAsked(form, sent.fields)
      await carryOut(context, account, form, sent)
    })
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { refused, init } = refusedFrom(thrown)
    const { word, id, typed } = form
    // Asked twice: it is as it was wished.
    if (word === 'cancel-replacement' && refused.code === 'catalog.replacement_missing')
      throw redirect(sheetAddress(id))
    const problem = { detail: refused.message, field: refused.field }
    return { answer: { intent: asked[word], id, problem, typed }, init }
  }
  const intent = asked[form.word]
  throw redirect(intent === 'poster' || intent === 'file' ? sheetAddress(form.id) : tabAddress(tab))
}

/** What one form asks for. */
interface Asked {
  word: keyof typeof asked
  id: string
  typed: TypedWords
}

function readAsked(form: Asked, fields: TypedFields): void {
  // Of a form whose picture is not taken nothing is known.
  if (fields.size === 0) return
  const text = (name: string) => fields.get(name) ?? ''
  form.word = readWord(text('intent'))
  form.id = text('id')
  form.typed = { title: text('title'), description: text('description'), genre: text('genre'), tags: text('tags') }
}

async function carryOut(
  context: Readonly<RouterContextProvider>,
  account: Account,
  { word, id, typed }: Asked,
  sent: PictureForm,
): Promise<void> {
  const { catalog, video } = context.get(hoshiContext)
  const videoId = sent.fields.get('videoId') ?? ''
  if (word === 'edit') await catalog.edit(account, id, changesIn(sent.fields, typed))
  else if (word === 'delete') await catalog.remove(account, id)
  else if (word === 'retry') await video.retry(account, (await catalog.find(id, account)).videoId)
  else if (word === 'cancel-replacement') await catalog.cancelReplacement(account, id, videoId)
  else if (word === 'retry-replacement') await video.retry(account, videoId)
  else await changePoster(context, account, id, word === 'automatic-poster' ? null : readChoice(sent, word))
}

/** Of the words that the form holds: one that is missing is not one that was emptied. */
function changesIn(fields: TypedFields, typed: TypedWords): EpisodeChanges {
  const words = { ...typed, tags: splitTags(typed.tags) }
  return Object.fromEntries(Object.entries(words).filter(([name]) => fields.has(name)))
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

function readChoice({ fields, picture }: PictureForm, word: keyof typeof asked): PosterChoice {
  if (word === 'uploaded-poster') return { picture }
  const typed = fields.get('atSeconds') ?? ''
  return { atSeconds: typed === '' ? Number.NaN : Number(typed) }
}

function readWord(raw: string): keyof typeof asked {
  if (Object.hasOwn(asked, raw)) return raw as keyof typeof asked
  throw new Response(null, { status: 400 })
}
