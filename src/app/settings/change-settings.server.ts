import { data, type RouterContextProvider, redirect } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { type FormFields, type ImageForm, readTextFields, withImageForm } from '#app/read-form.server.ts'
import { refusedFrom } from '#app/refused.server.ts'
import { digests, type NotificationSettings } from '#community/notification.ts'
import type { SupportLinkFields } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import { shownKinds } from './notification-kinds.ts'
import { type ProfileValues, type RefusedSection, readSection, type SectionName, savedUrl } from './settings-state.ts'
import { readSupportForm } from './support-form.ts'

/** Handles one form of the settings screen: redirects back to the screen, or returns the refusal. */
export async function changeSettings(context: Readonly<RouterContextProvider>, request: Request) {
  const { account } = context.get(pageRequestContext)
  let section: SectionName = 'profile'
  let requested: SectionName | null = null
  let values: ProfileValues | null = null
  let links: SupportLinkFields[] | undefined
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
    const result: RefusedSection = {
      section,
      message: refused.message,
      field: refused.field,
      values,
      ...(links && { links }),
    }
    return data(result, init)
  }

  function readSectionFields(fields: FormFields): void {
    requested = readSection(fields.get('section') ?? null)
    section = requested ?? 'profile'
    if (section === 'profile' || section === 'creator') values = readValues(fields)
    if (section === 'support') links = readSupportForm(fields) ?? undefined
  }

  /** The section that the form names. @throws Refusal for a truncated form, which names none */
  function requireSection(): SectionName {
    return requested ?? refusePartial()
  }
}

/** Refuses a truncated form: a field that it lacks neither names an action nor empties what is stored. */
function refusePartial(): never {
  throw new Refusal('request.unreadable')
}

async function change(
  section: SectionName,
  { fields, hasImageField, image }: ImageForm,
  account: Account,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { identity, creators, avatars, exports, community, engagement } = context.get(hoshiContext)
  const from = { ip: context.get(pageRequestContext).ip, cookie: request.headers.get('cookie') }
  const text = (name: string) => fields.get(name) ?? ''
  switch (section) {
    case 'profile':
      await creators.edit(account, submittedValues(fields))
      return redirect(savedUrl('profile'))
    case 'support':
      await creators.edit(account, { supportLinks: readSupportForm(fields) ?? refusePartial() })
      return redirect(savedUrl('support'))
    case 'creator':
      // A profile may be made without a name, but not by a truncated form.
      if (!fields.has('username')) refusePartial()
      await creators.becomeCreator(account, submittedValues(fields))
      return redirect(savedUrl('creator'))
    case 'picture': {
      if (fields.has('remove')) {
        await avatars.remove(account)
        return redirect(savedUrl('no-picture'))
      }
      if (!hasImageField) refusePartial()
      await avatars.set(account, image)
      return redirect(savedUrl('picture'))
    }
    case 'notifications':
      await community.changeNotificationSettings(account, readNotificationSettings(fields))
      return redirect(savedUrl('notifications'))
    case 'blocked':
      await engagement.blockFromCommenting(account, fields.get('unblock') ?? refusePartial(), false)
      return redirect(savedUrl('unblocked'))
    case 'password': {
      const passwords = { currentPassword: text('currentPassword'), newPassword: text('newPassword') }
      const { setCookies } = await identity.changePassword(account, passwords, from)
      return redirect(savedUrl('password'), { headers: cookies(setCookies) })
    }
    case 'export':
      await exports.request(account)
      return redirect('/settings#export')
    case 'delete': {
      const { setCookies } = await identity.deleteAccount(account, { password: text('password') }, from)
      return redirect('/login?after=account-deleted', { headers: cookies(setCookies) })
    }
  }
}

/** An unchecked box is not part of a form: only a form that has all the rest means that it is off. */
function readNotificationSettings(fields: FormFields): Partial<NotificationSettings> {
  const kinds = shownKinds.map(({ kind }) => [kind, fields.has(kind)])
  const digest = digests.find((each) => each === fields.get('digest')) ?? refusePartial()
  return { ...Object.fromEntries(kinds), digest }
}

function readValues(fields: FormFields): ProfileValues {
  const text = (name: string) => fields.get(name) ?? ''
  return { username: text('username'), bio: text('bio'), patreonUrl: text('patreonUrl') }
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
