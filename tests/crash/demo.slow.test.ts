import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { demoProgramme } from '#demo/programme.ts'
import { eventually } from '#tests/support/eventually.ts'
import { endHouse, freePort, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { embeddedConnection, type Home, query } from './stored.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-demo-'))
const dataDir = join(root, 'data')
const home: Home = { dataDir, connectionString: () => embeddedConnection(dataDir) }

afterAll(() => endHouse(root))

async function countOf(what: string): Promise<number> {
  const [row] = await query<{ n: number }>(home, `select count(*)::int as n from ${what}`)
  return row?.n ?? 0
}

it('a new Hoshi is filled although it is killed meanwhile, with every film once and the passwords shown once', async () => {
  mkdirSync(dataDir)
  const environment = { PORT: await freePort(), DATA_DIR: dataDir, DEMO: '' }
  const first = await startHoshi(environment)
  await eventually('passwords are shown', () => first.said().includes('demo.hoshi.example'))
  await eventually('two films play', async () => (await countOf('episodes where is_playable')) >= 2)
  await first.kill()
  const passwords = first.said().match(/\b[a-z2-9]{4}(-[a-z2-9]{4}){3}\b/g) ?? []
  expect(passwords).toHaveLength(demoProgramme.creators.length)

  const second = await startHoshi(environment)
  await eventually('it is filled', async () => (await countOf(`demo where state = 'filled'`)) === 1)
  const films = demoProgramme.episodes.length
  await eventually('all play', async () => (await countOf('episodes where is_playable')) === films)
  expect([await countOf('users'), await countOf('videos'), await countOf('episodes')]).toEqual([4, films, films])
  expect(await countOf(`renditions where origin = 'copy'`)).toBe(films)
  expect(second.said()).not.toContain('demo.hoshi.example')
  for (const password of passwords) expect(second.said()).not.toContain(password)
  expect(first.said().split(passwords[0]!)).toHaveLength(2)
})
