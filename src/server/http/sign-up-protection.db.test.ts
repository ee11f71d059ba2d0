import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { solveProof } from '#app/proof/solve-proof.ts'
import type { ProofChallenge } from '#platform/proof-challenge.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStranger } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
const typed = {
  email: 'aya@mail.throwaway.example',
  password: 'a good password',
  role: 'creator',
  bio: 'Paints slowly.',
}

beforeAll(async () => {
  const path = join(tmpdir(), `hoshi-disposable-${process.pid}.txt`)
  await writeFile(path, 'throwaway.example\n')
  site = await createTestHoshi({ environment: { DISPOSABLE_MAIL_FILE: path } })
})
afterAll(() => site?.close())

/** Sends the form of the page without scripts. */
async function postForm(fields: Record<string, string>, url = site.url): Promise<{ status: number; page: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...typed, terms: 'on', ...fields })) form.set(name, value)
  const response = await createStranger(url).call('POST', '/signup', form)
  return { status: response.status, page: await response.text() }
}

const callApi = (fields: Record<string, unknown>) =>
  createStranger(site.url).call('POST', '/api/v1/accounts', { ...typed, agreedToTerms: true, ...fields })
const accounts = () => queryDatabase(site.connectionString, 'select 1 from users')

test('an address of a disposable mail service is refused, and the form keeps what was typed', async () => {
  expect(await (await callApi({})).json()).toMatchObject({
    status: 422,
    code: 'identity.email_disposable',
    field: 'email',
    detail: 'This address belongs to a disposable email service. Please use a permanent address.',
  })
  const { status, page } = await postForm({})
  expect(status).toBe(422)
  expect(page).toContain('This address belongs to a disposable email service.')
  expect(page).toContain('value="aya@mail.throwaway.example"')
  expect(page).toContain('Paints slowly.</textarea>')
  expect(await accounts()).toEqual([])
})

test('the form refuses a value in its hidden field, and comes back without it', async () => {
  const email = 'rin@kept.example'
  const { status, page } = await postForm({ email, homepage: 'https://spam.example' })
  expect(status).toBe(422)
  expect(page).toContain('A hidden field was filled in, so nothing was saved. Please press Register again.')
  expect(page).toContain(`value="${email}"`)
  expect(page).not.toContain('spam.example')
  expect(await accounts()).toEqual([])
  expect((await postForm({ email, homepage: '' })).status).toBe(302)
  expect(await accounts()).toHaveLength(1)
})

test('the API has no such field', async () => {
  const refused = await callApi({ email: 'noa@kept.example', homepage: '' })
  expect(await refused.json()).toMatchObject({ code: 'request.invalid', field: 'homepage' })
})

test('a busy network repeats the call with a proof, in the header or in the field of the form', async () => {
  const busy = await createTestHoshi({ callsWithoutProof: 1 })
  onTestFinished(() => busy.close())
  const account = (name: string) => ({ ...typed, email: `${name}@kept.example`, agreedToTerms: true })
  const call = (name: string, headers = {}) =>
    createStranger(busy.url).call('POST', '/api/v1/accounts', account(name), headers)
  expect((await call('aya')).status).toBe(201)

  const refused = await call('rin')
  const problem = (await refused.json()) as { proof: ProofChallenge }
  expect(problem).toMatchObject({ status: 428, title: 'Precondition Required', code: 'request.proof_required' })
  expect(problem.proof).toEqual({ challenge: expect.any(String), bits: expect.any(Number) })
  const headers = { 'proof-of-work': solveProof(problem.proof) }
  expect((await call('rin', headers)).status).toBe(201)
  expect((await call('noa', headers)).status).toBe(428)
  // A call that is refused for another reason costs neither a proof nor a free call.
  expect((await call('no address', headers)).status).toBe(422)

  const email = 'noa@kept.example'
  const { status, page } = await postForm({ email }, busy.url)
  expect(status).toBe(428)
  expect(page).toContain('There is a lot of activity from your network')
  expect(page).toContain(`value="${email}"`)
  const { proof } = (await (await call('noa')).json()) as { proof: ProofChallenge }
  expect((await postForm({ email, proof: solveProof(proof) }, busy.url)).status).toBe(302)
})
