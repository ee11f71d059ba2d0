import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createS3Storage, type S3Storage } from '#platform/s3-storage.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { createUpload, offsetOf, openPatch, patch, type UploadTarget } from '#tests/support/http/tus.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { createDice, type Dice } from '#tests/support/run/dice.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { environmentOfBucket } from '#tests/support/storage/s3-environment.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { createEmptyDatabase } from './external-database.ts'
import { enqueueCleanup, type Instance, query } from './instance-state.ts'
import { waitForFinalState } from './tus.ts'

const MIB = 1024 ** 2
const PART = 8 * MIB
/** Kills of nodes and the worker while uploads go through them. */
const KILLS = 24
const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let instance: Instance
let store: S3Double
let storage: S3Storage
/** Two web nodes and a worker, each with a folder of its own. */
const environments: ({ PORT: string; DATA_DIR: string } & Record<string, string>)[] = []
const processes: HoshiProcess[] = []

beforeAll(async () => {
  database = await createEmptyDatabase(inject('postgresUrl'))
  store = await openS3Double()
  storage = createS3Storage(store.settings)
  const settings = environmentOfBucket(store.settings)
  const SECRET = 'a secret that only crash tests know of'
  for (const name of ['one', 'two', 'worker']) {
    const ROLE = name === 'worker' ? 'worker' : 'web'
    const own = { ROLE, PORT: await freePort(), DATA_DIR: join(root, name), DATABASE_URL: database.url, SECRET }
    environments.push({ ...settings, ...own })
  }
  instance = { dataDir: root, connectionString: () => database.url }
  for (const environment of environments) processes.push(await startHoshi(environment))
})
afterAll(async () => {
  await destroyInstance(root)
  storage?.close()
  await store?.close()
  await database?.drop()
})

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** SHA-256 of the original of an upload, read from the store piece by piece. */
async function hashStored({ uid }: UploadTarget): Promise<string> {
  const sum = createHash('sha256')
  for await (const piece of await storage.read(`originals/${uid}`)) sum.update(piece as Buffer)
  return sum.digest('hex')
}
/** The URL of an upload at a node. */
const at = (node: number, { uploadURL }: UploadTarget) =>
  new URL(new URL(uploadURL).pathname, processes[node]!.url).href
const partsSent = () => store.requests.filter((request) => request.includes('partNumber')).length

/** Kills a process as a power cut would, and starts it again. */
async function killAndRestart(index: number): Promise<void> {
  await processes[index]!.kill()
  processes[index] = await startHoshi(environments[index]!)
}

/** A clip with so many random bytes behind it, which no player reads. */
function padded(clip: Buffer, paddingBytes: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(paddingBytes + 8)
  head.write('free', 4)
  return Buffer.concat([clip, head, randomBytes(paddingBytes)])
}

it('an upload goes through two nodes in turn while one is killed, and its video plays', async () => {
  const creator = await createPerson(processes[0]!.url, 'creator')
  const clip = readFileSync(await makeClip(join(root, 'clips'), { seconds: 3, width: 640, height: 360 }))
  const bytes = padded(clip, 22 * MIB)
  const upload = await createUpload(creator, bytes.length)
  expect((await patch(at(0, upload), 0, bytes.subarray(0, 3 * MIB))).status).toBe(204)
  expect((await patch(at(1, upload), 3 * MIB, bytes.subarray(3 * MIB, PART + MIB))).status).toBe(204)
  const before = partsSent()
  const dying = openPatch(at(0, upload), PART + MIB, bytes.length - PART - MIB)
  dying.request.write(bytes.subarray(PART + MIB, 2 * PART + 2 * MIB))
  await eventually('the dying node has sent a part', () => partsSent() > before)
  await processes[0]!.kill()
  await expect(dying.response).rejects.toThrow()

  const acknowledged = await offsetOf(at(1, upload))
  expect(acknowledged).toBeGreaterThanOrEqual(PART + MIB)
  const middle = acknowledged + 2 * MIB
  expect((await patch(at(1, upload), acknowledged, bytes.subarray(acknowledged, middle))).status).toBe(204)
  processes[0] = await startHoshi(environments[0]!)
  expect(await offsetOf(at(0, upload))).toBe(middle)
  expect((await patch(at(0, upload), middle, bytes.subarray(middle))).status).toBe(204)
  expect(await hashStored(upload)).toBe(hash(bytes))

  const { status } = await waitForFinalState(creator, upload.uid)
  expect(status).toMatchObject({ state: 'ready', percentComplete: 100 })
})

