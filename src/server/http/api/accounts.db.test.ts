import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, createStranger } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
})

afterAll(() => site?.close())

let nextNumber = 0
const newcomer = (fields: object = {}) => {
  nextNumber += 1
  const email = `newcomer${nextNumber}@example.org`
  return { email, password: 'correct horse battery', role: 'creator', agreedToTerms: true, ...fields }
}
const signUp = (fields: object = {}) => createStranger(site.url).call('POST', '/api/v1/accounts', newcomer(fields))

describe('signing up', () => {
  test('returns the account and nothing secret', async () => {
    const response = await signUp({
      email: 'Mika@Example.ORG',
      username: 'Mika',
      patreonUrl: 'https://patreon.com/mika',
    })
    expect(response.status).toBe(201)
    const account = (await response.json()) as { uid: string }
    expect(account).toEqual({
      uid: expect.any(String),
      email: 'mika@example.org',
      role: 'creator',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const profile = await (await createStranger(site.url).call('GET', `/api/v1/creators/${account.uid}`)).json()
    expect(profile).toEqual({
      uid: account.uid,
      username: 'Mika',
      bio: '',
      avatarUrl: '',
      patreonUrl: 'https://patreon.com/mika',
      supportLinks: [{ label: 'Patreon', url: 'https://patreon.com/mika', host: 'patreon.com', verified: false }],
      joinedAt: expect.stringMatching(/Z$/),
      founderBadge: false,
      madeByPeople: false,
      episodeCount: 0,
      totalViews: 0,
      followers: 0,
      genres: [],
    })
  })

  test('with an email address that has an account is a conflict, also concurrently', async () => {
    const same = newcomer({ email: 'twice@example.org' })
    const ask = (email: string) => createStranger(site.url).call('POST', '/api/v1/accounts', { ...same, email })
    const responses = await Promise.all([
      ask('twice@example.org'),
      ask('Twice@Example.org'),
      ask(' twice@example.org '),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await (await ask('TWICE@example.org')).json()).toMatchObject({
      status: 409,
      code: 'identity.email_taken',
      field: 'email',
      detail: 'An account with this email address already exists.',
    })
  })

  test('accepts the roles viewer and creator, and no other', async () => {
    for (const role of [
      'admin',
      'moderator',
      'Creator',
      '',
      'creator ',
      ['creator'],
      { in: 'creator' },
      null,
      1,
      true,
    ]) {
      const response = await signUp({ role })
      expect(await response.json(), JSON.stringify(role)).toMatchObject({
        status: 422,
        code: 'identity.role_unknown',
        field: 'role',
        detail: 'The account type must be Viewer or Creator.',
      })
    }
  })

  test.each([
    ['no agreement', { agreedToTerms: false }, 'agreedToTerms', 'identity.terms_not_agreed'],
    ['no address', { email: 'mika' }, 'email', 'identity.email_invalid'],
    ['an address with a line break', { email: 'mika@example.org\nBcc: x@y.zz' }, 'email', 'identity.email_invalid'],
    ['no password', { password: '' }, 'password', 'identity.password_required'],
    ['a short password', { password: '1234567' }, 'password', 'identity.password_too_short'],
    ['a long password', { password: 'x'.repeat(129) }, 'password', 'identity.password_too_long'],
    ['NUL in the name', { username: 'Mi\0ka' }, 'username', 'creators.username_invalid'],
    ['a long name', { username: 'x'.repeat(41) }, 'username', 'creators.username_invalid'],
    ['NUL in the bio', { bio: 'a\0' }, 'bio', 'creators.bio_invalid'],
    ['a long bio', { bio: 'x'.repeat(1001) }, 'bio', 'creators.bio_invalid'],
    ['a script as support link', { patreonUrl: 'javascript:alert(1)' }, 'patreonUrl', 'creators.support_link_invalid'],
    ['a hidden script', { patreonUrl: ' JaVaScRiPt:alert(1)' }, 'patreonUrl', 'creators.support_link_invalid'],
    ['data as support link', { patreonUrl: 'data:text/html,x' }, 'patreonUrl', 'creators.support_link_invalid'],
    ['a link with a password', { patreonUrl: 'https://a:b@c.example' }, 'patreonUrl', 'creators.support_link_invalid'],
    ['a link without a scheme', { patreonUrl: '//evil.example' }, 'patreonUrl', 'creators.support_link_invalid'],
  ])('refuses %s with the name of its field', async (_what, fields, field, code) => {
    const response = await signUp(fields)
    expect(await response.json()).toMatchObject({ status: 422, code, field })
  })

  test('refuses a username that is taken in another spelling', async () => {
    expect((await signUp({ username: 'Star Maker' })).status).toBe(201)
    expect(await (await signUp({ username: 'ＳＴＡＲ  maker' })).json()).toMatchObject({
      status: 409,
      code: 'creators.username_taken',
      field: 'username',
    })
  })
})

describe('a session', () => {
  test('begins with a cookie hidden from scripts and other sites, and ends on the server', async () => {
    const person = await createPerson(site.url, 'viewer')
    const signedIn = await createStranger(site.url).call('POST', '/api/auth/sign-in/email', {
      email: person.email,
      password: person.password,
    })
    const [line = ''] = signedIn.headers.getSetCookie()
    expect(line).toMatch(/^hoshi_session=/)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(line).toContain(attribute)
    expect(line).not.toMatch(/secure|domain=/i)
    const Cookie = line.split(';')[0]!
    const session = async () => {
      const response = await fetch(`${site.url}/api/auth/get-session`, { headers: { Cookie } })
      return (await response.json()) as { user: { id: string; role: string } } | null
    }
    expect((await session())?.user).toMatchObject({ id: person.account.uid, role: 'viewer' })
    const signedOut = await createStranger(site.url).call('POST', '/api/auth/sign-out', {}, { Cookie })
    expect(signedOut.status).toBe(200)
    expect(await session()).toBeNull()
  })

  test('is refused with the same message for an unknown email address and a wrong password', async () => {
    const { email } = await createPerson(site.url, 'viewer')
    const signIn = async (email: string) => {
      const stranger = createStranger(site.url)
      const response = await stranger.call('POST', '/api/auth/sign-in/email', { email, password: 'wrong one' })
      const { requestId, ...rest } = (await response.json()) as Record<string, unknown>
      expect(requestId).toBeTruthy()
      return rest
    }
    const wrong = await signIn(email)
    expect(wrong).toMatchObject({ status: 401, code: 'identity.sign_in_failed' })
    expect(await signIn('nobody@example.org')).toEqual(wrong)
  })

  test('ends everywhere when the password is reset by mail', async () => {
    const person = await createPerson(site.url, 'viewer')
    const stranger = createStranger(site.url)
    const known = await stranger.call('POST', '/api/auth/request-password-reset', { email: person.email })
    const unknown = await stranger.call('POST', '/api/auth/request-password-reset', { email: 'nobody@example.org' })
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    await expect.poll(() => site.mails.map(({ to }) => to)).toEqual([person.email])
    const [link = '', token = ''] = /http\S+token=(\S+)/.exec(site.mails[0]!.text) ?? []
    expect(link).toContain(`${site.config.publicUrl}/reset-password?token=`)
    const reset = () => stranger.call('POST', '/api/auth/reset-password', { token, newPassword: 'another password' })
    expect((await reset()).status).toBe(200)
    expect(await (await reset()).json()).toMatchObject({ status: 422, code: 'identity.reset_link_invalid' })
    expect(await (await person.call('GET', '/api/auth/get-session')).json()).toBeNull()
    const signIn = (password: string) =>
      stranger.call('POST', '/api/auth/sign-in/email', { email: person.email, password })
    expect((await signIn(person.password)).status).toBe(401)
    expect((await signIn('another password')).status).toBe(200)
  })

  test('is replaced when its owner changes the password', async () => {
    const person = await createPerson(site.url, 'viewer')
    const change = (currentPassword: string) =>
      person.call('PUT', '/api/v1/me/password', { currentPassword, newPassword: 'another password' })
    expect(await (await change('wrong one')).json()).toMatchObject({
      status: 403,
      code: 'identity.password_wrong',
      field: 'currentPassword',
    })
    expect((await change(person.password)).status).toBe(204)
    expect((await change('another password')).status).toBe(204)
  })
})
