import { expect, test } from 'vitest'
import { jobNames } from '#app/messages/jobs.ts'
import { queryDatabase } from './support/data/query-database.server.ts'
import { createTestHoshi } from './support/worlds/test-hoshi.ts'

test('every kind of job has a name in words', async () => {
  const site = await createTestHoshi()
  const statement = `select name from pgboss.queue where not starts_with(name, '__pgboss')`
  const queues = await queryDatabase<{ name: string }>(site.connectionString, statement)
  await site.close()
  expect(queues.length).toBeGreaterThan(20)
  expect(queues.map(({ name }) => name).filter((name) => jobNames[name] === undefined)).toEqual([])
})
