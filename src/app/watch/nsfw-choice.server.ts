import { type RouterContextProvider, redirect } from 'react-router'
import { loginPath } from '#app/auth/login-path.ts'
import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { refusePage } from '#app/refused.server.ts'

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
    return redirect(path, { headers: { 'Set-Cookie': catalog.showEpisode(request.headers.get('cookie'), id) } })
  if (!account) return redirect(loginPath(path))
  const { isAdult } = await identity.nsfwSettingOf(account)
  if (!isAdult) return redirect(`/settings?next=${encodeURIComponent(path)}#nsfw`)
  await identity.changeNsfwSetting(account, { always: true })
  return redirect(path)
}
