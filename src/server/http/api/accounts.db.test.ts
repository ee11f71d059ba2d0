import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, createStranger } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi()
})

afterAll(() => site?.close())

let made = 0
const newcomer = (fields: object = {}) => {
  made += 1
  const email = `newcomer${made}@example.org`
  return { email, password: 'correct horse battery', role: 'creator', agreedToTerms: true, ...fields }
}
const signUp = (fields: object = {}) => createStranger(site.url).call('POST', '/api/v1/accounts', newcomer(fields))

describe('signing up', () => {
  test('answers with the account and nothing secret', async () => {
    const answer = await signUp({ email: 'Mika@Example.ORG', username: 'Mika', patreonUrl: 'https://patreon.com/mika' })
    expect(answer.status).toBe(201)
    const account = (await answer.json()) as { uid: string }
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
      joinedAt: expect.stringMatching(/Z$/),
      founderBadge: false,
      episodeCount: 0,
      totalViews: 0,
      genres: [],
    })
  })

  test('with an address that has an account is a conflict, also at the same moment', async () => {
    const same = newcomer({ email: 'twice@example.org' })
    const ask = (email: string) => createStranger(site.url).call('POST', '/api/v1/accounts', { ...same, email })
    const answers = await Promise.all([ask('twice@example.org'), ask('Twice@Example.org'), ask(' twice@example.org ')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await (await ask('TWICE@example.org')).json()).toMatchObject({
      status: 409,
      code: 'identity.email_taken',
      field: 'email',
      detail: 'An account with this email address already exists.',
    })
  })

  test('knows viewer and creator, and no other role', async () => {
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
      const answer = await signUp({ role })
      expect(await answer.json(), JSON.stringify(role)).toMatchObject({
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
  ])('refuses %s beside its field', async (_what, fields, field, code) => {
    const answer = await signUp(fields)
    expect(await answer.json()).toMatchObject({ status: 422, code, field })
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
  test('begins with a cookie that scripts and other sites do not get, and ends on the server', async () => {
    const person = await createPerson(site.url, 'viewer')
    const entered = await createStranger(site.url).call('POST', '/api/auth/sign-in/email', {
      email: person.email,
      password: person.password,
    })
    const [line = ''] = entered.headers.getSetCookie()
    expect(line).toMatch(/^hoshi_session=/)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(line).toContain(attribute)
    expect(line).not.toMatch(/secure|domain=/i)
    const Cookie = line.split(';')[0]!
    const session = async () => {
      const answer = await fetch(`${site.url}/api/auth/get-session`, { headers: { Cookie } })
      return (await answer.json()) as { user: { id: string; role: string } } | null
    }
    expect((await session())?.user).toMatchObject({ id: person.account.uid, role: 'viewer' })
    const left = await createStranger(site.url).call('POST', '/api/auth/sign-out', {}, { Cookie })
    expect(left.status).toBe(200)
    expect(await session()).toBeNull()
  })

  test('is one sentence away from nobody: unknown address and wrong password sound alike', async () => {
    const { email } = await createPerson(site.url, 'viewer')
    const enter = async (address: string) => {
      const stranger = createStranger(site.url)
      const answer = await stranger.call('POST', '/api/auth/sign-in/email', { email: address, password: 'wrong one' })
      const { requestId, ...rest } = (await answer.json()) as Record<string, unknown>
      expect(requestId).toBeTruthy()
      return rest
    }
    const wrong = await enter(email)
    expect(wrong).toMatchObject({ status: 401, code: 'identity.sign_in_failed' })
    expect(await enter('nobody@example.org')).toEqual(wrong)
  })

  test('ends everywhere with a new password, which arrives by mail', async () => {
    const person = await createPerson(site.url, 'viewer')
    const stranger = createStranger(site.url)
    const asked = await stranger.call('POST', '/api/auth/request-password-reset', { email: person.email })
    const unknown = await stranger.call('POST', '/api/auth/request-password-reset', { email: 'nobody@example.org' })
    expect([asked.status, await asked.text()]).toEqual([unknown.status, await unknown.text()])
    await expect.poll(() => site.mails.map(({ to }) => to)).toEqual([person.email])
    const [link = '', token = ''] = /http\S+token=(\S+)/.exec(site.mails[0]!.text) ?? []
    expect(link).toContain(`${site.config.publicUrl}/reset-password?token=`)
    const reset = () => stranger.call('POST', '/api/auth/reset-password', { token, newPassword: 'another password' })
    expect((await reset()).status).toBe(200)
    expect(await (await reset()).json()).toMatchObject({ status: 422, code: 'identity.reset_link_invalid' })
    expect(await (await person.call('GET', '/api/auth/get-session')).json()).toBeNull()
    const enter = (password: string) =>
      stranger.call('POST', '/api/auth/sign-in/email', { email: person.email, password })
    expect((await enter(person.password)).status).toBe(401)
    expect((await enter('another password')).status).toBe(200)
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
