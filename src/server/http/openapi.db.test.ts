import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

interface Operation {
  summary?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: { additionalProperties?: unknown } }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema: object }> }>
}

interface Description {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

let site: TestHoshi
let description: Description
let operations: { name: string; path: string; operation: Operation }[]

beforeAll(async () => {
  const environment = { ROLE: 'web', STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'a-token' }
  site = await createTestHoshi({ environment })
  const answer = await fetch(`${site.url}/api/openapi.json`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  description = (await answer.json()) as Description
  operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  )
})

afterAll(() => site?.close())

test('the description is OpenAPI 3.1 and names this server', () => {
  expect(description.openapi).toMatch(/^3\.1\.\d$/)
  expect(description.info).toMatchObject({ title: 'Hoshi', version: '1' })
  expect(description.servers).toEqual([{ url: site.url }])
})

test('every call of the contract is described', () => {
  const promised = [
    'POST /api/v1/accounts',
    'PUT /api/v1/me/password',
    'GET /api/v1/creators/{uid}',
    'POST /api/v1/videos',
    'GET /api/v1/videos/{uid}',
    'POST /api/v1/videos/{uid}/retry',
    'DELETE /api/v1/videos/{uid}',
    'GET /api/v1/episodes',
    'POST /api/v1/episodes',
    'GET /api/v1/episodes/{id}',
    'DELETE /api/v1/episodes/{id}',
    'POST /api/v1/episodes/{id}/views',
    'POST /client/v4/accounts/{account}/stream/direct_upload',
    'GET /client/v4/accounts/{account}/stream/{uid}',
  ]
  expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(promised))
})

test('every call says what it does, what it answers, and how it refuses', () => {
  expect(operations).not.toEqual([])
  for (const { name, operation } of operations) {
    expect(operation.summary, name).toBeTruthy()
    const statuses = Object.keys(operation.responses)
    expect(
      statuses.some((status) => /^2\d\d$/.test(status)),
      name,
    ).toBe(true)
    const unexplained = statuses.filter((status) => !operation.responses[status]?.description)
    expect(unexplained, name).toEqual([])
    const refusal = name.includes(' /client/') ? 'application/json' : 'application/problem+json'
    expect(operation.responses.default?.content?.[refusal], name).toBeDefined()
  }
})

test('every part of a path is a required parameter, and no parameter is without a schema', () => {
  expect(operations).not.toEqual([])
  for (const { name, path, operation } of operations) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part)
    const parameters = operation.parameters ?? []
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name).sort(), name).toEqual(parts.sort())
    expect(
      inPath.filter(({ required }) => required !== true),
      name,
    ).toEqual([])
    expect(
      parameters.filter(({ schema }) => !schema),
      name,
    ).toEqual([])
  }
})

test('bodies are required JSON that takes no unknown field, or pictures', () => {
  const withBody = operations.filter(({ operation }) => operation.requestBody)
  expect(withBody.length).toBeGreaterThanOrEqual(5)
  for (const { name, operation } of withBody) expect(operation.requestBody?.required, name).toBe(true)
  const typesOf = ({ operation }: { operation: Operation }) => Object.keys(operation.requestBody?.content ?? {})
  const ofPictures = withBody.filter((each) => typesOf(each).every((type) => type.startsWith('image/')))
  expect(ofPictures.flatMap(typesOf)).toContain('image/png')
  const ofFields = withBody.filter((each) => !ofPictures.includes(each))
  expect(ofFields.length).toBeGreaterThanOrEqual(5)
  for (const { name, operation } of ofFields) {
    const schema = operation.requestBody?.content['application/json']?.schema
    expect(schema?.additionalProperties, name).toBe(false)
  }
})

test('every reference leads somewhere', () => {
  const text = JSON.stringify(description)
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
  expect(references.length).toBeGreaterThan(0)
  const known = Object.keys(description.components.schemas).map((name) => `#/components/schemas/${name}`)
  for (const reference of references) expect(known).toContain(reference)
})

test('a name stands for an object; where null may stand instead, that place says so', () => {
  const schemas = Object.entries(description.components.schemas) as [string, { type?: unknown }][]
  expect(schemas.length).toBeGreaterThan(5)
  expect(schemas.filter(([, { type }]) => type !== 'object').map(([name]) => name)).toEqual([])
})
