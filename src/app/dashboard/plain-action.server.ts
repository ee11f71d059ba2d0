import { type RouterContextProvider, redirect } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { refusedFrom } from '#app/refused.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { TypedWords } from './edit-form.tsx'
import type { Problem } from './problems.ts'
import { type TabId, tabAddress, tabOf } from './tabs.ts'
import { splitTags } from './tags.ts'

/** What a form without scripts led to when it did not succeed. */
export interface PlainAnswer {
  intent: 'edit' | 'delete' | 'retry'
  /** Of the episode. */
  id: string
  problem: Problem
  typed: TypedWords
  status: number
}

/** The dashboard's forms on a page whose scripts do not run. Success leads back to the list by a redirect. */
export async function plainAction(context: Readonly<RouterContextProvider>, request: Request): Promise<PlainAnswer> {
  const { account } = context.get(visitContext)
  const { catalog, video } = context.get(hoshiContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const id = text('id')
  const typed = { title: text('title'), description: text('description'), genre: text('genre'), tags: text('tags') }
  const intent = readIntent(text('intent'))
  try {
    if (!account) throw new Refusal('identity.sign_in_required')
    if (intent === 'edit') await catalog.edit(account, id, { ...typed, tags: splitTags(typed.tags) })
    else if (intent === 'delete') await catalog.remove(account, id)
    else await video.retry(account, (await catalog.find(id, account)).videoId)
  } catch (thrown) {
    const { refused, status } = refusedFrom(thrown)
    return { intent, id, problem: { detail: refused.message, field: refused.field }, typed, status }
  }
  throw redirect(tabAddress(cameFrom(request)))
}

function readIntent(raw: string): PlainAnswer['intent'] {
  if (raw === 'edit' || raw === 'delete' || raw === 'retry') return raw
  throw new Response(null, { status: 400 })
}

function cameFrom(request: Request): TabId {
  return tabOf(new URL(request.url).searchParams)
}
