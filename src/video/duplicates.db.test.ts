import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import type { VideoHost } from './video-host.ts'
import { videoTables } from './video-rows.server.ts'

let fixture: VideoFixture
let host: VideoHost

beforeAll(async () => {
  fixture = await openVideoFixture()
  host = fixture.open(null).host
})
afterAll(() => fixture?.close())

const bytes = Buffer.alloc(300_000, 'the rain over the last train')
const digest = createHash('sha256').update(bytes).digest('hex')

/** A video whose upload is complete; nothing is known of its bytes yet. */
async function uploaded(account: Account, content: Buffer, name = 'rain.mp4'): Promise<string> {
  const { uid } = await host.requestUpload(account, { name, sizeBytes: content.length })
  await writeFile(fixture.parts.uploadDisk.pathOf(`originals/${uid}`), content)
  await set(uid, { state: 'queued', received_at: new Date() })
  return uid
}

async function set(uid: string, values: { state?: 'queued' | 'error'; received_at?: Date }): Promise<void> {
  await videoTables(fixture.db).updateTable('videos').set(values).where('uid', '=', uid).execute()
}

const hash = (uid: string) => fixture.run('video.hash', { uid })
const earlierThan = async (uid: string) => (await host.findDuplicates([uid])).get(uid) ?? null

describe('the SHA-256 of an upload', () => {
  test('is stored with the video', async () => {
    const uid = await uploaded(fixture.creator, bytes)
    expect((await host.get(fixture.creator, uid)).sha256).toBeNull()
    await hash(uid)
    expect((await host.get(fixture.creator, uid)).sha256).toBe(digest)
    await host.remove(fixture.creator, uid)
  })

  test('is skipped without an error when the file or the video is gone', async () => {
    const uid = await uploaded(fixture.creator, bytes)
    await fixture.parts.storage.remove(`originals/${uid}`)
    await hash(uid)
    expect((await host.get(fixture.creator, uid)).sha256).toBeNull()
    await host.remove(fixture.creator, uid)
    await hash(uid)
  })
})

describe('the same file', () => {
  test('of the same creator is recognised by its bytes, whatever its name', async () => {
    const first = await uploaded(fixture.creator, bytes, 'first cut.mp4')
    const second = await uploaded(fixture.creator, bytes, 'final.mp4')
    const third = await uploaded(fixture.creator, bytes, 'final final.mp4')
    const another = await uploaded(fixture.creator, Buffer.alloc(bytes.length, 'sun'), 'first cut.mp4')
    for (const uid of [first, second, third, another]) await hash(uid)
    expect(await host.findDuplicates([first, second, third, another])).toEqual(
      new Map([second, third].map((uid) => [uid, { uid: first, name: 'first cut.mp4' }])),
    )
    await host.remove(fixture.creator, first)
    expect(await earlierThan(third)).toEqual({ uid: second, name: 'final.mp4' })
    for (const uid of [second, third, another]) await host.remove(fixture.creator, uid)
  })

  test('of another creator is not reported', async () => {
    const uids = [await uploaded(fixture.creator, bytes), await uploaded(fixture.other, bytes)]
    for (const uid of uids) await hash(uid)
    expect(await host.findDuplicates(uids)).toEqual(new Map())
    await host.remove(fixture.creator, uids[0]!)
    await host.remove(fixture.other, uids[1]!)
  })

  test('that failed before is not reported', async () => {
    const failed = await uploaded(fixture.creator, bytes)
    await hash(failed)
    await set(failed, { state: 'error' })
    const again = await uploaded(fixture.creator, bytes)
    await hash(again)
    expect(await earlierThan(again)).toBeNull()
    for (const uid of [failed, again]) await host.remove(fixture.creator, uid)
  })

  test('uploaded before there were hashes is hashed when one of the same size arrives', async () => {
    const old = await uploaded(fixture.creator, bytes, 'old.mp4')
    const other = await uploaded(fixture.creator, Buffer.alloc(9, 'x'))
    const fresh = await uploaded(fixture.creator, bytes)
    await hash(fresh)
    expect(fixture.isEnqueued('video.hash', old)).toBe(true)
    expect(fixture.isEnqueued('video.hash', other)).toBe(false)
    expect(await earlierThan(fresh)).toBeNull()
    await hash(old)
    expect(await earlierThan(fresh)).toEqual({ uid: old, name: 'old.mp4' })
    for (const uid of [old, other, fresh]) await host.remove(fixture.creator, uid)
  })
})
