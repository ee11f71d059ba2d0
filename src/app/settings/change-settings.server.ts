import { data, type RouterContextProvider, redirect } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { type PictureForm, readTyped, type TypedFields, withPictureForm } from '#app/read-form.server.ts'
import { refusedFrom } from '#app/refused.server.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import { type ProfileWords, type RefusedSection, readSection, type Section } from './settings-state.ts'

/** Does what one form of the settings screen asks; leads back to the screen, or tells what was refused. */
export async function changeSettings(context: Readonly<RouterContextProvider>, request: Request) {
  const { account } = context.get(visitContext)
  let section: Section = 'profile'
  let asked: Section | null = null
  let words: ProfileWords | null = null
  try {
    if (!account || !mayHaveProfile(account)) {
      const fields = await readTyped(request)
      // Only a form with a picture is too large to be read.
      readAsked(fields.size > 0 ? fields : new Map([['section', 'picture']]))
      if (!account) throw new Refusal('identity.sign_in_required')
      return await change(named(), { fields, picture: new Blob() }, account, request, context)
    }
    const tooLarge = { code: 'creators.avatar_too_large', field: 'avatar' } as const
    return await withPictureForm(context, account, request, tooLarge, async (form) => {
      readAsked(form.fields)
      return await change(named(), form, account, request, context)
    })
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { refused, init } = refusedFrom(thrown)
    const answer: RefusedSection = { section, message: refused.message, field: refused.field, words }
    return data(answer, init)
  }

  function readAsked(fields: TypedFields): void {
    asked = readSection(fields.get('section') ?? null)
    section = asked ?? 'profile'
    if (section === 'profile' || section === 'creator') words = readWords(fields)
  }

  /** A form that was cut says nothing, and changes nothing. */
  function named(): Section {
    if (asked === null) throw new Refusal('request.unreadable')
    return asked
  }
}

async function change(
  section: Section,
  { fields, picture }: PictureForm,
  account: Account,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { identity, creators, avatars, exports } = context.get(hoshiContext)
  const from = { address: context.get(visitContext).address, cookie: request.headers.get('cookie') }
  const text = (name: string) => fields.get(name) ?? ''
  switch (section) {
    case 'profile':
      await creators.edit(account, wordsSent(fields))
      return redirect('/settings?saved=profile#profile')
    case 'creator':
      await creators.become(account, wordsSent(fields))
      return redirect('/settings?saved=creator#profile')
    case 'picture': {
      if (fields.has('remove')) {
        await avatars.remove(account)
        return redirect('/settings?saved=no-picture#picture')
      }
      await avatars.set(account, picture)
      return redirect('/settings?saved=picture#picture')
    }
    case 'password': {
      const passwords = { currentPassword: text('currentPassword'), newPassword: text('newPassword') }
      const { setCookies } = await identity.changePassword(account, passwords, from)
      return redirect('/settings?saved=password#password', { headers: cookies(setCookies) })
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

function readWords(fields: TypedFields): ProfileWords {
  const text = (name: string) => fields.get(name) ?? ''
  return { username: text('username'), bio: text('bio'), patreonUrl: text('patreonUrl') }
}

/** Those that the form holds: one that is missing is not one that was emptied. */
function wordsSent(fields: TypedFields): Partial<ProfileWords> {
  const words = Object.entries(readWords(fields)).filter(([name]) => fields.has(name))
  return Object.fromEntries(words)
}

function cookies(values: string[]): Headers {
  const headers = new Headers()
  for (const value of values) headers.append('Set-Cookie', value)
  return headers
}
