import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { displayName } from '#creators/creator.ts'
import type { Account } from '#identity/account.ts'
import { linkOf } from './credits-form.ts'

/** The people that the editor suggests, each once: those credited before, then creators that the account follows. */
export interface CreditSuggestions {
  names: string[]
  /** A profile as it is typed, with the name to recognise it by. */
  profiles: { link: string; name: string }[]
}

const FOLLOWED_MAX = 60

export async function loadSuggestions(
  context: Readonly<RouterContextProvider>,
  account: Account,
): Promise<CreditSuggestions> {
  const { catalog, community } = context.get(hoshiContext)
  const [people, { creators }] = await Promise.all([
    catalog.credits.before(account),
    community.followedCreators(account, { limit: FOLLOWED_MAX }),
  ])
  const known = [
    ...people.map(({ name, link }) => ({ name, link: link && linkOf(link) })),
    ...creators.map((creator) => ({ name: displayName(creator), link: linkOf(creator) })),
  ]
  const profiles = new Map<string, string>()
  for (const { name, link } of known) if (link !== null && !profiles.has(link)) profiles.set(link, name)
  return {
    names: [...new Set(known.map(({ name }) => name))],
    profiles: [...profiles].map(([link, name]) => ({ link, name })),
  }
}