/** Kills a process each time that another share of all bytes has arrived, however fast that is. */
function createKiller(dice: Dice, totalBytes: number, kills: number) {
  let done = 0
  let running: Promise<void> | null = null
  async function killOne(): Promise<void> {
    await killAndRestart(dice(processes.length))
    done += 1
    running = null
  }
  return {
    /** Waits when the next kill is due before the last one is over. */
    async onArrived(arrivedBytes: number): Promise<void> {
      const due = Math.min(kills, Math.floor((arrivedBytes / totalBytes) * (kills + 1)))
      while (done < due) {
        running ??= killOne()
        if (due === done + 1) return
        await running
      }
    },
    /** Waits until all processes are up again. @returns how many were killed */
    async settled(): Promise<number> {
      await running
      return done
    },
  }
}

/** A client that chooses a node for each piece, until so many bytes have arrived. Counts what is acknowledged. */
async function sendOverBoth(
  { upload, bytes, wanted }: { upload: UploadTarget; bytes: Buffer; wanted: number },
  dice: Dice,
  onAcknowledged: (count: number) => Promise<void>,
): Promise<void> {
  let acknowledged = 0
  while (acknowledged < wanted) {
    let offset: number
    try {
      const url = at(dice(2), upload)
      offset = await offsetOf(url)
      const piece = bytes.subarray(offset, offset + 1 + dice(5 * MIB))
      const response = offset === bytes.length ? null : await patch(url, offset, piece)
      if (response?.status === 204) offset = Number(response.headers['upload-offset'])
    } catch {
      // The node is dying or away; a client tries again.
      await pause(20)
      continue
    }
    if (offset < acknowledged) throw new Error(`${acknowledged - offset} acknowledged bytes were lost.`)
    await onAcknowledged(offset - acknowledged)
    acknowledged = offset
  }
}

it('no acknowledged byte is lost or doubled while nodes and the worker are killed at random, and nothing dangles a day later', async () => {
  const dice = createDice(38)
  const creator = await createPerson(processes[0]!.url, 'creator')
  // Videos, because the worker removes other files.
  const clip = readFileSync(await makeClip(join(root, 'clips'), { seconds: 1, width: 160, height: 90 }))
  const files = Array.from({ length: 100 }, () => padded(clip, MIB + dice(8 * MIB)))
  const uploads = await Promise.all(files.map((bytes) => createUpload(creator, bytes.length)))
  // Every fourth client gives up when half has arrived.
  const clients = uploads.map((upload, index) => {
    const bytes = files[index]!
    return { upload, bytes, wanted: index % 4 === 3 ? Math.floor(bytes.length / 2) : bytes.length }
  })
  const totalBytes = clients.reduce((sum, { wanted }) => sum + wanted, 0)
  const killer = createKiller(dice, totalBytes, KILLS)
  let arrivedBytes = 0
  const onAcknowledged = async (count: number) => {
    arrivedBytes += count
    await killer.onArrived(arrivedBytes)
  }
  await Promise.all(clients.map((client) => sendOverBoth(client, dice, onAcknowledged)))
  expect(await killer.settled()).toBe(KILLS)
  const finished = clients.filter(({ bytes, wanted }) => wanted === bytes.length)
  // A client that missed the last answer asks, which finishes its upload.
  for (const { upload } of finished) await offsetOf(at(0, upload))
  expect(await Promise.all(finished.map(({ upload }) => hashStored(upload)))).toEqual(
    finished.map(({ bytes }) => hash(bytes)),
  )
  expect(await query(instance, "select reason_code from videos where state = 'error'")).toEqual([])
  const pending = await query<{ uid: string }>(instance, "select uid from videos where state = 'pendingupload'")
  const pendingUids = new Set(pending.map(({ uid }) => uid))
  expect(finished.filter(({ upload }) => pendingUids.has(upload.uid))).toEqual([])
  expect(pendingUids.size).toBeGreaterThan(0)

  await query(instance, "update videos set upload_expires_at = now() - interval '1 hour' where state = 'pendingupload'")
  // Parts without a row are removed once they are ten minutes old.
  store.aheadMs = 11 * 60_000
  const leftovers = async () => [
    ...store.uploads(),
    ...store.keys().filter((key) => key.startsWith('tails/')),
    ...(await query<{ video_uid: string }>(instance, 'select video_uid from parted_uploads')),
  ]
  await enqueueCleanup(instance)
  await eventually('nothing is left of the others', async () => {
    if ((await leftovers()).length === 0) return true
    await enqueueCleanup(instance)
    return false
  })
  expect(await leftovers()).toEqual([])
  store.aheadMs = 0
})
