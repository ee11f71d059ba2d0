import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { displayName } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Account } from '#identity/account.ts'
import type { FirstStepsData } from './first-steps.tsx'

/** How far a creator has come before the first episode; null for people who are no creators. */
export async function loadFirstSteps(
  context: Readonly<RouterContextProvider>,
  account: Account,
): Promise<FirstStepsData | null> {
  const creator = mayHaveProfile(account) ? await context.get(hoshiContext).creators.find(account.uid) : null
  if (!creator) return null
  return {
    name: displayName(creator),
    hasProfile: creator.avatarUrl !== '' && creator.bio !== '',
    hasSupportLink: creator.supportLinks.length > 0,
  }
}
