import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodiesOf, type NamedOperation, operationsOf, readDescription } from '#tests/support/http/api-description.ts'
import { compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createDescribedCalls, type DescribedCalls } from '#tests/support/http/described-calls.ts'
import { createStranger } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let operations: NamedOperation[]
let api: DescribedCalls

beforeAll(async () => {
  site = await createTestHoshi({ environment: compatibleApiSettings })
  const description = await readDescription(site.url)
  operations = operationsOf(description).filter(({ path }) => path.startsWith('/client/'))
  api = createDescribedCalls(description)
})

afterAll(() => site?.close())

test('every body and every response of the compatible API has an example that matches its schema', () => {
  expect(bodiesOf(operations).length).toBeGreaterThan(12)
  expect(api.invalidExamples(operations)).toEqual([])
})

test('the server accepts the examples of requests and responds as described', async () => {
  const program = createStranger(site.url)
  const example = (operationId: string) =>
    operations.find(({ operation }) => operation.operationId === operationId)?.operation.requestBody?.content[
      'application/json'
    ]?.example
  const account = compatibleApiSettings.STREAM_ACCOUNT_ID
  const headers = { Authorization: `Bearer ${compatibleApiSettings.STREAM_API_TOKEN}` }
  const ask = (operationId: string, at = {}) =>
    api.call(program, operationId, { at: { account, ...at }, headers, body: example(operationId) })

  const requested = await ask('serviceDirectUpload')
  const { uid } = (requested.body as unknown as { result: { uid: string } }).result
  const statuses = {
    requested: requested.status,
    edited: (await ask('serviceEditVideo', { uid })).status,
    found: (await ask('serviceGetVideo', { uid })).status,
    listed: (await ask('serviceListVideos')).status,
    protocol: (await ask('serviceTusProtocol')).status,
    deleted: (await ask('serviceDeleteVideo', { uid })).status,
    gone: (await ask('serviceGetVideo', { uid })).status,
  }
  const done = { requested: 200, edited: 200, found: 200, listed: 200, protocol: 204, deleted: 200 }
  expect(statuses).toEqual({ ...done, gone: 404 })
})
