import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let database: ReturnType<typeof openDatabase>
const lines: LogEntry[] = []

beforeAll(async () => {
  site = await createTestHoshi({ environment: { TRUST_PROXY: '1' }, log: createMemoryLog(lines) })
  database = openDatabase(site.connectionString, () => {})
  await publishEpisode(site, await createPerson(site.url, 'creator'), { title: 'Night' })
})

afterAll(async () => {
  await database?.close()
  await site?.close()
})

test('too many searches are refused with a message, and the page keeps the term', async () => {
  expect((await fetch(`${site.url}/api/v1/episodes?search=night`)).status).toBe(200)
  await sql`update rate_limits set used = 300, ends_at = now() + interval '1 hour' where key like 'searches:%'`.execute(
    database.db,
  )
  const response = await fetch(`${site.url}/api/v1/episodes?search=night`)
  const message = 'You are searching too fast. Please wait a moment and try again.'
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(await response.json()).toMatchObject({ code: 'catalog.searches_too_many', detail: message })

  const page = await fetch(`${site.url}/explore?search=night+%22owl%22&genre=Mecha`)
  expect(page.status).toBe(429)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3000)
  const html = await page.text()
  expect(html).toContain(message)
  expect(html).not.toContain('No episodes found')
  expect(html).toMatch(/<a[^>]*href="\/explore\?genre=Mecha&amp;search=night\+%22owl%22"[^>]*>Try Again</)
  expect(html).toMatch(/<input[^>]*name="search"[^>]*value="night &quot;owl&quot;"/)

  expect((await fetch(`${site.url}/explore`)).status).toBe(200)
  await sql`delete from rate_limits`.execute(database.db)
})

test.each(['/api/v1/episodes?search=night', '/explore?search=night'])(
  'PostgreSQL stops immediately when the client of %s has disconnected',
  async (path) => {
    lines.length = 0
    await transact(database.db, async (trx) => {
      // Only searches read it, to count matches in a large part of the list.
      await sql`lock table explore_version in access exclusive mode`.execute(trx)
      // The remaining request began first: a timeout would end it first.
      const stays = ask(path)
      const [remaining] = await searching(1)
      const goes = ask(path)
      await searching(2)
      goes.destroy()
      expect(await searching(1)).toEqual([remaining])
      stays.destroy()
      await searching(0)
    })
    const logged = () =>
      lines.filter(({ level }) => level !== 'debug').map(({ level, details }) => [level, details.status])
    await expect.poll(logged).toEqual([
      ['info', 499],
      ['info', 499],
    ])
  },
)

test('more searches of many networks than the server takes are refused with a time to wait; lists are not', async () => {
  const paths = ['/api/v1/episodes?search=night', '/explore?search=night']
  const refused: Response[] = []
  const searches = await transact(database.db, async (trx) => {
    // Each search counts itself once it has a slot, and waits here as long as it takes.
    await sql`lock table rate_limits in access exclusive mode`.execute(trx)
    const sent = Array.from({ length: 40 }, async (_, n) => {
      const response = await searchFrom(`192.0.2.${n}`, paths[n % 2]!)
      if (response.status !== 200) refused.push(response)
      return response.status
    })
    await expect.poll(() => refused.length).toBe(36)
    await searching(4)
    expect((await searchFrom('192.0.2.99', '/api/v1/episodes')).status).toBe(200)
    return sent
  })
  const statuses = await Promise.all(searches)
  expect([statuses.filter((status) => status === 200).length, refused.length]).toEqual([4, 36])
  expect(new Set(refused.map(({ status, headers }) => `${status}, ${headers.get('retry-after')}`))).toEqual(
    new Set(['503, 3']),
  )
  const bodies = await Promise.all(refused.map((response) => response.text()))
  expect(bodies.filter((body) => !body.includes('Too many people are searching right now.'))).toEqual([])
  expect((await searchFrom('192.0.2.99', paths[0]!)).status).toBe(200)
})

/** A search through the proxy in front, which adds the address. */
function searchFrom(ip: string, path: string): Promise<Response> {
  return fetch(site.url + path, { headers: { 'X-Forwarded-For': ip } })
}

function ask(path: string) {
  const sent = request(site.url + path)
  // Disconnected intentionally.
  sent.on('error', () => {})
  sent.end()
  return sent
}

function searching(count: number): Promise<number[]> {
  return eventually(`${count} searches in the database`, async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by pid
    `.execute(database.db)
    return rows.length === count && rows.map(({ pid }) => pid)
  })
}
