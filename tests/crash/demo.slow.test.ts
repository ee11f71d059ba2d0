import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { demoContent } from '#demo/content.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { destroyInstance, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { type Instance, query } from './instance-state.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-demo-'))
const dataDir = join(root, 'data')
const instance: Instance = { dataDir, connectionString: () => embeddedConnection(dataDir) }

afterAll(() => destroyInstance(root))

async function countOf(what: string): Promise<number> {
  const [row] = await query<{ n: number }>(instance, `select count(*)::int as n from ${what}`)
  return row?.n ?? 0
}

it('a new Hoshi is filled even if killed during it, with every video once and the passwords shown once', async () => {
  mkdirSync(dataDir)
  const environment = { PORT: await freePort(), DATA_DIR: dataDir, DEMO: '' }
  const first = await startHoshi(environment)
  await eventually('passwords are shown', () => first.output().includes('demo.hoshi.example'))
  await eventually('two videos play', async () => (await countOf('episodes where is_playable')) >= 2).catch((cause) => {
    throw new Error(`No two videos play. Output: ${first.output()}`, { cause })
  })
  await first.kill()
  const passwords = first.output().match(/\b[a-z2-9]{4}(-[a-z2-9]{4}){3}\b/g) ?? []
  expect(passwords).toHaveLength(demoContent.creators.length)

  const second = await startHoshi(environment)
  await eventually('it is filled', async () => (await countOf(`demo where state = 'filled'`)) === 1)
  const videoCount = demoContent.episodes.length
  await eventually('all play', async () => (await countOf('episodes where is_playable')) === videoCount)
  expect([await countOf('users'), await countOf('videos'), await countOf('episodes')]).toEqual([
    4,
    videoCount,
    videoCount,
  ])
  expect(await countOf(`renditions where origin = 'copy'`)).toBe(videoCount)
  expect(second.output()).not.toContain('demo.hoshi.example')
  for (const password of passwords) expect(second.output()).not.toContain(password)
  expect(first.output().split(passwords[0]!)).toHaveLength(2)
})
