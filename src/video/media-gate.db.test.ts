import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { createMediaGate, type MediaGate } from './media-gate.server.ts'

let home: TestDatabase
let database: Database
let gate: MediaGate
let isListening = true
let time = 0
let tell: (news: unknown) => void
let missNews: () => void
const hidden: (string | null)[] = []

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  await sql`insert into users (id, email, role) values ('maker', 'maker@example.com', 'creator')`.execute(database.db)
  const events: Events = {
    publish: async () => {},
    subscribe(_channel, hear, onGap) {
      tell = hear
      missNews = onGap ?? (() => {})
      return () => {}
    },
    isListening: () => isListening,
    ready: async () => {},
    close: async () => {},
  }
  gate = createMediaGate(database.db, events, () => time)
  gate.whenHidden((uid) => hidden.push(uid))
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
  expect(await gate.accessTo(uid)).toEqual({ kind: 'public' })
  return uid
}

async function remove(uid: string): Promise<void> {
  await sql`delete from videos where uid = ${uid}`.execute(database.db)
}

test('news of a change is believed at once', async () => {
  const uid = await aPublishedVideo()
  await remove(uid)
  tell({ uid, isPublic: false })
  expect(await gate.accessTo(uid)).toEqual({ kind: 'absent' })
})

test('without any news, what is remembered is believed for less than a second', async () => {
  const uid = await aPublishedVideo()
  await remove(uid)
  expect(await gate.accessTo(uid)).toEqual({ kind: 'public' })
  time += 1000
  expect(await gate.accessTo(uid)).toEqual({ kind: 'absent' })
})

test('nothing is remembered while news is being lost', async () => {
  const uid = await aPublishedVideo()
  await remove(uid)
  isListening = false
  expect(await gate.accessTo(uid)).toEqual({ kind: 'absent' })
  isListening = true
})

test('nothing from before a gap is remembered after it', async () => {
  const uid = await aPublishedVideo()
  await remove(uid)
  missNews()
  expect(await gate.accessTo(uid)).toEqual({ kind: 'absent' })
})

test('whoever keeps media hears what is nobody’s, and that news was missed', async () => {
  hidden.length = 0
  tell({ uid: 'still-public', isPublic: true })
  tell({ uid: 'hidden', isPublic: false })
  missNews()
  expect(hidden).toEqual(['hidden', null])
})
