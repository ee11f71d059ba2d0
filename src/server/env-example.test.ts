import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { composeVariables, envExample } from './env-example.ts'
import { settings } from './settings.ts'

const file = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')

describe('.env.example', () => {
  test('is what scripts/env-example.ts writes', () => {
    expect(file).toBe(envExample())
  })

  test('names every setting once', () => {
    const named = file.split('\n').flatMap((line) => /^#?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? [])
    const names = new Set([...composeVariables, ...settings].map(({ name }) => name))
    expect(named.toSorted()).toEqual([...names].toSorted())
  })

  test('sets only what compose.yaml needs, and has no secret', () => {
    const given = composeVariables.map(({ name, value }) => [name, value])
    expect(parseEnv(file)).toEqual(Object.fromEntries(given))
    expect(given.filter(([name = '', value]) => /SECRET|PASSWORD|TOKEN/.test(name) && value !== '')).toEqual([])
  })

  test('keeps its lines short enough to read', () => {
    expect(file.split('\n').filter((line) => line.length > 120)).toEqual([])
  })
})
