import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createStranger, type Person } from '#tests/support/http/person.ts'
import { send } from '#tests/support/worlds/moderated-site.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Two processes on one database. */
let site: TestHoshi
let node: TestHoshi
let admin: Person

beforeAll(async () => {
  site = await createTestHoshi()
  node = await createTestHoshi({ beside: site })
  admin = await createStaff(site, 'admin')
})

afterAll(async () => {
  await node?.close()
  await site?.close()
})

const setMode = async (signUp: 'open' | 'invite' | 'closed') => {
  expect(await send(admin, 'PATCH', '/admin/settings', { signUp })).toMatchObject({ status: 200, signUp })
  await expect.poll(() => node.hoshi.rooms.identity.signUpMode()).toBe(signUp)
}

beforeEach(() => setMode('invite'))

const invite = (uses = 1, more: object = {}) => send(admin, 'POST', '/admin/invitations', { uses, ...more })
const codeOf = async (uses?: number) => (await invite(uses)).code as string

const person = () => ({ email: `${newId()}@example.org`, password: 'correct horse battery', agreedToTerms: true })

async function signUp(invitation?: string, { url }: TestHoshi = site, fields: object = person()) {
  const body = { ...fields, ...(invitation !== undefined && { invitation }) }
  const response = await createStranger(url).call('POST', '/api/v1/accounts', body)
  return { status: response.status, ...((await response.json()) as { code?: string; field?: string }) }
}

async function listed() {
  const { invitations } = await send(admin, 'GET', '/admin/invitations')
  return invitations as { id: string; uses: number; usesLeft: number; expiresAt: string | null }[]
}

describe('an invitation', () => {
  test('lets as many people sign up as it was made for', async () => {
    const { id, code } = await invite(2)
    expect(await signUp(` ${code} `)).toMatchObject({ status: 201 })
    expect((await listed()).find((each) => each.id === id)).toMatchObject({ uses: 2, usesLeft: 1, expiresAt: null })
    expect(await signUp(code as string, node)).toMatchObject({ status: 201 })
    expect(await signUp(code as string)).toMatchObject({
      status: 403,
      code: 'identity.invitation_invalid',
      field: 'invitation',
    })
  })

  test('is needed, and has to be one', async () => {
    expect(await signUp()).toMatchObject({ status: 403, code: 'identity.invitation_required', field: 'invitation' })
    expect(await signUp(' ')).toMatchObject({ status: 403, code: 'identity.invitation_required' })
    expect(await signUp(newId())).toMatchObject({ status: 403, code: 'identity.invitation_invalid' })
  })

  test('gives its last use to one of two who sign up at once, on two nodes', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await codeOf()
      const both = await Promise.all([signUp(code, site), signUp(code, node)])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
    }
  })

  test('is not used up by a sign-up that is refused', async () => {
    const code = await codeOf()
    const taken = person()
    expect(await signUp(await codeOf(), site, taken)).toMatchObject({ status: 201 })
    expect(await signUp(code, site, taken)).toMatchObject({ status: 409, code: 'identity.email_taken' })
    expect(await signUp(code, site, { ...person(), password: 'short' })).toMatchObject({ status: 422 })
    expect(await signUp(code)).toMatchObject({ status: 201 })
  })

  test('ends at its time', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const { id, code } = await invite(1, { expiresAt })
    expect((await listed()).find((each) => each.id === id)).toMatchObject({ expiresAt })
    await queryDatabase(site.connectionString, 'update invitations set expires_at = now() where id = $1', [id])
    expect(await signUp(code as string)).toMatchObject({ status: 403, code: 'identity.invitation_invalid' })
  })

  test('ends when it is removed, with an entry for both', async () => {
    const { id, code } = await invite(3)
    const entries = async () => (await send(admin, 'GET', '/admin/audit?limit=2')).entries as Record<string, unknown>[]
    expect((await entries())[0]).toMatchObject({
      action: 'invitation.created',
      subject: { kind: 'site', id },
      before: {},
      after: { uses: 3, expiresAt: null },
    })
    expect((await admin.call('DELETE', `/api/v1/admin/invitations/${id}`)).status).toBe(204)
    expect((await entries())[0]).toMatchObject({ action: 'invitation.removed', before: { usesLeft: 3 }, after: {} })
    expect(await signUp(code as string)).toMatchObject({ status: 403 })
    expect(await send(admin, 'DELETE', `/admin/invitations/${id}`)).toMatchObject({
      status: 404,
      code: 'moderation.invitation_not_found',
    })
  })

  test('is stored as a hash, and its code is told once', async () => {
    const { id, code } = await invite()
    expect(code).toMatch(/^\w{26}$/)
    const rows = await queryDatabase<{ row: string }>(site.connectionString, 'select i::text as row from invitations i')
    expect(rows.filter(({ row }) => row.includes(id))).toHaveLength(1)
    expect(rows.filter(({ row }) => row.includes(code as string))).toEqual([])
    expect(JSON.stringify(await listed())).not.toContain(code)
    const audit = await queryDatabase<{ row: string }>(site.connectionString, 'select a::text as row from audit_log a')
    expect(audit.filter(({ row }) => row.includes(code as string))).toEqual([])
  })

  test('is for 1 to 1000 people until a time to come, and one of 200', async () => {
    for (const [body, code] of [
      [{ uses: 0 }, 'moderation.uses_invalid'],
      [{ uses: 1001 }, 'moderation.uses_invalid'],
      [{ uses: 'many' }, 'moderation.uses_invalid'],
      [{ uses: 1, expiresAt: '2020-01-01T00:00:00.000Z' }, 'moderation.expires_at_invalid'],
      [{ uses: 1, expiresAt: 'soon' }, 'moderation.expires_at_invalid'],
      [{}, 'moderation.uses_invalid'],
      [{ uses: 1, unknown: 1 }, 'request.invalid'],
    ] as const)
      expect(await send(admin, 'POST', '/admin/invitations', body)).toMatchObject({ status: 422, code })
    const fill = `insert into invitations (id, code_hash, uses, uses_left, created_at)
      select 'full' || n, 'full' || n, 1, 1, now() from generate_series(1, 200) as n`
    await queryDatabase(site.connectionString, fill)
    expect(await invite()).toMatchObject({ status: 409, code: 'moderation.too_many_invitations' })
    await queryDatabase(site.connectionString, `delete from invitations where id like 'full%'`)
  })
})

