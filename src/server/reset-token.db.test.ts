import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
})
afterAll(() => site?.close())

/** Names of the tables, those of the queue included, with a row that contains this text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await queryDatabase<{ name: string }>(
    site.connectionString,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found = await Promise.all(
    tables.map(({ name }) =>
      queryDatabase(site.connectionString, `select from ${name} as row where strpos(row::text, $1) > 0 limit 1`, [
        text,
      ]),
    ),
  )
  return tables.flatMap(({ name }, at) => (found[at]!.length > 0 ? [name] : []))
}

test('no table and no job has the token of a mailed reset link', async () => {
  const person = await createPerson(site.url, 'viewer')
  await site.hoshi.rooms.identity.requestPasswordReset({ email: person.email }, { ip: '192.0.2.7' })
  await expect.poll(() => site.mails.length).toBe(1)
  const link = /https?:\/\/\S+\?token=(\S+)/.exec(site.mails[0]!.text)
  const token = link?.[1] ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(await tablesWith(person.email)).toContain('public.users')
  expect(await tablesWith('identity.')).toEqual(expect.arrayContaining([expect.stringMatching(/^pgboss\./)]))
  expect(await tablesWith(token)).toEqual([])
})
