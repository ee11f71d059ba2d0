import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createMemoryLog } from '#tests/support/run/memory-log.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createNodes, type NodeFacts, type Nodes } from './nodes.server.ts'

let home: TestDatabase
let database: Database
let opened: Nodes[]

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  opened = []
})

afterEach(async () => {
  for (const nodes of opened) await nodes.close()
  await database.close()
  await home.drop()
})

function open(facts: NodeFacts): Nodes {
  const nodes = createNodes({ db: database.db, log: createMemoryLog([]) }, facts)
  opened.push(nodes)
  return nodes
}

/** By name: two may start in the same millisecond. */
const listedBy = async (nodes: Nodes) => (await nodes.list()).sort((a, b) => a.name.localeCompare(b.name))

const higashi: NodeFacts = { name: 'higashi', role: 'web', version: '1.8.0' }
const kita: NodeFacts = { name: 'kita', role: 'worker', version: '1.7.2' }

test('a process is listed from its start until it stops, with what it tells of itself', async () => {
  const [first, second] = [open(higashi), open(kita)]
  expect(await first.list()).toEqual([])
  await first.start()
  await second.start()
  const listed = { id: expect.any(String), startedAt: expect.any(Date), seenAt: expect.any(Date), isSilent: false }
  expect(await listedBy(first)).toEqual([
    { ...listed, ...higashi },
    { ...listed, ...kita },
  ])
  await first.close()
  expect(await second.list()).toMatchObject([kita])
})

test('one that was not heard of is silent first, and is removed by the next start of another', async () => {
  const [first, second] = [open(higashi), open(kita)]
  await first.start()
  const unseen = (time: string) => sql`update nodes set seen_at = now() - ${time}::interval`.execute(database.db)
  await unseen('46 seconds')
  expect(await second.list()).toMatchObject([{ ...higashi, isSilent: true }])
  await second.start()
  expect(await listedBy(second)).toMatchObject([higashi, kita])
  await unseen('11 minutes')
  await open(kita).start()
  expect(await second.list()).toMatchObject([{ ...kita, isSilent: false }])
})

test('a stop does not wait for a database that is gone', async () => {
  const nodes = open(higashi)
  await nodes.start()
  await database.close()
  await nodes.close()
  database = openDatabase(home.connectionString, () => {})
  expect(await open(kita).list()).toMatchObject([higashi])
})
