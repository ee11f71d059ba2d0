import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format, inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Secret } from './secret.ts'
import { obtainSecret } from './secret-file.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-secret-'))
})

afterEach(() => rm(dir, { recursive: true, force: true }))

describe('a secret', () => {
  test('is revealed on request and never printed', () => {
    const secret = new Secret('swordfish')
    expect(secret.reveal()).toBe('swordfish')
    const printed = [
      String(secret),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect({ deep: [{ secret }] }, { depth: 9, showHidden: true }),
      format('%s %o %O %j', secret, secret, secret, secret),
      Object.values(secret).join(),
      new Error(`Cannot use ${secret}.`).stack ?? '',
    ]
    for (const text of printed) expect(text).not.toContain('swordfish')
  })
})

describe('the secret of a data folder', () => {
  const config = () => ({ secret: null, dataDir: join(dir, 'data') })

  test('is generated once, long, and readable by its owner only', async () => {
    const first = await obtainSecret(config())
    expect(first.reveal().length).toBeGreaterThanOrEqual(43)
    expect((await obtainSecret(config())).reveal()).toBe(first.reveal())
    expect((await stat(join(dir, 'data/secret'))).mode & 0o077).toBe(0)
    expect(await readdir(join(dir, 'data'))).toEqual(['secret'])
    expect(await readFile(join(dir, 'data/secret'), 'utf8')).toBe(first.reveal())
  })

  test('differs from folder to folder', async () => {
    const one = await obtainSecret({ secret: null, dataDir: join(dir, 'one') })
    const other = await obtainSecret({ secret: null, dataDir: join(dir, 'other') })
    expect(one.reveal()).not.toBe(other.reveal())
  })

  test('is not generated when one is configured', async () => {
    const configured = new Secret('configured'.repeat(4))
    expect(await obtainSecret({ ...config(), secret: configured })).toBe(configured)
    expect(await readdir(dir)).toEqual([])
  })
})
