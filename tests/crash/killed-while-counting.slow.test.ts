import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverProcesses } from '#platform/postgres-processes.server.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, createStranger } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { destroyInstance, type HoshiProcess, isAlive, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { signalProcesses } from '#tests/support/worlds/signal-processes.ts'
import { type Instance, postmasterOf, query } from './instance-state.ts'

const REPORTERS = 50
const VISITS_EACH = 20
/** The database is killed once this many visits are acknowledged, with a request of every reporter under way. */
const KILLED_AFTER = 300

const root = mkdtempSync(join(tmpdir(), 'hoshi-counting-'))
const dataDir = join(root, 'data')
const cluster = join(dataDir, 'postgres/pg')
const instance: Instance = { dataDir, connectionString: () => embeddedConnection(dataDir) }
let hoshi: HoshiProcess

beforeAll(async () => {
  mkdirSync(dataDir)
  // Each visit comes from a network of its own: no limit applies.
  hoshi = await startHoshi({ PORT: await freePort(), DATA_DIR: dataDir, TRUST_PROXY: '1' })
})

afterAll(() => destroyInstance(root))

/** The outcome of the reports of one visit. */
interface Visit {
  id: string
  /** Reports that were not acknowledged. */
  failures: number
  /** Whether the answer said that it counts; otherwise a report without an answer had counted already. */
  counted: boolean
}

it.each([
  ['the postmaster', () => [postmasterOf(dataDir)]],
  ['all of its processes', () => serverProcesses(cluster)],
] as const)('kill -9 of PostgreSQL (%s) in the middle of many plays loses and doubles none', async (_what, victims) => {
  const creator = await createPerson(hoshi.url, 'creator')
  const episodeId = await seedEpisode(instance.connectionString(), creator)
  const visits: Visit[] = []
  const killed = postmasterOf(dataDir)

  /** Reports a visit until it is acknowledged, always with the same id. */
  async function report(ip: string): Promise<void> {
    const visit: Visit = { id: crypto.randomUUID(), failures: 0, counted: false }
    await eventually('the play is acknowledged', async () => {
      const answer = await sendPlay(episodeId, visit.id, ip)
      if (answer === null) visit.failures += 1
      else visit.counted = answer.counted
      return answer !== null
    })
    visits.push(visit)
    if (visits.length === KILLED_AFTER) signalProcesses(victims(), 'SIGKILL')
  }

  const reporters = Array.from({ length: REPORTERS }, async (_, reporter) => {
    for (let n = 0; n < VISITS_EACH; n += 1) await report(`10.0.${reporter}.${n}`)
  })
  await Promise.all(reporters)

  expect(visits).toHaveLength(REPORTERS * VISITS_EACH)
  const repeated = visits.filter(({ failures }) => failures > 0)
  expect(repeated).not.toEqual([])
  expect([postmasterOf(dataDir) === killed, isAlive(killed), isAlive(hoshi.pid)]).toEqual([false, false, true])
  const plays = await query<{ visitId: string }>(
    instance,
    'select visit_id as "visitId" from plays where episode_id = $1',
    [episodeId],
  )
  expect(plays.map(({ visitId }) => visitId).sort()).toEqual(visits.map(({ id }) => id).sort())
  // Only a report that was committed and whose answer was lost is counted without an answer that says so.
  expect(visits.filter(({ counted, failures }) => !counted && failures === 0)).toEqual([])
  const [stored] = await query<{ episode: number; days: number; channel: number }>(
    instance,
    `select views::int as episode, (select sum(views)::int from daily_totals where episode_id = $1) as days,
      (select sum(views)::int from channel_totals where creator_uid = $2) as channel
     from episode_stats where episode_id = $1`,
    [episodeId, creator.account.uid],
  )
  expect(stored).toEqual({ episode: visits.length, days: visits.length, channel: visits.length })
})

/** @returns null when the report was not acknowledged */
async function sendPlay(episodeId: string, visitId: string, ip: string): Promise<{ counted: boolean } | null> {
  const headers = { 'X-Forwarded-For': ip, 'User-Agent': 'Mozilla/5.0 Firefox/140.0' }
  const play = { kind: 'watch', visitId }
  const path = `/api/v1/episodes/${episodeId}/views`
  const answer = await createStranger(hoshi.url)
    .call('POST', path, play, headers)
    .catch(() => null)
  if (answer?.status !== 200) {
    await answer?.body?.cancel()
    return null
  }
  return (await answer.json()) as { counted: boolean }
}
