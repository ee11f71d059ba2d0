import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { tokenIn } from '#tests/support/worlds/test-identity.server.ts'

let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
})
afterAll(() => site?.close())

let count = 0
/** An address that nobody else has. */
const newAddress = () => `new${++count}.${process.pid}@studio.example`

const ask = ({ call, password }: Person, email: string) => call('PUT', '/api/v1/me/email', { email, password })
const mailsTo = (address: string) => site.mails.filter(({ to }) => to === address)

/** The token of the newest link to an address, once that many were mailed. */
async function linkTo(address: string, mails = 1): Promise<string> {
  await eventually('the mail is sent', () => mailsTo(address).length === mails)
  return tokenIn(mailsTo(address).at(-1))
}

function post(person: Pick<Person, 'call'>, path: string, fields: Record<string, string>): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return person.call('POST', path, form)
}

const confirm = (token: string, person: Pick<Person, 'call'> = createStranger(site.url)) =>
  post(person, '/confirm-email', { token })
const signIn = async (email: string, password: string) =>
  (await createStranger(site.url).call('POST', '/api/auth/sign-in/email', { email, password })).status
const emailOf = async (person: Person) => {
  const session = (await (await person.call('GET', '/api/auth/get-session')).json()) as { user: { email: string } }
  return session.user.email
}

test('a new address counts once its link is opened and confirmed, and both addresses hear of it', async () => {
  const person = await createPerson(site.url, 'viewer')
  const { email: old, password } = person
  const email = newAddress()
  const asked = await ask(person, email.toUpperCase())
  expect([asked.status, await asked.json()]).toEqual([202, { email, expiresAt: expect.any(String) }])
  const token = await linkTo(email)
  await eventually('the notice is sent', () => mailsTo(old).length === 1)
  expect(mailsTo(old)[0]!.text).toContain(email)
  expect(mailsTo(old)[0]!.text).not.toContain(token)
  expect(await emailOf(person)).toBe(old)
  const page = await createStranger(site.url).call('GET', `/confirm-email?token=${token}`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(email)])
  expect([await signIn(old, password), await signIn(email, password)]).toEqual([200, 401])

  expect((await confirm(token)).headers.get('location')).toBe('/login?after=new-email')
  expect(await emailOf(person)).toBe(email)
  expect([await signIn(old, password), await signIn(email, password)]).toEqual([401, 200])
  const again = await confirm(token)
  expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('This link is no longer valid.')])
  const rows = await queryDatabase(site.connectionString, 'select 1 from email_changes where uid = $1', [
    person.account.uid,
  ])
  expect(rows).toEqual([])
})

test('is refused with a wrong password, an address that is none, one that is taken, and an old sign-in', async () => {
  const person = await createPerson(site.url, 'viewer')
  const other = await createPerson(site.url, 'viewer')
  const refusal = async (body: object) => (await person.call('PUT', '/api/v1/me/email', body)).json()
  const { password } = person
  expect(await refusal({ email: newAddress(), password: 'not this one' })).toMatchObject({
    status: 403,
    code: 'identity.password_wrong',
    field: 'password',
  })
  expect(await refusal({ email: 'nobody', password })).toMatchObject({ status: 422, code: 'identity.email_invalid' })
  expect(await refusal({ email: other.email, password })).toMatchObject({ status: 409, code: 'identity.email_taken' })
  const age = `update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`
  await queryDatabase(site.connectionString, age, [person.account.uid])
  expect(await refusal({})).toMatchObject({ status: 403, code: 'identity.sign_in_again' })
})

test('a link is void after a newer one, another address, a cancellation, a new password and a day', async () => {
  const person = await createPerson(site.url, 'viewer')
  const settings = (fields: Record<string, string>) =>
    post(person, '/settings/security', { section: 'email', ...fields })
  const isVoid = async (token: string) => expect((await confirm(token)).status).toBe(422)
  const [first, second] = [newAddress(), newAddress()]
  await ask(person, first)
  const old = await linkTo(first)
  expect((await settings({ do: 'resend' })).headers.get('location')).toBe('/settings/security?saved=email-sent#email')
  const newer = await linkTo(first, 2)
  await isVoid(old)
  await settings({ do: 'change', email: second, password: person.password })
  const other = await linkTo(second)
  await isVoid(newer)
  await settings({ do: 'cancel' })
  await isVoid(other)
  const none = await settings({ do: 'resend' })
  expect([none.status, await none.text()]).toEqual([
    404,
    expect.stringContaining('There is no new address to confirm.'),
  ])
  await ask(person, first)
  const beforePassword = await linkTo(first, 3)
  const newPassword = 'another password'
  await person.call('PUT', '/api/v1/me/password', { currentPassword: person.password, newPassword })
  await isVoid(beforePassword)
  await person.call('PUT', '/api/v1/me/email', { email: first, password: newPassword })
  const last = await linkTo(first, 4)
  await queryDatabase(site.connectionString, 'update email_changes set expires_at = now() where uid = $1', [
    person.account.uid,
  ])
  await isVoid(last)
  const sixth = await person.call('PUT', '/api/v1/me/email', { email: first, password: newPassword })
  expect([sixth.status, await sixth.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'identity.too_many_email_changes' }),
  ])
})

test('one of two accounts gets an address that both asked for', async () => {
  const people = [await createPerson(site.url, 'viewer'), await createPerson(site.url, 'viewer')] as const
  const email = newAddress()
  await ask(people[0], email)
  const first = await linkTo(email)
  await ask(people[1], email)
  const second = await linkTo(email, 2)
  const statuses = await Promise.all([confirm(first), confirm(second)].map(async (sent) => (await sent).status))
  expect(statuses.sort()).toEqual([302, 409])
})

test('a reset link that went to the old address is void after the change', async () => {
  const person = await createPerson(site.url, 'viewer')
  await person.call('POST', '/api/auth/request-password-reset', { email: person.email })
  const resetToken = await linkTo(person.email)
  const email = newAddress()
  await ask(person, email)
  await confirm(await linkTo(email), person)
  const reset = await person.call('POST', '/api/auth/reset-password', {
    token: resetToken,
    newPassword: 'stolen password',
  })
  expect([reset.status, await signIn(email, person.password)]).toEqual([422, 200])
})

test('the form of Settings keeps the typed address when it is refused, and lists the one that waits', async () => {
  const person = await createPerson(site.url, 'viewer')
  const email = newAddress()
  const send = (password: string) =>
    post(person, '/settings/security', { section: 'email', do: 'change', email, password })
  const refused = await send('not this one')
  const text = await refused.text()
  expect(refused.status).toBe(403)
  expect(text).toContain(`value="${email}"`)
  expect(text).toContain('The current password is incorrect.')
  expect((await send(person.password)).headers.get('location')).toBe('/settings/security?saved=email-sent#email')
  const page = await (await person.call('GET', '/settings/security?saved=email-sent')).text()
  expect(page).toContain('Not confirmed yet.')
  expect(page).toContain(`<b>${email}</b>`)
  const confirmed = await confirm(await linkTo(email), person)
  expect(confirmed.headers.get('location')).toBe('/settings/security?saved=email-confirmed#email')
})

test('a link that is none and a change that nobody asked for are refused', async () => {
  const { account } = await createPerson(site.url, 'viewer')
  const { identity } = site.hoshi.rooms
  const link = identity.confirmEmail({ token: 'x' }, { ip: '192.0.2.1' })
  await expect(link).rejects.toMatchObject({ code: 'identity.email_link_invalid' })
  await expect(identity.resendEmailLink(account)).rejects.toMatchObject({ code: 'identity.email_change_missing' })
})
