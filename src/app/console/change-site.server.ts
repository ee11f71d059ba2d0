import { data, type RouterContextProvider } from 'react-router'
import { invitationPath } from '#administration/site/invitation.ts'
import { moderationModes, type SiteSettings } from '#administration/site/site-settings.ts'
import { signInAgainPath } from '#app/auth/sign-in-again-path.ts'
import { hoshiContext } from '#app/http/context.ts'
import { refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import { commentPolicies } from '#engagement/comments/comment-policy.ts'
import type { Account } from '#identity/account.ts'
import { signUpModes } from '#identity/sign-up-gate.ts'
import { DAY_MS } from '#platform/clock.ts'
import { isRefusal } from '#platform/refusal.ts'
import { settingsPath, settingsUrl } from './site-url.ts'

/** The fields of a form of the page, to show them again. */
export interface SiteValues {
  intent: string
  settings: SiteSettings | null
  uses: string
}

/** Handles one form of the page of settings: back to the page, the new code, or the refusal. */
export async function changeSite(
  context: Readonly<RouterContextProvider>,
  actor: Account,
  { headers, form }: { headers: Headers; form: FormData },
) {
  const { administration, identity, publicUrl } = context.get(hoshiContext)
  const text = (name: string) => String(form.get(name) ?? '')
  const intent = text('intent')
  const settings = intent === 'settings' ? readSettings(form) : null
  const values: SiteValues = { intent, settings, uses: text('uses') }
  try {
    if (settings) {
      await identity.requireRecentSignIn(headers)
      await administration.settings.change(actor, settings)
      return redirectTo(settingsUrl('settings'))
    }
    if (intent === 'invite') {
      const { code } = await administration.invitations.create(actor, readInvitation(form))
      // Not after a redirect: nothing tells the code again.
      return data({ refused: null, values, made: { code, url: publicUrl + invitationPath(code) } })
    }
    if (intent !== 'remove') refusePartialForm()
    await administration.invitations.remove(actor, text('id'))
    return redirectTo(settingsUrl('invitation'))
  } catch (thrown) {
    if (isRefusal(thrown) && thrown.code === 'identity.sign_in_again') return redirectTo(signInAgainPath(settingsPath))
    const { refused, init } = refusedFrom(thrown)
    return data({ refused, values, made: null }, init)
  }
}

function readSettings(form: FormData): SiteSettings {
  const one = <Choice extends string>(choices: readonly Choice[], name: string) =>
    choices.find((choice) => choice === form.get(name)) ?? refusePartialForm()
  const announcement = form.get('announcement')
  if (typeof announcement !== 'string') refusePartialForm()
  return {
    announcement,
    signUp: one(signUpModes, 'signUp'),
    moderation: one(moderationModes, 'moderation'),
    commentPolicy: one(commentPolicies, 'commentPolicy'),
  }
}

function readInvitation(form: FormData): { uses: number; expiresAt: Date | null } {
  const days = form.get('days')
  if (typeof days !== 'string' || !/^\d{0,3}$/.test(days)) refusePartialForm()
  const typed = String(form.get('uses') ?? '').trim()
  return {
    // Anything else than a number is refused as an impossible one.
    uses: /^\d{1,6}$/.test(typed) ? Number(typed) : 0,
    expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS),
  }
}
