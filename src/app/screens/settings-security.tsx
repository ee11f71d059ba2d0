import { hoshiContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { offersPasskeys } from '#app/passkeys/offers-passkeys.ts'
import { providerProblem } from '#app/provider/provider-problem.server.ts'
import { PasswordSection } from '#app/settings/account-sections.tsx'
import { changeSettings } from '#app/settings/change-settings.server.ts'
import { EmailSection } from '#app/settings/email-section.tsx'
import { FirstPasswordSection } from '#app/settings/first-password-section.tsx'
import { PasskeysSection } from '#app/settings/passkeys-section.tsx'
import { ProviderSection } from '#app/settings/provider-section.tsx'
import { RecoverySection } from '#app/settings/recovery-section.tsx'
import type { SectionResult } from '#app/settings/section.tsx'
import { SessionsSection } from '#app/settings/sessions-section.tsx'
import { settingsAccount } from '#app/settings/settings-account.server.ts'
import { SettingsPage } from '#app/settings/settings-page.tsx'
import { settingsPage } from '#app/settings/settings-pages.ts'
import { settingsResult, submitSection } from '#app/settings/settings-result.ts'
import { TwoStepSection } from '#app/settings/two-step-section.tsx'
import { VerifySection } from '#app/settings/verify-section.tsx'
import type { Route } from './+types/settings-security'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () =>
  head(settingsPage.security.title, 'Manage your email address, your password and where you are logged in.')

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const account = settingsAccount({ context, url })
  if (!account) return null
  const { identity } = context.get(hoshiContext)
  const [waysIn, providerLink, passkeys, awaitsVerification, sessions, twoStep, emailState] = await Promise.all([
    identity.waysInOf(account),
    identity.providerLinkOf(account),
    identity.passkeysOf(account),
    identity.awaitsVerification(account),
    identity.sessionsOf(account, request.headers),
    identity.twoStepOf(account),
    identity.emailStateOf(account),
  ])
  return {
    email: account.email,
    emailState,
    awaitsVerification,
    hasPassword: waysIn.hasPassword,
    provider: identity.providerName !== null && {
      name: identity.providerName,
      linkedAt: providerLink?.linkedAt ?? null,
    },
    providerProblem: providerProblem(url),
    passkeys,
    hasPasskeySheet: identity.passkeyOrigin !== null || passkeys.length > 0,
    canAddPasskey: offersPasskeys(identity.passkeyOrigin, url),
    twoStep,
    sessions,
    now: new Date(),
    saved: url.searchParams.get('saved'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeSettings(context, request)
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitSection(request, serverAction)
}

export default function SecuritySettings({ loaderData, actionData }: Route.ComponentProps) {
  const result = settingsResult(actionData, loaderData?.saved)
  return (
    <SettingsPage page="security" result={result}>
      {loaderData && <Sections account={loaderData} result={result} />}
    </SettingsPage>
  )
}

type Person = NonNullable<Route.ComponentProps['loaderData']>

function Sections({ account, result }: { account: Person; result: SectionResult }) {
  const { email, emailState, passkeys, twoStep, now } = account
  const { refused, shown } = result
  return (
    <>
      {account.awaitsVerification && <VerifySection email={email} result={result} />}
      <EmailSection email={email} state={emailState} result={result} />
      {account.hasPassword ? <PasswordSection result={result} /> : <FirstPasswordSection />}
      {account.provider && <ProviderSection {...account.provider} problem={account.providerProblem} result={result} />}
      {account.hasPasskeySheet && (
        <PasskeysSection passkeys={passkeys} canAdd={account.canAddPasskey} now={now} result={result} />
      )}
      <TwoStepSection isOn={twoStep.isOn} setUp={shown?.setUp ?? refused?.setUp ?? null} result={result} />
      {twoStep.isOn && (
        <RecoverySection usedCodes={twoStep.usedCodes} newCodes={shown?.recoveryCodes ?? null} result={result} />
      )}
      <SessionsSection sessions={account.sessions} now={now} result={result} />
    </>
  )
}
