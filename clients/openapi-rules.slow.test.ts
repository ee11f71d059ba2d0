import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiDescription, readDescription } from '../tests/support/http/api-description.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let description: ApiDescription

beforeAll(async () => {
  // With every option enabled.
  const environment = { ROLE: 'web', STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'a-token' }
  site = await createTestHoshi({ environment })
  description = await readDescription(site.url)
})

afterAll(() => site?.close())

/** Findings of Spectral's OpenAPI rules with default settings: errors, warnings and hints. */
async function lint(document: object): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas as object as RulesetDefinition] })
  const findings = await linter.run(document as Record<string, unknown>)
  return findings.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)
}

test('the description breaks no rule of Spectral', async () => {
  expect(await lint(description)).toEqual([])
})

test('the rules apply: a missing description, an unknown tag and a wrong example are each reported', async () => {
  const worse = structuredClone(description)
  const operation = worse.paths['/api/v1/accounts']!.post!
  delete operation.description
  operation.tags = ['Unknown']
  operation.requestBody!.content['application/json']!.example = { email: 1 }
  const codes = (await lint(worse)).map((finding) => finding.split(' ')[0])
  expect(codes).toEqual(
    expect.arrayContaining(['operation-description', 'operation-tag-defined', 'oas3-valid-media-example']),
  )
})
