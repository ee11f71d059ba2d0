import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ApiDescription,
  type NamedOperation,
  operationsOf,
  readDescription,
  textsOf,
} from '#tests/support/api-description.ts'
import { createDescribedCalls, type DescribedCalls } from '#tests/support/described-calls.ts'
import { dialectSettings } from '#tests/support/dialect.ts'
import { createStranger } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

let site: TestHoshi
let operations: NamedOperation[]
let description: ApiDescription
let api: DescribedCalls

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web', ...dialectSettings } })
  description = await readDescription(site.url)
  operations = operationsOf(description).filter(({ path }) => path.startsWith('/client/'))
  api = createDescribedCalls(description)
})

afterAll(() => site?.close())

test('every body and every answer of the compatible API has an example that is what its schema says', () => {
  const described = textsOf(operations)
  expect(described.length).toBeGreaterThan(12)
  expect(described.filter(({ content }) => content.example === undefined).map(({ name }) => name)).toEqual([])
  const wrong = described.flatMap(({ name, place, content }) =>
    api.mismatch([...place, 'schema'], content.example).map((message) => `${name}: ${message}`),
  )
  expect(wrong).toEqual([])
})

test('the examples of requests are taken by the server, which answers as described', async () => {
  const program = createStranger(site.url)
  const example = (operationId: string) =>
    operations.find(({ operation }) => operation.operationId === operationId)?.operation.requestBody?.content[
      'application/json'
    ]?.example
  const account = dialectSettings.STREAM_ACCOUNT_ID
  const headers = { Authorization: `Bearer ${dialectSettings.STREAM_API_TOKEN}` }
  const ask = (operationId: string, at = {}) =>
    api.call(program, operationId, { at: { account, ...at }, headers, body: example(operationId) })

  const asked = await ask('serviceDirectUpload')
  const { uid } = (asked.body as unknown as { result: { uid: string } }).result
  const answers = {
    asked: asked.status,
    edited: (await ask('serviceEditVideo', { uid })).status,
    found: (await ask('serviceGetVideo', { uid })).status,
    listed: (await ask('serviceListVideos')).status,
    deleted: (await ask('serviceDeleteVideo', { uid })).status,
    gone: (await ask('serviceGetVideo', { uid })).status,
  }
  expect(answers).toEqual({ asked: 200, edited: 200, found: 200, listed: 200, deleted: 200, gone: 404 })
})
