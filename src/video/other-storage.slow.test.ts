import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryStorage } from '#tests/support/data/memory-storage.ts'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { checkVideo } from './audit/video-files.server.ts'
import { createUploadFiles } from './ingest/choose-upload-files.server.ts'
import type { UploadFiles } from './ingest/upload-files.ts'
import { createScratchFolders } from './scratch.server.ts'
import { mediaFolder, originalKey } from './stored-objects.ts'
import { createVideo } from './video.server.ts'
import type { VideoHosting } from './video-hosting.ts'
import { findVideoRow } from './video-rows.server.ts'

const lock = { acquiredAt: 0, lost: new AbortController().signal, release: async () => {} }
const storage = createMemoryStorage()
let on: VideoFixture
let hosting: VideoHosting
let uploadFiles: UploadFiles
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-other-storage-'))
  on = await openVideoFixture()
  const scratch = createScratchFolders(join(dir, 'scratch'), storage)
  uploadFiles = createUploadFiles({ ...on.parts, storage, scratch })
  hosting = createVideo({ ...on.parts, storage, locks: { tryAcquire: async () => lock, close: async () => {} } })
})
afterAll(async () => {
  hosting?.close()
  await on?.close()
  await rm(dir, { recursive: true, force: true })
})

const run = async (uid: string, ...kinds: string[]) => {
  for (const kind of kinds) await on.run(kind, { uid })
}
const localFiles = async () =>
  (await Promise.all(['originals', 'media', 'unfinished'].map((folder) => on.parts.uploadDisk.children(folder)))).flat()

/** Uploads a clip whose process dies after the last byte; cleanup finishes it. */
async function upload(spec: ClipSpec): Promise<string> {
  const path = await makeClip(dir, spec)
  const { size } = await stat(path)
  const { uid } = await hosting.host.requestUpload(on.creator, { name: 'clip.mp4', sizeBytes: size })
  await uploadFiles.append(uid, createReadStream(path), { offset: 0, sizeBytes: size })
  await run(uid, 'video.sweep')
  expect([(await storage.stat(originalKey(uid)))?.sizeBytes, await localFiles()]).toEqual([size, []])
  return uid
}

async function expectConsistent(uid: string): Promise<void> {
  const row = (await findVideoRow(on.db, uid))!
  expect(await checkVideo(on.db, { storage, uploadFiles }, row)).toMatchObject({ broken: [], strays: [] })
}

test('a video is received, copied, encoded, audited and erased in a storage without paths', async () => {
  const uid = await upload({ width: 1280, height: 720, seconds: 5 })
  await expectConsistent(uid)
  await run(uid, 'video.measure', 'video.poster', 'video.small-posters', 'video.ladder', 'video.glimpses', 'video.hash')
  await hosting.host.choosePoster(on.creator, uid, { atSeconds: 2 })
  const { playback, sha256, status } = await hosting.host.get(on.creator, uid)
  expect([status.state, status.percentComplete, sha256]).toEqual([
    'ready',
    100,
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
  const before = storage.keys()
  const urls = Object.values(playback).map((url) => url?.slice(1))
  expect(before).toEqual(expect.arrayContaining(urls))
  expect(await text(await storage.read(playback.hls?.slice(1) ?? ''))).toContain('RESOLUTION=640x360')

  // An attempt that died after it had stored something.
  await storage.putText(`${mediaFolder(uid)}/left-over.mp4`, 'bytes')
  await run(uid, 'video.tidy')
  expect(await storage.children(mediaFolder(uid))).not.toContain('left-over.mp4')
  await expectConsistent(uid)

  await sql`delete from videos where uid = ${uid}`.execute(on.db)
  await run(uid, 'video.erase')
  expect([storage.keys(), await localFiles()]).toEqual([[], []])
})

test('a video that cannot be copied is encoded there', async () => {
  const uid = await upload({ video: 'mpeg4', seconds: 3 })
  await run(uid, 'video.measure', 'video.encode', 'video.poster', 'video.glimpses', 'video.tidy')
  expect((await hosting.host.get(on.creator, uid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
  await expectConsistent(uid)
})
