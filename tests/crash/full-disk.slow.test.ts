import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { canMount, mountSmallDisk } from '#tests/support/data/small-disk.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, offsetOf, openPatch, patch, someBytes } from '#tests/support/http/tus.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import {
  destroyInstance,
  type HoshiProcess,
  isAlive,
  killProcessesOf,
  startHoshi,
} from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { upload, videoOf } from './tus.ts'

const MIB = 1024 ** 2
const DISK = 640 * MIB
const RESERVE = 128 * MIB
const isPossible = await canMount()

describe.runIf(isPossible)('a disk that uploads fill, with the database on it', () => {
  const root = mkdtempSync(join(tmpdir(), 'hoshi-full-disk-'))
  const dataDir = join(root, 'data')
  /** Another program's file on the same disk. */
  const otherFile = join(dataDir, 'foreign')
  let unmount: (() => Promise<void>) | undefined
  const gate = createToolGate(join(root, 'gate'))
  let start: () => Promise<HoshiProcess>
  let hoshi: HoshiProcess
  let creator: Person
  let watched: { id: string; hls: string }

  beforeAll(async () => {
    unmount = await mountSmallDisk(dataDir, DISK)
    const port = await freePort()
    start = () =>
      startHoshi({ PORT: port, DATA_DIR: dataDir, DISK_RESERVE_BYTES: String(RESERVE), ...gate.environment })
    hoshi = await start()
    creator = await createPerson(hoshi.url, 'creator')
    const id = await publishClip(creator, await makeClip(join(root, 'clips')))
    const { videoId } = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }
    watched = { id, hls: (await videoOf(creator, videoId)).playback.hls ?? '' }
  })
  afterAll(async () => {
    await killProcessesOf(root)
    await unmount?.()
    await destroyInstance(root)
  })

  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  }
  const absolute = (uploadURL: string) => new URL(uploadURL, hoshi.url).href
  const offsetOnDisk = async (uid: string) => (await stat(join(dataDir, 'files/originals', uid))).size
  /** Leaves so many bytes above the reserve. */
  const fillUpTo = async (spareBytes: number) =>
    writeFileSync(otherFile, Buffer.alloc((await freeBytes()) - RESERVE - spareBytes), { flag: 'a' })

  async function expectTheRestToWork(): Promise<void> {
    for (const path of [
      '/healthz',
      '/readyz',
      '/',
      '/explore',
      `/watch/${watched.id}`,
      watched.hls,
      '/api/v1/episodes',
    ])
      expect((await fetch(new URL(path, hoshi.url))).status, path).toBe(200)
    // Rows can still be written.
    const changed = await creator.call('PATCH', `/api/v1/episodes/${watched.id}`, { description: 'Still here.' })
    expect(changed.status).toBe(200)
  }

  it('two simultaneous uploads do not take more than is free, and the reserve stays for everything else', async () => {
    const spareBytes = (await freeBytes()) - RESERVE
    const size = Math.floor(spareBytes * 0.6)
    const [one, two] = [await createUpload(creator, size), await createUpload(creator, size)]
    const { request } = openPatch(absolute(one.uploadURL), 0, size)
    request.write(someBytes(MIB))
    await expect.poll(() => offsetOnDisk(one.uid)).toBeGreaterThan(0)
    const refused = await patch(absolute(two.uploadURL), 0, someBytes(MIB))
    expect(refused.status).toBe(507)
    expect(refused.json()).toMatchObject({
      code: 'video.storage_full',
      detail: 'The server is out of storage space. Please try again later.',
    })
    const response = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: size })
    expect(response.status).toBe(507)
    await expectTheRestToWork()
    request.destroy()
    for (const { uid } of [one, two]) expect((await creator.call('DELETE', `/api/v1/videos/${uid}`)).status).toBe(204)
  })

  it('an upload is stopped while its bytes arrive, with the reason, and resumes once there is room', async () => {
    const size = 48 * MIB
    const bytes = someBytes(size)
    const { uid, uploadURL } = await createUpload(creator, size)
    const url = absolute(uploadURL)
    const { request, response } = openPatch(url, 0, size)
    request.write(bytes.subarray(0, 8 * MIB))
    await expect.poll(() => offsetOnDisk(uid)).toBeGreaterThan(4 * MIB)
    await fillUpTo(-MIB)
    request.end(bytes.subarray(8 * MIB))

    const stopped = await response
    expect(stopped.status).toBe(507)
    expect(stopped.json()).toMatchObject({ code: 'video.storage_full' })
    await expectTheRestToWork()

    rmSync(otherFile)
    const offset = await offsetOf(url)
    expect(offset).toBeGreaterThan(4 * MIB)
    expect(offset).toBeLessThan(size)
    expect((await patch(url, offset, bytes.subarray(offset))).status).toBe(204)
    await expectTheRestToWork()
  })

  it('encoding stops, and completes once there is room', async () => {
    gate.block('encoding', steps.encoding(480, 360))
    const clip = await makeClip(join(root, 'clips'), { seconds: 1, width: 480, height: 360, video: 'mpeg4' })
    const uid = await upload(creator, clip)
    const tool = await gate.blocked('encoding')
    await fillUpTo(-MIB)
    await eventually('the run is ended', () => !isAlive(tool))
    await expect.poll(async () => (await videoOf(creator, uid)).status.step).toBe('waiting_for_server')
    await expectTheRestToWork()
    gate.release('encoding')
    rmSync(otherFile)
    await expect.poll(async () => (await videoOf(creator, uid)).status.state).toBe('ready')
  })

  it('a server starts on a full disk, because it removes an expired upload before starting the database', async () => {
    const { uid, uploadURL } = await createUpload(creator, 64 * MIB)
    expect((await patch(absolute(uploadURL), 0, someBytes(32 * MIB))).status).toBe(204)
    await killProcessesOf(root)
    writeFileSync(
      join(dataDir, 'files/unfinished', uid),
      JSON.stringify({ expiresAt: new Date(0), sizeBytes: 64 * MIB }),
    )
    await fillUpTo(-RESERVE)
    expect(await freeBytes()).toBe(0)

    hoshi = await start()
    expect(await stat(join(dataDir, 'files/originals', uid)).catch(() => null)).toBeNull()
    rmSync(otherFile)
    await expectTheRestToWork()
  })
})
