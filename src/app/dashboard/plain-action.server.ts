import { type RouterContextProvider, redirect } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { pictureIn, readFormWithPicture } from '#app/read-form.server.ts'
import { refusedFrom } from '#app/refused.server.ts'
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
  status: number
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
export async function plainAction(context: Readonly<RouterContextProvider>, request: Request): Promise<PlainAnswer> {
  const { account } = context.get(visitContext)
  const { searchParams } = new URL(request.url)
  const tab = tabOf(searchParams)
  const sheetAddress = (id: string) => `/dashboard?tab=${tab}&edit=${encodeURIComponent(id)}`
  let word: keyof typeof asked = 'uploaded-poster'
  let id = searchParams.get('edit') ?? ''
  let typed: TypedWords = { title: '', description: '', genre: '', tags: '' }
  // A film is not read into memory, so that its form says in its address that it brings one.
  if (searchParams.has('file')) {
    const failed = await replacePlainly(context, request, id)
    if (failed) return { intent: 'file', id, typed, ...failed }
    throw redirect(sheetAddress(id))
  }
  try {
    const form = await readFormWithPicture(request, { code: 'video.poster_too_large', field: 'poster' })
    const text = (name: string) => String(form.get(name) ?? '')
    word = readWord(text('intent'))
    id = text('id')
    typed = { title: text('title'), description: text('description'), genre: text('genre'), tags: text('tags') }
    if (!account) throw new Refusal('identity.sign_in_required')
    const { catalog, video } = context.get(hoshiContext)
    if (word === 'edit') await catalog.edit(account, id, { ...typed, tags: splitTags(typed.tags) })
    else if (word === 'delete') await catalog.remove(account, id)
    else if (word === 'retry') await video.retry(account, (await catalog.find(id, account)).videoId)
    else if (word === 'cancel-replacement') await catalog.cancelReplacement(account, id, text('videoId'))
    else if (word === 'retry-replacement') await video.retry(account, text('videoId'))
    else await changePoster(context, account, id, word === 'automatic-poster' ? null : await readChoice(form, word))
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { refused, status } = refusedFrom(thrown)
    // Asked twice: it is as it was wished.
    if (word === 'cancel-replacement' && refused.code === 'catalog.replacement_missing')
      throw redirect(sheetAddress(id))
    return { intent: asked[word], id, problem: { detail: refused.message, field: refused.field }, typed, status }
  }
  const staysOnSheet = asked[word] === 'poster' || asked[word] === 'file'
  throw redirect(staysOnSheet ? sheetAddress(id) : tabAddress(tab))
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

async function readChoice(form: FormData, word: keyof typeof asked): Promise<PosterChoice> {
  if (word === 'uploaded-poster') return { picture: await pictureIn(form, 'poster') }
  const typed = String(form.get('atSeconds') ?? '')
  return { atSeconds: typed === '' ? Number.NaN : Number(typed) }
}

function readWord(raw: string): keyof typeof asked {
  if (Object.hasOwn(asked, raw)) return raw as keyof typeof asked
  throw new Response(null, { status: 400 })
}
