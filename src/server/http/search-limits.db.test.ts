import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { keepLog, type LogLine } from '#tests/support/kept-log.ts'
import { createPerson } from '#tests/support/person.ts'
import { publishEpisode } from '#tests/support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

let site: TestHoshi
let database: ReturnType<typeof openDatabase>
const lines: LogLine[] = []

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' }, log: keepLog(lines) })
  database = openDatabase(site.connectionString, () => {})
  await publishEpisode(site, await createPerson(site.url, 'creator'), { title: 'Night' })
})

afterAll(async () => {
  await database?.close()
  await site?.close()
})

test('a search that comes too fast is refused with a sentence, and the page keeps the term', async () => {
  expect((await fetch(`${site.url}/api/v1/episodes?search=night`)).status).toBe(200)
  await sql`update rate_limits set used = 300, ends_at = now() + interval '1 hour' where key like 'searches:%'`.execute(
    database.db,
  )
  const answer = await fetch(`${site.url}/api/v1/episodes?search=night`)
  const sentence = 'You are searching very fast. Please wait a moment and try again.'
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(await answer.json()).toMatchObject({ code: 'catalog.searches_too_many', detail: sentence })

  const page = await fetch(`${site.url}/explore?search=night+%22owl%22&genre=Mecha`)
  expect(page.status).toBe(429)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3000)
  const html = await page.text()
  expect(html).toContain(sentence)
  expect(html).not.toContain('No episodes found')
  expect(html).toMatch(/<a[^>]*href="\/explore\?genre=Mecha&amp;search=night\+%22owl%22"[^>]*>Try Again</)
  expect(html).toMatch(/<input[^>]*name="search"[^>]*value="night &quot;owl&quot;"/)

  expect((await fetch(`${site.url}/explore`)).status).toBe(200)
  await sql`delete from rate_limits`.execute(database.db)
})

test.each(['/api/v1/episodes?search=night', '/explore?search=night'])(
  'PostgreSQL stops at once when who asked for %s has gone',
  async (path) => {
    lines.length = 0
    await database.db.transaction().execute(async (trx) => {
      // Read by searches only, to count what is in a good part of the list.
      await sql`lock table listing_version in access exclusive mode`.execute(trx)
      // The one that stays began before the other: were it time that ended them, it would be gone first.
      const stays = ask(path)
      const [kept] = await searching(1)
      const goes = ask(path)
      await searching(2)
      goes.destroy()
      expect(await searching(1)).toEqual([kept])
      stays.destroy()
      await searching(0)
    })
    const told = () =>
      lines.filter(({ level }) => level !== 'debug').map(({ level, details }) => [level, details.status])
    await expect.poll(told).toEqual([
      ['info', 499],
      ['info', 499],
    ])
  },
)

function ask(path: string) {
  const asked = request(site.url + path)
  // Hung up on purpose.
  asked.on('error', () => {})
  asked.end()
  return asked
}

function searching(count: number): Promise<number[]> {
  return eventually(`${count} searches in the database`, async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by pid
    `.execute(database.db)
    return rows.length === count && rows.map(({ pid }) => pid)
  })
}
