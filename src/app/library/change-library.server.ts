import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import { safeNext } from '#app/http/safe-next.ts'
import type { Account } from '#identity/account.ts'
import type { Library } from '#library/library.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { LibraryResult } from './library-forms.ts'

const nothing: LibraryResult = { removed: null, refused: null }

/** A missing field means none of the actions. */
const partialForm = () => new Refusal('request.unreadable')

/** Applies a form of the library, from its own screen or from another one, to which the URL then leads back. */
export async function changeLibrary(context: Readonly<RouterContextProvider>, request: Request, url: URL) {
  const next = safeNext(url.searchParams.get('next'))
  // A person who logs in first presses the button again.
  const account = requireAccount({ context, url: next ? new URL(next, url) : url })
  const form = await readForm(request)
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    const result = await change(context.get(hoshiContext).library, account, text)
    return next ? redirectTo(next) : result
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ ...nothing, refused }, init)
  }
}

async function change(library: Library, account: Account, text: (name: string) => string): Promise<LibraryResult> {
  const episodeId = text('episodeId')
  switch (text('intent')) {
    case 'keep':
      await library.keepForLater(account, episodeId)
      return nothing
    case 'remove from later':
      await library.removeFromLater(account, episodeId)
      return { ...nothing, removed: { list: 'later', episodeId } }
    case 'remove from history': {
      const removed = await library.removeFromHistory(account, episodeId)
      return { ...nothing, removed: removed && { list: 'history', ...removed } }
    }
    case 'restore': {
      const watchedAt = new Date(text('watchedAt'))
      const positionSeconds = text('positionSeconds') === '' ? Number.NaN : Number(text('positionSeconds'))
      if (Number.isNaN(watchedAt.getTime()) || !(positionSeconds >= 0)) throw partialForm()
      await library.restoreToHistory(account, { episodeId, positionSeconds, watchedAt })
      return nothing
    }
    case 'clear history':
      await library.clearHistory(account)
      return nothing
    case 'pause history': {
      const paused = text('paused')
      if (paused !== 'true' && paused !== 'false') throw partialForm()
      await library.pauseHistory(account, paused === 'true')
      return nothing
    }
    default:
      throw partialForm()
  }
}
