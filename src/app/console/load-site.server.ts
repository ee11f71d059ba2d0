import type { RouterContextProvider } from 'react-router'
import { signInAgainPath } from '#app/auth/sign-in-again-path.ts'
import { hoshiContext } from '#app/http/context.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { isRefusal } from '#platform/refusal.ts'
import { siteDoneSentence } from './site-url.ts'

/** Reads the data of the page of settings. */
export async function loadSite(
  context: Readonly<RouterContextProvider>,
  { pathname, search, searchParams }: URL,
  headers: Headers,
) {
  const { administration, identity } = context.get(hoshiContext)
  // Asked before the form is filled in, so that no words are lost.
  await identity.requireRecentSignIn(headers).catch((thrown) => {
    if (isRefusal(thrown) && thrown.code === 'identity.sign_in_again')
      throw redirectTo(signInAgainPath(pathname + search))
    throw thrown
  })
  const [settings, invitations] = await Promise.all([administration.settings.read(), administration.invitations.list()])
  return { settings, invitations, done: siteDoneSentence(searchParams), now: new Date() }
}
