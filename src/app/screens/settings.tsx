import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { requireAccount } from '#app/guard.server.ts'
import { head } from '#app/head.ts'
import { SIGN_IN_REQUIRED } from '#app/messages/failures.ts'
import { submitOr } from '#app/no-response.ts'
import { DeleteSection, ExportSection, PasswordSection } from '#app/settings/account-sections.tsx'
import { BlockedSection } from '#app/settings/blocked-section.tsx'
import { changeSettings } from '#app/settings/change-settings.server.ts'
import { NotificationSection } from '#app/settings/notification-section.tsx'
import { AvatarSection, CreatorSection, ProfileSection } from '#app/settings/profile-sections.tsx'
import type { SectionResult } from '#app/settings/section.tsx'
import { readSaved, readSection } from '#app/settings/settings-state.ts'
import { SupportSection } from '#app/settings/support-section.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { displayName } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Route } from './+types/settings'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () => head('Settings', 'Your profile, your password and your data on Hoshi.')

export async function loader({ context, url }: Route.LoaderArgs) {
  // If the session has ended, the action returns the message and the submitted values.
  const { isSubmission, account: signedIn } = context.get(pageRequestContext)
  if (isSubmission && !signedIn) return null
  const account = requireAccount({ context, url })
  const { creators, engagement, exports, community, publicUrl } = context.get(hoshiContext)
  const [profile, progress, notifications, blocked] = await Promise.all([
    mayHaveProfile(account) ? creators.find(account.uid) : null,
    exports.progressOf(account),
    community.notificationSettings(account),
    mayHaveProfile(account) ? engagement.blockedAccounts(account) : null,
  ])
  return {
    uid: account.uid,
    email: account.email,
    mayBecomeCreator: account.role === 'viewer',
    profile: profile && {
      username: profile.username,
      bio: profile.bio,
      patreonUrl: profile.patreonUrl,
      supportLinks: profile.supportLinks,
      url: `${publicUrl}/creator/${account.uid}`,
      avatarUrl: profile.avatarUrl,
      name: displayName(profile),
    },
    progress,
    notifications,
    blocked,
    saved: url.searchParams.get('saved'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeSettings(context, request)
}

/** A form without a response shows the error in its own section. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const section = readSection(form.get('section')) ?? 'profile'
  return submitOr(serverAction, ({ message }) => ({ section, message, field: null, values: null }))
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const result: SectionResult = {
    refused: actionData ?? null,
    saved: actionData ? null : readSaved(loaderData?.saved ?? null),
  }
  return (
    <div className="wrap page settings">
      <div className="settings-head">
        <h1 className="page-title">Settings</h1>
        {loaderData && <p className="settings-who">{loaderData.email}</p>}
        {loaderData && <Contents isCreator={loaderData.profile !== null} uid={loaderData.uid} />}
      </div>
      <div className="settings-cards">
        {loaderData ? <Sections account={loaderData} result={result} /> : <SignedOut result={result} />}
      </div>
    </div>
  )
}

function Contents({ isCreator, uid }: { isCreator: boolean; uid: string }) {
  return (
    <nav className="settings-contents" aria-label="Settings">
      {isCreator && <a href="#profile">Profile</a>}
      {isCreator && <a href="#support">Support links</a>}
      {isCreator && <a href="#picture">Profile picture</a>}
      <a href="#notifications">Notifications</a>
      {isCreator && <a href="#blocked">Blocked from commenting</a>}
      <a href="#password">Change password</a>
      {!isCreator && <a href="#creator">Become a creator</a>}
      <a href="#export">Your data</a>
      <a href="#delete">Delete my account</a>
      {isCreator && <Link to="/dashboard/credits">My credits</Link>}
      {isCreator && <Link to={`/creator/${uid}`}>View my profile</Link>}
    </nav>
  )
}

type Person = NonNullable<Route.ComponentProps['loaderData']>

function Sections({ account, result }: { account: Person; result: SectionResult }) {
  const { profile, progress, mayBecomeCreator, blocked } = account
  return (
    <>
      {profile && <ProfileSection profile={profile} result={result} />}
      {profile && <SupportSection links={profile.supportLinks} profileUrl={profile.url} result={result} />}
      {profile && <AvatarSection name={profile.name} url={profile.avatarUrl} result={result} />}
      <NotificationSection settings={account.notifications} result={result} />
      {blocked && <BlockedSection blocked={blocked} result={result} />}
      <PasswordSection result={result} />
      {mayBecomeCreator && <CreatorSection result={result} />}
      <ExportSection progress={progress} result={result} />
      <DeleteSection isCreator={profile !== null} result={result} />
    </>
  )
}

/** Shown when the session ended while a form was open: the message, and the submitted values of the profile. */
function SignedOut({ result }: { result: SectionResult }) {
  const { refused } = result
  if (refused?.section === 'profile' && refused.values) {
    return <ProfileSection profile={refused.values} result={result} />
  }
  if (refused?.section === 'creator') return <CreatorSection result={result} />
  return <ErrorMessage>{refused?.message ?? SIGN_IN_REQUIRED}</ErrorMessage>
}
