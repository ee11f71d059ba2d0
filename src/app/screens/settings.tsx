import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { safeNext } from '#app/http/safe-next.ts'
import { SIGN_IN_REQUIRED } from '#app/messages/failures.ts'
import { offersPasskeys } from '#app/passkeys/offers-passkeys.ts'
import { providerProblem } from '#app/provider/provider-problem.server.ts'
import { ExportSection, PasswordSection } from '#app/settings/account-sections.tsx'
import { BlockedSection } from '#app/settings/blocked-section.tsx'
import { changeSettings } from '#app/settings/change-settings.server.ts'
import { DeleteSection } from '#app/settings/delete-section.tsx'
import { EmailSection } from '#app/settings/email-section.tsx'
import { FirstPasswordSection } from '#app/settings/first-password-section.tsx'
import { ImportSection } from '#app/settings/import-section.tsx'
import { MutedSection } from '#app/settings/muted-section.tsx'
import { NotificationSection } from '#app/settings/notification-section.tsx'
import { NsfwSection } from '#app/settings/nsfw-section.tsx'
import { PasskeysSection } from '#app/settings/passkeys-section.tsx'
import { AvatarSection, CreatorSection, ProfileSection, TrainingSection } from '#app/settings/profile-sections.tsx'
import { ProviderSection } from '#app/settings/provider-section.tsx'
import { RecoverySection } from '#app/settings/recovery-section.tsx'
import type { SectionResult } from '#app/settings/section.tsx'
import { SessionsSection } from '#app/settings/sessions-section.tsx'
import { readSaved, readSection, type ShownOnce } from '#app/settings/settings-state.ts'
import { importProblem, showImport } from '#app/settings/show-import.server.ts'
import { SupportSection } from '#app/settings/support-section.tsx'
import { TwoStepSection } from '#app/settings/two-step-section.tsx'
import { VerifySection } from '#app/settings/verify-section.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { displayName } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Route } from './+types/settings'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () => head('Settings', 'Manage your profile, password and data on Hoshi.')

