import { data, type RouterContextProvider } from 'react-router'
import { afterDeletionUrl } from '#app/auth/after-deletion.ts'
import { signInAgainPath } from '#app/auth/sign-in-again-path.ts'
import { callerOf } from '#app/http/caller-of.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { collectProblems } from '#app/http/field-problems.server.ts'
import { type ImageForm, readTextFields, withImageForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import { safeNext } from '#app/http/safe-next.ts'
import { themeCookie } from '#app/http/theme-cookie.ts'
import type { SavedForm } from '#app/messages/settings.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import { digests, type NotificationSettings } from '#community/notification.ts'
import type { SupportLinkFields } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import { readChangedFields } from '#creators/profile-fields.ts'
import type { Account } from '#identity/account.ts'
import type { NsfwChoice } from '#identity/adult.ts'
import type { Caller } from '#identity/caller.ts'
import { isWriteOfAccount } from '#identity/may-write.ts'
import { readTheme } from '#identity/theme.ts'
import type { FormFields } from '#platform/form-file.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { changePasskeys } from './change-passkeys.server.ts'
import { changeProvider } from './change-provider.server.ts'
import { shownKinds } from './notification-kinds.ts'
import { refusePartial } from './refuse-partial.ts'
import { savedUrl, sectionUrl } from './settings-pages.ts'
import {
  type DeletionForm,
  type NsfwForm,
  type ProfileValues,
  profileLabels,
  type RefusedSection,
  readSection,
  type SectionName,
  type ShownOnce,
  type TwoStepSetUp,
} from './settings-state.ts'
import { readSupportForm } from './support-form.ts'
import { showSetUp } from './two-step-set-up.server.ts'

/** Handles one form of Settings: redirects back to its page, or returns the refusal. */
export async function changeSettings(context: Readonly<RouterContextProvider>, request: Request) {
  const { account } = context.get(pageRequestContext)
  let section: SectionName = 'profile'
  let requested: SectionName | null = null
  let values: ProfileValues | null = null
  let links: SupportLinkFields[] | undefined
  let email: string | undefined
  let nsfw: NsfwForm | undefined
  let deletion: DeletionForm | undefined
  let setUp: TwoStepSetUp | undefined
  try {
    if (!account || !mayHaveProfile(account)) {
      const fields = await readTextFields(request)
      // Only the form with an image can be too large to be read.
      readSectionFields(fields.size > 0 ? fields : new Map([['section', 'picture']]))
      if (!account) throw new Refusal('identity.sign_in_required')
      return await change(
        requireSection(),
        { fields, hasImageField: true, image: new Blob() },
        account,
        request,
        context,
      )
    }
    const tooLarge = { code: 'creators.avatar_too_large', field: 'avatar' } as const
    return await withImageForm(context, account, request, tooLarge, async (form) => {
      readSectionFields(form.fields)
      return await change(requireSection(), form, account, request, context)
    })
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { refused, init } = refusedFrom(thrown)
    if (refused.code === 'identity.sign_in_again') return redirectTo(signInAgainPath(sectionUrl(section)))
    const result: RefusedSection = {
      // A picture is refused before the section of its form is known.
      section: refused.field === 'avatar' ? 'picture' : section,
      message: refused.message,
      field: refused.field,
      values,
      profileProblems: profileProblems(values, refused.field),
      ...(links && { links }),
      ...(email !== undefined && { email }),
      ...(nsfw && { nsfw }),
      ...(deletion && { deletion }),
      ...(setUp && { setUp }),
    }
    return data(result, init)
  }

  function readSectionFields(fields: FormFields): void {
    requested = readSection(fields.get('section') ?? null)
    section = requested ?? 'profile'
    if (section === 'profile' || section === 'creator') values = readValues(fields)
    if (section === 'two-step') setUp = showSetUp(fields.get('uri') ?? '') ?? undefined
    if (section === 'email') email = fields.get('email')
    if (section === 'nsfw') nsfw = readNsfwForm(fields)
    if (section === 'delete') deletion = readDeletionForm(fields) ?? undefined
    if (section === 'support') links = readSupportForm(fields) ?? undefined
  }

  /** The section that the form names. @throws Refusal for a truncated form, which names none */
  function requireSection(): SectionName {
    return requested ?? refusePartial()
  }
}

async function change(
  section: SectionName,
  { fields, hasImageField, image }: ImageForm,
  account: Account,
  request: Request,
  context: Readonly<RouterContextProvider>,
) {
  const { identity, creators, avatars, exports, community, engagement, publicUrl } = context.get(hoshiContext)
  const from = callerOf(context, request)
  const text = (name: string) => fields.get(name) ?? ''
  if (!isWriteOfAccount(`POST /settings#${section}`)) await identity.ensureMayWrite(account)
  switch (section) {
    case 'verify':
      await identity.sendVerificationLink(account)
      return redirectTo(savedUrl('verify'))
    case 'profile':
      await creators.edit(account, submittedValues(fields))
      return redirectTo(savedUrl('profile'))
    case 'support':
      await creators.edit(account, { supportLinks: readSupportForm(fields) ?? refusePartial() })
      return redirectTo(savedUrl('support'))
    case 'creator':
      // A profile may be made without a name, but not by a truncated form.
      if (!fields.has('username')) refusePartial()
      await creators.becomeCreator(account, submittedValues(fields))
      return redirectTo(savedUrl('creator'))
    case 'picture': {
      if (fields.has('remove')) {
        await avatars.remove(account)
        return redirectTo(savedUrl('no-picture'))
      }
      if (!hasImageField) refusePartial()
      await avatars.set(account, image)
      return redirectTo(savedUrl('picture'))
    }
    case 'training':
      // The last field of the form: without it, a box that was cut off would count as unchecked.
      if (!fields.has('complete')) refusePartial()
      await creators.edit(account, {
        trainingReserved: fields.has('reserved'),
        madeByPeople: fields.has('madeByPeople'),
      })
      return redirectTo(savedUrl('training'))
    case 'notifications':
      await community.changeNotificationSettings(account, readNotificationSettings(fields))
      return redirectTo(savedUrl('notifications'))
    case 'theme': {
      const theme = readTheme(fields.get('theme')) ?? refusePartial()
      await identity.changeTheme(account, theme)
      const isSecure = publicUrl.startsWith('https:')
      return redirectTo(savedUrl('theme'), { headers: cookies([themeCookie(theme, isSecure)]) })
    }
    case 'nsfw': {
      const next = fields.get('next') ?? refusePartial()
      await identity.changeNsfwSetting(account, nsfwChoiceOf(readNsfwForm(fields)))
      return redirectTo(safeNext(next) ?? savedUrl('nsfw'))
    }
    case 'feed':
      // The last field of the form.
      if (!fields.has('renew')) refusePartial()
      await community.renewFeedKey(account)
      return redirectTo(savedUrl('feed'))
    case 'blocked':
      await engagement.comments.block(account, fields.get('unblock') ?? refusePartial(), false)
      return redirectTo(savedUrl('unblocked'))
    case 'muted':
      await engagement.notes.mute(account, fields.get('unmute') ?? refusePartial(), false)
      return redirectTo(savedUrl('unmuted'))
    case 'password': {
      const passwords = { currentPassword: text('currentPassword'), newPassword: text('newPassword') }
      const { setCookies } = await identity.changePassword(account, passwords, from)
      return redirectTo(savedUrl('password'), { headers: cookies(setCookies) })
    }
    case 'provider':
      return await changeProvider(context, account, fields, from)
    case 'sessions': {
      const ended = fields.get('end') ?? refusePartial()
      if (ended === 'others') await identity.endOtherSessions(account, request.headers)
      else await identity.endOwnSession(account, ended)
      return redirectTo(savedUrl(ended === 'others' ? 'others-ended' : 'session-ended'))
    }
    case 'passkeys':
      return redirectTo(savedUrl(await changePasskeys(context, account, fields, request.headers)))
    case 'two-step':
      return await changeTwoStep(context, account, fields, from)
    case 'recovery': {
      const recoveryCodes = await identity.newRecoveryCodes(account, { password: text('password') }, from)
      return data({ recoveryCodes } satisfies ShownOnce)
    }
    case 'email':
      return redirectTo(savedUrl(await changeEmail(context, account, fields, from)))
    case 'export':
      await exports.request(account)
      return redirectTo(sectionUrl('export'))
    case 'delete': {
      const { when, isConfirmed } = readDeletionForm(fields) ?? refusePartial()
      const now = when === 'now'
      if (now && !isConfirmed) throw new Refusal('identity.deletion_not_confirmed', { field: 'confirmed' })
      const { erasesAt, setCookies } = await identity.deleteAccount(account, { password: text('password'), now }, from)
      return redirectTo(afterDeletionUrl(erasesAt), { headers: cookies(setCookies) })
    }
  }
}

/** Secrets and recovery codes are in no URL: the page that answers the form shows them. */
async function changeTwoStep(
  context: Readonly<RouterContextProvider>,
  account: Account,
  fields: FormFields,
  from: Caller,
) {
  const { identity } = context.get(hoshiContext)
  const [password = '', code = ''] = [fields.get('password'), fields.get('code')]
  switch (fields.get('do')) {
    case 'set-up':
      return data<ShownOnce>({ setUp: showSetUp(await identity.setUpTwoStep(account, { password }, from))! })
    case 'turn-on': {
      const { setCookies, recoveryCodes } = await identity.turnOnTwoStep(account, { code }, from)
      return data<ShownOnce>({ recoveryCodes }, { headers: cookies(setCookies) })
    }
    case 'turn-off': {
      const { setCookies } = await identity.turnOffTwoStep(account, { password }, from)
      return redirectTo(savedUrl('two-step-off'), { headers: cookies(setCookies) })
    }
    default:
      return refusePartial()
  }
}

async function changeEmail(
  context: Readonly<RouterContextProvider>,
  account: Account,
  fields: FormFields,
  from: Caller,
): Promise<SavedForm> {
  const { identity } = context.get(hoshiContext)
  const [email, password] = [fields.get('email'), fields.get('password')]
  switch (fields.get('do')) {
    case 'change':
      if (email === undefined || password === undefined) refusePartial()
      await identity.requestEmailChange(account, { email, password }, from)
      return 'email-sent'
    case 'resend':
      await identity.resendEmailLink(account)
      return 'email-sent'
    case 'cancel':
      await identity.cancelEmailChange(account)
      return 'email-cancelled'
    default:
      return refusePartial()
  }
}

/** An unchecked box is not part of a form: only a form that has all the rest means that it is off. */
function readNotificationSettings(fields: FormFields): Partial<NotificationSettings> {
  const kinds = shownKinds.map(({ kind }) => [kind, fields.has(kind)])
  const digest = digests.find((each) => each === fields.get('digest')) ?? refusePartial()
  return { ...Object.fromEntries(kinds), digest }
}

function readNsfwForm(fields: FormFields): NsfwForm {
  const text = (name: string) => fields.get(name) ?? ''
  return { always: fields.has('always'), birthYear: text('birthYear').trim(), next: text('next') }
}

function nsfwChoiceOf({ always, birthYear }: NsfwForm): NsfwChoice {
  return { always, ...(birthYear === '' ? {} : { birthYear: Number(birthYear) }) }
}

/** Null for a truncated form, which does not say when. */
function readDeletionForm(fields: FormFields): DeletionForm | null {
  const when = fields.get('when')
  return when === 'later' || when === 'now' ? { when, isConfirmed: fields.has('confirmed') } : null
}

function readValues(fields: FormFields): ProfileValues {
  const text = (name: string) => fields.get(name) ?? ''
  return { username: text('username'), bio: text('bio'), patreonUrl: text('patreonUrl') }
}

/** All that is wrong with the fields of a profile by themselves, in the order of the form, when one of them was refused. */
function profileProblems(values: ProfileValues | null, refused: string | null): FieldProblem[] {
  if (!values || refused === null || !Object.hasOwn(profileLabels, refused)) return []
  const { username, bio, patreonUrl } = values
  return collectProblems([
    () => readChangedFields({ username }),
    () => readChangedFields({ bio }),
    () => readChangedFields({ patreonUrl }),
  ])
}

/** Only the values in the form: a missing field leaves its value unchanged. */
function submittedValues(fields: FormFields): Partial<ProfileValues> {
  const values = Object.entries(readValues(fields)).filter(([name]) => fields.has(name))
  return Object.fromEntries(values)
}

function cookies(values: string[]): Headers {
  const headers = new Headers()
  for (const value of values) headers.append('Set-Cookie', value)
  return headers
}
