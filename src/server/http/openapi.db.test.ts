import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ApiDescription,
  type NamedOperation,
  operationsOf,
  readDescription,
} from '#tests/support/http/api-description.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let description: ApiDescription
let operations: NamedOperation[]

beforeAll(async () => {
  const environment = { ROLE: 'web', STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'a-token' }
  site = await createTestHoshi({ environment })
  description = await readDescription(site.url)
  operations = operationsOf(description)
})

afterAll(() => site?.close())

test('the description is OpenAPI 3.1 and names this server', () => {
  expect(description.openapi).toMatch(/^3\.1\.\d$/)
  expect(description.info).toMatchObject({ title: 'Hoshi', version: '1' })
  expect(description.servers).toEqual([{ url: site.url, description: 'This server' }])
})

test('every call of the contract is described', () => {
  const promised = [
    'POST /api/v1/accounts',
    'PUT /api/v1/me/password',
    'GET /api/v1/creators/{uid}',
    'POST /api/v1/videos',
    'GET /api/v1/videos/{uid}',
    'GET /api/v1/videos/{uid}/original',
    'POST /api/v1/videos/{uid}/retry',
    'DELETE /api/v1/videos/{uid}',
    'GET /api/v1/episodes',
    'POST /api/v1/episodes',
    'GET /api/v1/episodes/{id}',
    'DELETE /api/v1/episodes/{id}',
    'POST /api/v1/episodes/{id}/views',
    'POST /api/v1/episodes/{id}/watching',
    'GET /api/v1/me/analytics',
    'GET /api/v1/me/analytics.csv',
    'GET /api/v1/me/analytics/live',
    'POST /api/auth/sign-in/email',
    'POST /api/auth/sign-out',
    'GET /api/auth/get-session',
    'POST /api/auth/request-password-reset',
    'POST /api/auth/reset-password',
    'HEAD /api/uploads/{key}',
    'PATCH /api/uploads/{key}',
    'DELETE /api/uploads/{key}',
    'OPTIONS /api/uploads/{key}',
    'POST /api/uploads/{key}',
    'GET /healthz',
    'GET /readyz',
    'POST /client/v4/accounts/{account}/stream/direct_upload',
    'GET /client/v4/accounts/{account}/stream/{uid}',
  ]
  expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(promised))
})

test('every call describes its purpose, its responses and its refusals', () => {
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
  }
  // Calls for operators respond with their own state, and responses to HEAD have no body.
  const others = /^(HEAD |GET \/(healthz|readyz|api\/openapi\.json)$)/
  const refusing = operations.filter(({ name }) => !others.test(name))
  expect(refusing.length).toBeGreaterThan(35)
  for (const { name, operation } of refusing) {
    const refusal = name.includes(' /client/') ? 'application/json' : 'application/problem+json'
    expect(operation.responses.default?.content?.[refusal], name).toBeDefined()
  }
})

test('every call has a unique name, a described tag, and a description', () => {
  expect(operations.length).toBeGreaterThan(40)
  const known = description.tags.map(({ name }) => name)
  for (const { name, operation } of operations) {
    expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z]+$/)
    expect(known, name).toEqual(expect.arrayContaining(operation.tags ?? ['none']))
    expect(operation.description, name).toMatch(/\w.*\.$/s)
  }
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(known))
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

test('JSON bodies accept no unknown fields, and all other bodies are bytes', () => {
  const withBody = operations.filter(({ operation }) => operation.requestBody)
  const optional = withBody.filter(({ operation }) => operation.requestBody?.required !== true)
  expect(optional.map(({ name }) => name)).toEqual(['POST /api/auth/sign-out'])
  const typesOf = ({ operation }: NamedOperation) => Object.keys(operation.requestBody?.content ?? {})
  const ofFields = withBody.filter((each) => typesOf(each).includes('application/json'))
  expect(ofFields.length).toBeGreaterThanOrEqual(15)
  for (const { name, operation } of ofFields) {
    const schema = operation.requestBody?.content['application/json']?.schema
    expect(schema?.additionalProperties, name).toBe(false)
  }
  const ofBytes = withBody.filter((each) => !ofFields.includes(each))
  const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
  expect(Object.fromEntries(ofBytes.map((each) => [each.name, typesOf(each)]))).toEqual({
    'POST /api/v1/me/import': ['application/x-tar', 'application/octet-stream'],
    'PUT /api/v1/creators/me/avatar': imageTypes,
    'PUT /api/v1/series/{id}/poster': imageTypes,
    'POST /api/v1/episodes/{id}/subtitles': ['multipart/form-data'],
    'POST /api/v1/subtitles/{id}/fonts': ['multipart/form-data'],
    'PUT /api/v1/subtitles/{id}': ['multipart/form-data'],
    'PATCH /api/uploads/{key}': ['application/offset+octet-stream'],
    'POST /api/uploads/{key}': ['multipart/form-data'],
  })
})

test('every reference resolves', () => {
  const text = JSON.stringify(description)
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
  expect(references.length).toBeGreaterThan(0)
  const known = Object.keys(description.components.schemas).map((name) => `#/components/schemas/${name}`)
  for (const reference of references) expect(known).toContain(reference)
})

test('every named schema is an object; null is allowed only where it is used', () => {
  const schemas = Object.entries(description.components.schemas) as [string, { type?: unknown }][]
  expect(schemas.length).toBeGreaterThan(10)
  expect(schemas.filter(([, { type }]) => type !== 'object').map(([name]) => name)).toEqual([])
})
