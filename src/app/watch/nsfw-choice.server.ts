import type { RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { loginPath } from '#app/http/login-path.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusePage } from '#app/http/refused.server.ts'

/** The choices of the gate before an adult episode: this one, or all while signed in. */
export const nsfwIntents = ['show nsfw', 'always show nsfw'] as const
export type NsfwIntent = (typeof nsfwIntents)[number]

export function isNsfwIntent(intent: string): intent is NsfwIntent {
  return (nsfwIntents as readonly string[]).includes(intent)
}

/**
 * Stores the choice and leads back to the episode: for this one in a signed cookie, for all in the account, which Settings
 * first asks for the year of birth.
 */
export async function chooseNsfw(
  context: Readonly<RouterContextProvider>,
  episodeId: string,
  request: Request,
  intent: NsfwIntent,
): Promise<Response> {
  const { catalog, identity } = context.get(hoshiContext)
  const { account } = context.get(pageRequestContext)
  const { id } = await catalog.find(episodeId, account).catch(refusePage)
  const path = `/watch/${id}${new URL(request.url).search}`
  if (intent === 'show nsfw')
    return redirectTo(path, { headers: { 'Set-Cookie': catalog.showEpisode(request.headers.get('cookie'), id) } })
  if (!account) return redirectTo(loginPath(path))
  const { isAdult } = await identity.nsfwSettingOf(account)
  if (!isAdult) return redirectTo(`/settings/watching?next=${encodeURIComponent(path)}#nsfw`)
  await identity.changeNsfwSetting(account, { always: true })
  return redirectTo(path)
}
