import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { BlockedSection } from '#app/settings/blocked-section.tsx'
import { changeSettings } from '#app/settings/change-settings.server.ts'
import { AvatarSection, CreatorSection, ProfileSection, TrainingSection } from '#app/settings/profile-sections.tsx'
import type { SectionResult } from '#app/settings/section.tsx'
import { settingsAccount } from '#app/settings/settings-account.server.ts'
import { SettingsPage } from '#app/settings/settings-page.tsx'
import { pageOfHash, settingsPage } from '#app/settings/settings-pages.ts'
import { settingsResult, submitSection } from '#app/settings/settings-result.ts'
import { SupportSection } from '#app/settings/support-section.tsx'
import { displayName } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Route } from './+types/settings'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () =>
  head(settingsPage.profile.title, 'Manage your profile, password and data on Hoshi.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = settingsAccount({ context, url })
  if (!account) return null
  const { creators, engagement, publicUrl } = context.get(hoshiContext)
  const hasProfile = mayHaveProfile(account)
  const [profile, blocked] = await Promise.all([
    hasProfile ? creators.find(account.uid) : null,
    hasProfile ? engagement.comments.blocked(account) : null,
  ])
  return {
    mayBecomeCreator: !account.isCreator,
    profile: profile && {
      username: profile.username,
      bio: profile.bio,
      patreonUrl: profile.patreonUrl,
      supportLinks: profile.supportLinks,
      url: `${publicUrl}/creator/${account.uid}`,
      avatarUrl: profile.avatarUrl,
      name: displayName(profile),
      trainingReserved: profile.trainingReserved,
      madeByPeople: profile.madeByPeople,
    },
    blocked,
    saved: url.searchParams.get('saved'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeSettings(context, request)
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitSection(request, serverAction)
}

export default function ProfileSettings({ loaderData, actionData }: Route.ComponentProps) {
  useOlderLink()
  const result = settingsResult(actionData, loaderData?.saved)
  if (!loaderData) return <SignedOut result={result} />
  const { profile, blocked } = loaderData
  return (
    <SettingsPage page="profile" result={result}>
      {profile && <ProfileSection profile={profile} result={result} />}
      {profile && <AvatarSection name={profile.name} url={profile.avatarUrl} result={result} />}
      {profile && <SupportSection links={profile.supportLinks} profileUrl={profile.url} result={result} />}
      {profile && <TrainingSection profile={profile} result={result} />}
      {loaderData.mayBecomeCreator && <CreatorSection result={result} />}
      {blocked && <BlockedSection blocked={blocked} result={result} />}
    </SettingsPage>
  )
}

/** Follows a link to a section that was on this page once, such as `/settings#password` in a mail. */
function useOlderLink(): void {
  const navigate = useNavigate()
  const { hash } = useLocation()
  useEffect(() => {
    const page = pageOfHash(hash)
    if (page !== null && page !== 'profile') void navigate(`${settingsPage[page].path}${hash}`, { replace: true })
  }, [navigate, hash])
}

/** Shown when the session ended while a form was open: the message, and the submitted values of the profile. */
function SignedOut({ result }: { result: SectionResult }) {
  return (
    <SettingsPage page="profile" result={result}>
      {keptForm(result)}
    </SettingsPage>
  )
}

function keptForm(result: SectionResult) {
  const { refused } = result
  if (refused?.section === 'profile' && refused.values) {
    return <ProfileSection profile={refused.values} result={result} />
  }
  return refused?.section === 'creator' ? <CreatorSection result={result} /> : null
}
