import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createMediaGate, type MediaGate } from './media-gate.server.ts'

let home: TestDatabase
let database: Database
let gate: MediaGate
let isListening = true
let isReserved = true
let time = 0
let emit: (event: unknown) => void
let emitGap: () => void
const hidden: (string | null)[] = []

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  await sql`insert into users (id, email, role) values ('maker', 'maker@example.com', 'creator')`.execute(database.db)
  const events: Events = {
    publish: async () => {},
    subscribe(_channel, listener, onGap) {
      emit = listener as typeof emit
      emitGap = onGap ?? (() => {})
      return () => {}
    },
    isListening: () => isListening,
    ready: async () => {},
    close: async () => {},
  }
  gate = createMediaGate(
    database.db,
    events,
    async () => isReserved,
    () => time,
  )
  gate.onHidden((uid) => hidden.push(uid))
})

afterAll(async () => {
  gate?.close()
  await database?.close()
  await home?.drop()
})

async function aPublishedVideo(): Promise<string> {
  const uid = newId()
  await sql`insert into videos (uid, creator_id, name, size_bytes, state, is_published, upload_key_hash, upload_expires_at)
    values (${uid}, 'maker', 'clip', 5, 'ready', true, ${Buffer.from(uid)}, now())`.execute(database.db)
  expect(await gate.accessTo(uid)).toEqual({ kind: 'public', isTrainingReserved: true, isUnlisted: false })
  return uid
}

async function remove(uid: string): Promise<void> {
  await sql`delete from videos where uid = ${uid}`.execute(database.db)
}

test('a change event takes effect immediately', async () => {
  const uid = await aPublishedVideo()
  await remove(uid)
  emit({ uid, isPublic: false })
  expect(await gate.accessTo(uid)).toEqual({ kind: 'absent' })
})

test('without an event, a cached decision is used for less than a second', async () => {
  const uid = await aPublishedVideo()
  await remove(uid)
  expect(await gate.accessTo(uid)).toEqual({ kind: 'public', isTrainingReserved: true, isUnlisted: false })
  time += 1000
  expect(await gate.accessTo(uid)).toEqual({ kind: 'absent' })
})

test('nothing is cached while events are being lost', async () => {
  const uid = await aPublishedVideo()
  await remove(uid)
  isListening = false
  expect(await gate.accessTo(uid)).toEqual({ kind: 'absent' })
  isListening = true
})

test('a gap in events clears the cache', async () => {
  const uid = await aPublishedVideo()
  await remove(uid)
  emitGap()
  expect(await gate.accessTo(uid)).toEqual({ kind: 'absent' })
})

test('subscribers are notified of hidden media, and of missed events with null', async () => {
  hidden.length = 0
  emit({ uid: 'still-public', isPublic: true })
  emit({ uid: 'hidden', isPublic: false })
  emitGap()
  expect(hidden).toEqual(['hidden', null])
})

test('whether its creator reserves a video is as old as the rest of its access', async () => {
  const uid = await aPublishedVideo()
  isReserved = false
  expect(await gate.accessTo(uid)).toMatchObject({ isTrainingReserved: true })
  time += 1000
  expect(await gate.accessTo(uid)).toMatchObject({ isTrainingReserved: false })
  isReserved = true
})
