import { readdirSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { enqueueCleanup, query } from './instance-state.ts'

const DAY_MS = 24 * 3_600_000
const aDayLater = { now: () => new Date(Date.now() + DAY_MS + 1000) }

let site: TestHoshi
/** Name of the database that was copied before the last videos. */
let dump: string

beforeEach(async () => {
  site = await createTestHoshi()
  dump = `dump_${newId()}`
})

afterEach(async () => {
  await site.close()
  await asAdmin(`drop database if exists ${dump} with (force)`)
})

const asAdmin = (statement: string) => queryDatabase(inject('postgresUrl'), statement)

/** Publishes episodes, each with its original and its media. */
async function publish(node: TestHoshi, creator: Person, count: number): Promise<ReadyVideo[]> {
  const videos: ReadyVideo[] = []
  for (let n = 0; n < count; n += 1) {
    const { video } = await publishEpisode(node, creator)
    const original = join(node.dataDir, 'files/originals', video.uid)
    await mkdir(dirname(original), { recursive: true })
    await writeFile(original, 'the source')
    videos.push(video)
  }
  return videos
}

/** Copies the database, publishes more, and then runs Hoshi with its jobs on the copy and the folder of today. */
async function restoreOlderDump(counts: { before: number; after: number }) {
  const before = await publish(site, await createPerson(site.url, 'creator'), counts.before)
  // A database with connections cannot be copied.
  await site.hoshi.close()
  const current = site.connectionString.match(/\/(test_\w+)\?/)?.[1] ?? ''
  await asAdmin(`create database ${dump} template ${current}`)
  const running = await createTestHoshi({ beside: site })
  const after = await publish(running, await createPerson(running.url, 'creator'), counts.after)
  await running.close()
  const connectionString = site.connectionString.replace(current, dump)
  const restored = await createTestHoshi({ worksJobs: true, beside: { ...site, connectionString }, clock: aDayLater })
  return { before, after, restored }
}

/** Runs the cleanup that a job runs each minute. */
async function cleanUp(node: TestHoshi): Promise<void> {
  const instance = { dataDir: node.dataDir, connectionString: () => node.connectionString }
  await enqueueCleanup(instance)
  await eventually('the cleanup is done', async () => {
    const open = await query(instance, `select from pgboss.job where name like 'video.%' and state < 'completed'`)
    return open.length === 0
  })
}

const names = (folder: string) => readdirSync(join(site.dataDir, 'files', folder)).sort()
const uidsOf = (videos: ReadyVideo[]) => videos.map(({ uid }) => uid).sort()

async function statuses(node: TestHoshi, videos: ReadyVideo[]): Promise<number[]> {
  const urls = videos.flatMap(({ media }) => Object.values(media))
  return await Promise.all(urls.map(async (url) => (await fetch(node.url + url)).status))
}

const allOf = (videos: ReadyVideo[]) => videos.flatMap(({ media }) => Object.values(media).map(() => 200))

test('a dump from before many uploads loses no file, and a later one makes them play again', async () => {
  const { before, after, restored } = await restoreOlderDump({ before: 3, after: 6 })
  const everything = uidsOf([...before, ...after])
  await cleanUp(restored)
  await cleanUp(restored)
  expect([names('originals'), names('media')]).toEqual([everything, everything])
  expect(await statuses(restored, before)).toEqual(allOf(before))
  await restored.close()

  const again = await createTestHoshi({ worksJobs: true, beside: site, clock: aDayLater })
  await cleanUp(again)
  expect(await statuses(again, [...before, ...after])).toEqual(allOf([...before, ...after]))
  await again.close()
})

test('a dump from before one upload keeps its files in the trash, from where they can be moved back', async () => {
  const { before, after, restored } = await restoreOlderDump({ before: 3, after: 1 })
  const [{ uid }] = after as [ReadyVideo]
  await cleanUp(restored)
  expect([names('originals'), names('media')]).toEqual([uidsOf(before), uidsOf(before)])
  expect(await statuses(restored, before)).toEqual(allOf(before))
  await restored.close()

  const [day = ''] = names('trash')
  for (const folder of ['originals', 'media'])
    await rename(join(site.dataDir, 'files/trash', day, folder, uid), join(site.dataDir, 'files', folder, uid))
  const again = await createTestHoshi({ worksJobs: true, beside: site, clock: aDayLater })
  await cleanUp(again)
  expect(await statuses(again, [...before, ...after])).toEqual(allOf([...before, ...after]))
  await again.close()
})
