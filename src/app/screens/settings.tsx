import { Link } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { requireAccount } from '#app/guard.server.ts'
import { head } from '#app/head.ts'
import { DeleteSection, ExportSection, PasswordSection } from '#app/settings/account-sections.tsx'
import { changeSettings } from '#app/settings/change-settings.server.ts'
import { CreatorSection, PictureSection, ProfileSection } from '#app/settings/profile-sections.tsx'
import type { Answered } from '#app/settings/section.tsx'
import { readSection } from '#app/settings/settings-state.ts'
import { Message } from '#app/ui/field.tsx'
import { sendOr, unanswered } from '#app/unanswered.ts'
import { displayName } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Route } from './+types/settings'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () => head('Settings', 'Your profile, your password and your data on Hoshi.')

export async function loader({ context, url }: Route.LoaderArgs) {
  // A session that ended since gets its sentence from the action, and keeps what was typed.
  const { isSubmission, account: present } = context.get(visitContext)
  if (isSubmission && !present) return null
  const account = requireAccount({ context, url })
  const { creators, exports } = context.get(hoshiContext)
  const [profile, progress] = await Promise.all([
    mayHaveProfile(account) ? creators.find(account.uid) : null,
    exports.progressOf(account),
  ])
  return {
    uid: account.uid,
    email: account.email,
    mayBecomeCreator: account.role === 'viewer',
    profile: profile && {
      username: profile.username,
      bio: profile.bio,
      patreonUrl: profile.patreonUrl,
      avatarUrl: profile.avatarUrl,
      name: displayName(profile),
    },
    progress,
    saved: url.searchParams.get('saved'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeSettings(context, request)
}

/** A form that nobody answers says so in its own section. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const section = readSection(form.get('section')) ?? 'profile'
  return sendOr(serverAction, () => ({ section, message: unanswered.message, field: null, words: null }))
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const answered: Answered = { refused: actionData ?? null, saved: actionData ? null : (loaderData?.saved ?? null) }
  return (
    <div className="wrap page settings">
      <div className="settings-head">
        <h1 className="page-title">Settings</h1>
        {loaderData && <p className="settings-who">{loaderData.email}</p>}
        {loaderData && <Contents isCreator={loaderData.profile !== null} uid={loaderData.uid} />}
      </div>
      <div className="settings-sheets">
        {loaderData ? <Sheets person={loaderData} answered={answered} /> : <SignedOut answered={answered} />}
      </div>
    </div>
  )
}

function Contents({ isCreator, uid }: { isCreator: boolean; uid: string }) {
  return (
    <nav className="settings-contents" aria-label="Settings">
      {isCreator && <a href="#profile">Profile</a>}
      {isCreator && <a href="#picture">Profile picture</a>}
      <a href="#password">Change password</a>
      {!isCreator && <a href="#creator">Become a creator</a>}
      <a href="#export">Your data</a>
      <a href="#delete">Delete my account</a>
      {isCreator && <Link to={`/creator/${uid}`}>View my profile</Link>}
    </nav>
  )
}

type Person = NonNullable<Route.ComponentProps['loaderData']>

function Sheets({ person, answered }: { person: Person; answered: Answered }) {
  const { profile, progress, mayBecomeCreator } = person
  return (
    <>
      {profile && <ProfileSection profile={profile} answered={answered} />}
      {profile && <PictureSection name={profile.name} url={profile.avatarUrl} answered={answered} />}
      <PasswordSection answered={answered} />
      {mayBecomeCreator && <CreatorSection answered={answered} />}
      <ExportSection progress={progress} answered={answered} />
      <DeleteSection isCreator={profile !== null} answered={answered} />
    </>
  )
}

/** The session ended while a form was open: its sentence, and what was typed about a profile. */
function SignedOut({ answered }: { answered: Answered }) {
  const { refused } = answered
  if (refused?.section === 'profile' && refused.words) {
    return <ProfileSection profile={refused.words} answered={answered} />
  }
  if (refused?.section === 'creator') return <CreatorSection answered={answered} />
  return <Message>{refused?.message ?? 'You must be logged in.'}</Message>
}