export async function loader({ context, request, url }: Route.LoaderArgs) {
  // If the session has ended, the action returns the message and the submitted values.
  const { isSubmission, account: signedIn } = context.get(pageRequestContext)
  if (isSubmission && !signedIn) return null
  const account = requireAccount({ context, url })
  const { identity, creators, engagement, exports, imports, community, publicUrl } = context.get(hoshiContext)
  const [waysIn, providerLink, passkeys] = await Promise.all([
    identity.waysInOf(account),
    identity.providerLinkOf(account),
    identity.passkeysOf(account),
  ])
  const [
    awaitsVerification,
    profile,
    progress,
    lastImport,
    notifications,
    nsfw,
    blocked,
    muted,
    sessions,
    twoStep,
    emailState,
  ] = await Promise.all([
    identity.awaitsVerification(account),
    mayHaveProfile(account) ? creators.find(account.uid) : null,
    exports.progressOf(account),
    imports.progressOf(account),
    community.notificationSettings(account),
    identity.nsfwSettingOf(account),
    mayHaveProfile(account) ? engagement.comments.blocked(account) : null,
    engagement.notes.muted(account),
    identity.sessionsOf(account, request.headers),
    identity.twoStepOf(account),
    identity.emailStateOf(account),
  ])
  return {
    uid: account.uid,
    email: account.email,
    awaitsVerification,
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
    progress,
    lastImport: showImport(lastImport),
    importProblem: importProblem(url),
    notifications,
    nsfw,
    blocked,
    muted,
    hasPassword: waysIn.hasPassword,
    provider: identity.providerName !== null && {
      name: identity.providerName,
      linkedAt: providerLink?.linkedAt ?? null,
    },
    providerProblem: providerProblem(url),
    sessions,
    passkeys,
    hasPasskeySheet: identity.passkeyOrigin !== null || passkeys.length > 0,
    canAddPasskey: offersPasskeys(identity.passkeyOrigin, url),
    twoStep,
    emailState,
    now: new Date(),
    next: safeNext(url.searchParams.get('next')) ?? '',
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
  const refused = actionData && 'section' in actionData ? actionData : null
  const shown: ShownOnce | null = actionData && !('section' in actionData) ? actionData : null
  const result: SectionResult = {
    refused,
    saved: actionData ? null : readSaved(loaderData?.saved ?? null),
  }
  return (
    <div className="wrap page settings">
      <div className="settings-head">
        <h1 className="page-title">Settings</h1>
        {loaderData && <p className="settings-who">{loaderData.email}</p>}
        {loaderData && (
          <Contents
            awaitsVerification={loaderData.awaitsVerification}
            isCreator={loaderData.profile !== null}
            providerName={loaderData.provider ? loaderData.provider.name : null}
            hasPasskeySheet={loaderData.hasPasskeySheet}
            uid={loaderData.uid}
          />
        )}
      </div>
      <div className="settings-cards">
        {loaderData ? <Sections account={loaderData} result={result} shown={shown} /> : <SignedOut result={result} />}
      </div>
    </div>
  )
}

function Contents({
  awaitsVerification,
  isCreator,
  providerName,
  hasPasskeySheet,
  uid,
}: Record<'awaitsVerification' | 'isCreator' | 'hasPasskeySheet', boolean> & {
  providerName: string | null
  uid: string
}) {
  return (
    <nav className="settings-contents" aria-label="Settings">
      {awaitsVerification && <a href="#verify">Confirm your email address</a>}
      {isCreator && <a href="#profile">Profile</a>}
      {isCreator && <a href="#support">Support links</a>}
      {isCreator && <a href="#picture">Profile picture</a>}
      {isCreator && <a href="#training">AI training</a>}
      <a href="#notifications">Notifications</a>
      <a href="#nsfw">NSFW episodes</a>
      {isCreator && <a href="#blocked">Blocked from commenting</a>}
      <a href="#muted">Muted accounts</a>
      <a href="#password">Change password</a>
      {providerName !== null && <a href="#provider">{providerName}</a>}
      <a href="#sessions">Where you are logged in</a>
      {hasPasskeySheet && <a href="#passkeys">Passkeys</a>}
      <a href="#two-step">Two-step verification</a>
      <a href="#email">Email</a>
      {!isCreator && <a href="#creator">Become a creator</a>}
      <a href="#export">Your data</a>
      <a href="#import">Import an account</a>
      <a href="#delete">Delete my account</a>
      <Link to="/settings/reports">My reports</Link>
      <Link to="/settings/decisions">Decisions</Link>
      {isCreator && <Link to="/dashboard/credits">My credits</Link>}
      {isCreator && <Link to={`/creator/${uid}`}>View my profile</Link>}
    </nav>
  )
}

type Person = NonNullable<Route.ComponentProps['loaderData']>

function Sections({ account, result, shown }: { account: Person; result: SectionResult; shown: ShownOnce | null }) {
  const { profile, progress, mayBecomeCreator, blocked, twoStep } = account
  const setUp = shown?.setUp ?? result.refused?.setUp ?? null
  const newCodes = shown?.recoveryCodes ?? null
  return (
    <>
      {account.awaitsVerification && <VerifySection email={account.email} result={result} />}
      {profile && <ProfileSection profile={profile} result={result} />}
      {profile && <SupportSection links={profile.supportLinks} profileUrl={profile.url} result={result} />}
      {profile && <AvatarSection name={profile.name} url={profile.avatarUrl} result={result} />}
      {profile && <TrainingSection profile={profile} result={result} />}
      <NotificationSection settings={account.notifications} result={result} />
      <NsfwSection setting={account.nsfw} next={account.next} result={result} />
      {blocked && <BlockedSection blocked={blocked} result={result} />}
      <MutedSection muted={account.muted} result={result} />
      {account.hasPassword ? <PasswordSection result={result} /> : <FirstPasswordSection />}
      {account.provider && <ProviderSection {...account.provider} problem={account.providerProblem} result={result} />}
      <SessionsSection sessions={account.sessions} now={account.now} result={result} />
      {account.hasPasskeySheet && (
        <PasskeysSection passkeys={account.passkeys} canAdd={account.canAddPasskey} now={account.now} result={result} />
      )}
      <TwoStepSection isOn={twoStep.isOn} setUp={setUp} result={result} />
      {twoStep.isOn && <RecoverySection usedCodes={twoStep.usedCodes} newCodes={newCodes} result={result} />}
      <EmailSection email={account.email} state={account.emailState} result={result} />
      {mayBecomeCreator && <CreatorSection result={result} />}
      <ExportSection progress={progress} result={result} />
      <ImportSection state={account.lastImport} problem={account.importProblem} isCreator={profile !== null} />
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
