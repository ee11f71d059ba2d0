import type { RouterContextProvider } from 'react-router'
import { commentsPath, readCommentsUrl } from '#app/comments/comments-url.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { loginPath } from '#app/http/login-path.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedForm, refusePage } from '#app/http/refused.server.ts'
import type { Account } from '#identity/account.ts'
import { isWriteOfAccount } from '#identity/may-write.ts'
import { Refusal } from '#platform/refusal.ts'
import { chooseNsfw, isNsfwIntent, type NsfwIntent } from './nsfw-choice.server.ts'

/** The forms of the page by their `intent`, with their other fields. */
const fieldsByIntent = {
  like: [],
  unlike: [],
  write: ['text'],
  reply: ['text', 'comment'],
  edit: ['text', 'comment'],
  delete: ['comment'],
  'like comment': ['comment'],
  'unlike comment': ['comment'],
  pin: ['comment'],
  unpin: ['comment'],
  hide: ['comment'],
  show: ['comment'],
  block: ['comment'],
  'open comments': [],
  'close comments': [],
  'show nsfw': [],
  'always show nsfw': [],
} as const satisfies Record<string, readonly ('text' | 'comment')[]>

type Intent = keyof typeof fieldsByIntent

/** Fields of the page's forms; `text` is shown again when it is refused. */
interface Fields {
  intent: Intent
  text: string
  /** The comment that the form is about; empty for a new comment. */
  comment: string
}

/** Handles the forms of the watch page as they work without scripts; each leads back to its place. */
export async function handleWatchForm(context: Readonly<RouterContextProvider>, episodeId: string, request: Request) {
  const fields = readFields(await readForm(request))
  const { sort } = readCommentsUrl(new URL(request.url).searchParams)
  const backTo = (comment: string | null) => commentsPath(episodeId, { sort, comment })
  const { account } = context.get(pageRequestContext)
  if (account && !isWriteOfAccount(`POST /watch/:episodeId#${fields.intent}`))
    await context.get(hoshiContext).identity.ensureMayWrite(account).catch(refusePage)
  if (isNsfwIntent(fields.intent)) return await chooseNsfw(context, episodeId, request, fields.intent)
  try {
    if (!account && fields.text === '') throw redirectTo(loginPath(backTo(fields.comment || null)))
    if (!account) throw new Refusal('identity.sign_in_required')
    return redirectTo(backTo(await apply(context, account, episodeId, { ...fields, intent: fields.intent })))
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return refusedForm(thrown, fields)
  }
}

function readFields(form: FormData): Fields {
  const read = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const intent = read('intent')
  if (intent === null || !isIntent(intent)) refusePartialForm()
  const isMissing = (name: string) => read(name) === null
  if (fieldsByIntent[intent].some(isMissing)) refusePartialForm()
  return { intent, text: read('text') ?? '', comment: read('comment') ?? '' }
}

function isIntent(intent: string): intent is Intent {
  return Object.hasOwn(fieldsByIntent, intent)
}

/** @returns the comment to lead back to; null for the whole section */
async function apply(
  context: Readonly<RouterContextProvider>,
  account: Account,
  episodeId: string,
  { intent, text, comment }: Fields & { intent: Exclude<Intent, NsfwIntent> },
): Promise<string | null> {
  const { engagement, catalog } = context.get(hoshiContext)
  const changes: Record<Exclude<Intent, 'write' | 'reply' | 'delete' | NsfwIntent>, () => Promise<unknown>> = {
    like: () => engagement.likes.add(account, episodeId),
    unlike: () => engagement.likes.remove(account, episodeId),
    edit: () => engagement.comments.edit(account, comment, text),
    'like comment': () => engagement.comments.like(account, comment, true),
    'unlike comment': () => engagement.comments.like(account, comment, false),
    pin: () => engagement.comments.pin(account, comment, true),
    unpin: () => engagement.comments.pin(account, comment, false),
    hide: () => engagement.comments.hide(account, comment, true),
    show: () => engagement.comments.hide(account, comment, false),
    'open comments': () => catalog.edit(account, episodeId, { commentsOpen: true }),
    'close comments': () => catalog.edit(account, episodeId, { commentsOpen: false }),
    block: async () => {
      const { author } = await engagement.comments.find(comment, account)
      await engagement.comments.block(account, author.uid, true)
    },
  }
  if (intent === 'write') return (await engagement.comments.write(account, episodeId, text)).id
  if (intent === 'reply') return (await engagement.comments.write(account, episodeId, text, { parentId: comment })).id
  if (intent === 'delete') {
    await engagement.comments.remove(account, comment)
    return null
  }
  await changes[intent]()
  return comment || null
}