describe('closed sign-ups', () => {
  beforeEach(() => setMode('closed'))

  test('refuse everyone, a valid invitation too, before anything else', async () => {
    await setMode('invite')
    const code = await codeOf()
    await setMode('closed')
    for (const at of [site, node]) {
      expect(await signUp(code, at)).toMatchObject({ status: 403, code: 'identity.sign_up_closed' })
      expect(await signUp(code, at, { email: 'x', password: '' })).toMatchObject({ status: 403 })
    }
    const page = await createStranger(site.url).call('GET', '/signup')
    const text = await page.text()
    expect([page.status, text.includes('Sign-ups are closed for now.'), text.includes('Register')]).toEqual([
      200,
      true,
      false,
    ])
  })

  test('leave the command line and the link for the first admin', async () => {
    const { administration, identity } = site.hoshi.rooms
    const { email, password } = person()
    expect(await administration.accounts.create({ email, password, role: 'creator' })).toMatchObject({
      role: 'creator',
    })
    await queryDatabase(site.connectionString, `update users set role = 'viewer' where role = 'admin'`)
    const token = (await identity.issueFirstAdminToken())!
    const first = await administration.accounts.createFirstAdmin({ email: person().email, password }, token)
    expect(first.role).toBe('admin')
    await queryDatabase(site.connectionString, `update users set role = 'admin' where id = $1`, [admin.account.uid])
  })
})

test('open sign-ups take no invitation, and use none up', async () => {
  const { id, code } = await invite(1)
  await setMode('open')
  expect(await signUp()).toMatchObject({ status: 201 })
  expect(await signUp(code as string)).toMatchObject({ status: 201 })
  expect((await listed()).find((each) => each.id === id)).toMatchObject({ usesLeft: 1 })
})

test('the form has the code of its link, and keeps what was typed when it is refused', async () => {
  const code = await codeOf()
  const page = await createStranger(site.url).call('GET', `/signup?invitation=${code}`)
  expect(await page.text()).toContain(`value="${code}"`)
  const fields = { email: `${newId()}@example.org`, role: 'viewer', terms: 'on', username: 'Mika' }
  const post = async (invitation: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, password: 'correct horse battery', invitation }))
      form.set(name, value)
    return await createStranger(site.url).call('POST', '/signup', form)
  }
  const refused = await post('not-a-code')
  const text = await refused.text()
  expect(refused.status).toBe(403)
  for (const kept of ['not-a-code', fields.email, 'Mika']) expect(text).toContain(`value="${kept}"`)
  expect(text).toContain('This invitation is not valid.')
  const accepted = await post(code)
  expect([accepted.status, accepted.headers.get('location')]).toEqual([302, '/login?after=registered'])
})
