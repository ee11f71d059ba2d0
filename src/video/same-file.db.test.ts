import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { openVideoRooms, type VideoRooms } from '#tests/support/video-rooms.server.ts'
import type { VideoHost } from './video-host.ts'
import { videoTables } from './video-rows.server.ts'

let rooms: VideoRooms
let host: VideoHost

beforeAll(async () => {
  rooms = await openVideoRooms()
  host = rooms.open(null).host
})
afterAll(() => rooms?.close())

const bytes = Buffer.alloc(300_000, 'the rain over the last train')
const digest = createHash('sha256').update(bytes).digest('hex')

/** A video whose bytes are in; nothing is known of them yet. */
async function arrived(account: Account, content: Buffer, name = 'rain.mp4'): Promise<string> {
  const { uid } = await host.requestUpload(account, { name, sizeBytes: content.length })
  await writeFile(rooms.parts.storage.pathOf(`originals/${uid}`), content)
  await set(uid, { state: 'queued', received_at: new Date() })
  return uid
}

async function set(uid: string, values: { state?: 'queued' | 'error'; received_at?: Date }): Promise<void> {
  await videoTables(rooms.db).updateTable('videos').set(values).where('uid', '=', uid).execute()
}

const hash = (uid: string) => rooms.run('video.hash', { uid })
const earlierThan = async (uid: string) => (await host.findEarlier([uid])).get(uid) ?? null

describe('the SHA-256 of what was uploaded', () => {
  test('is kept with the video', async () => {
    const uid = await arrived(rooms.creator, bytes)
    expect((await host.get(rooms.creator, uid)).sha256).toBeNull()
    await hash(uid)
    expect((await host.get(rooms.creator, uid)).sha256).toBe(digest)
    await host.remove(rooms.creator, uid)
  })

  test('is nothing to wait for when the video is gone', async () => {
    const uid = await arrived(rooms.creator, bytes)
    await rooms.parts.storage.remove(`originals/${uid}`)
    await hash(uid)
    expect((await host.get(rooms.creator, uid)).sha256).toBeNull()
    await host.remove(rooms.creator, uid)
    await hash(uid)
  })
})

describe('the same file', () => {
  test('of the same creator is known by its bytes, whatever its name', async () => {
    const first = await arrived(rooms.creator, bytes, 'first cut.mp4')
    const second = await arrived(rooms.creator, bytes, 'final.mp4')
    const third = await arrived(rooms.creator, bytes, 'final final.mp4')
    const another = await arrived(rooms.creator, Buffer.alloc(bytes.length, 'sun'), 'first cut.mp4')
    for (const uid of [first, second, third, another]) await hash(uid)
    expect(await host.findEarlier([first, second, third, another])).toEqual(
      new Map([second, third].map((uid) => [uid, { uid: first, name: 'first cut.mp4' }])),
    )
    await host.remove(rooms.creator, first)
    expect(await earlierThan(third)).toEqual({ uid: second, name: 'final.mp4' })
    for (const uid of [second, third, another]) await host.remove(rooms.creator, uid)
  })

  test('of another creator is nobody’s business', async () => {
    const uids = [await arrived(rooms.creator, bytes), await arrived(rooms.other, bytes)]
    for (const uid of uids) await hash(uid)
    expect(await host.findEarlier(uids)).toEqual(new Map())
    await host.remove(rooms.creator, uids[0]!)
    await host.remove(rooms.other, uids[1]!)
  })

  test('that failed before was never there', async () => {
    const failed = await arrived(rooms.creator, bytes)
    await hash(failed)
    await set(failed, { state: 'error' })
    const again = await arrived(rooms.creator, bytes)
    await hash(again)
    expect(await earlierThan(again)).toBeNull()
    for (const uid of [failed, again]) await host.remove(rooms.creator, uid)
  })

  test('that came before there were hashes gets its own, when one of the same size comes', async () => {
    const old = await arrived(rooms.creator, bytes, 'old.mp4')
    const other = await arrived(rooms.creator, Buffer.alloc(9, 'x'))
    const fresh = await arrived(rooms.creator, bytes)
    await hash(fresh)
    expect(rooms.isEnqueued('video.hash', old)).toBe(true)
    expect(rooms.isEnqueued('video.hash', other)).toBe(false)
    expect(await earlierThan(fresh)).toBeNull()
    await hash(old)
    expect(await earlierThan(fresh)).toEqual({ uid: old, name: 'old.mp4' })
    for (const uid of [old, other, fresh]) await host.remove(rooms.creator, uid)
  })
})
