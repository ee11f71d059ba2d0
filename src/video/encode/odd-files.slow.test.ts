import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, playedRenditions } from '#tests/crash/instance-state.ts'
import { upload, waitForFinalState } from '#tests/crash/tus.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { corruptVideos } from '#tests/support/media/upload-fixtures/corrupt-videos.server.ts'
import { externalReferences } from '#tests/support/media/upload-fixtures/external-references.server.ts'
import {
  createFixtureFactory,
  type FixtureFactory,
  type UploadFixture,
} from '#tests/support/media/upload-fixtures/fixture.server.ts'
import { nonVideos } from '#tests/support/media/upload-fixtures/non-videos.server.ts'
import { oddTimestamps } from '#tests/support/media/upload-fixtures/odd-timestamps.server.ts'
import { validVideos } from '#tests/support/media/upload-fixtures/valid-videos.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { uploadedInput } from '../media/ffmpeg/input-arguments.ts'
import { probeMedia } from '../media/probe/probe.server.ts'
import { validate } from '../media/validation.ts'

const run = promisify(execFile)
const every = [externalReferences, nonVideos, corruptVideos, oddTimestamps, validVideos].flat()

/** Everything else is refused as soon as it is probed. */
const isProcessed = ({ expected: end }: UploadFixture) => typeof end !== 'string' || end === 'not_convertible'

/** An access time long before the test; reading the file changes it. */
const untouched = new Date('2001-01-01')
const calls: string[] = []
const trap = createServer((socket) => {
  calls.push(`${socket.remotePort}`)
  socket.end('HTTP/1.0 404 Not Found\r\n\r\n')
})

let dir: string
let site: TestHoshi
let home: Instance
let creator: Person
let factory: FixtureFactory
/** The path of each file once it exists, and its uid when it is processed. */
const made = new Map<UploadFixture, Promise<{ path: string; uid: string | null }>>()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-odd-'))
  await new Promise<void>((listening) => trap.listen(0, '127.0.0.1', listening))
  factory = await createFixtureFactory(dir, `http://127.0.0.1:${(trap.address() as AddressInfo).port}`)
  for (const path of Object.values(factory.canaries)) await utimes(path, untouched, new Date('2002-01-01'))
  site = await createTestHoshi({ worksJobs: true })
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
  // In the order of the tests and ahead of them, two at a time.
  const lanes = [Promise.resolve(), Promise.resolve()]
  for (const [index, odd] of every.entries()) {
    const making = lanes[index % 2]?.then(() => prepare(odd)) ?? prepare(odd)
    lanes[index % 2] = making.then(
      () => {},
      () => {},
    )
    made.set(odd, making)
  }
})

afterAll(async () => {
  trap.close()
  await site.close()
  await rm(dir, { recursive: true, force: true })
})

async function prepare(odd: UploadFixture): Promise<{ path: string; uid: string | null }> {
  const path = await odd.make(factory)
  return { path, uid: isProcessed(odd) ? await upload(creator, path) : null }
}

async function prepared(odd: UploadFixture): Promise<{ path: string; uid: string | null }> {
  const file = await made.get(odd)
  if (!file) throw new Error(`No file was made for ${odd.name}.`)
  return file
}

/** The result of a file, in the form of `wantedOf`. */
async function endOf(odd: UploadFixture): Promise<object> {
  const { path, uid } = await prepared(odd)
  if (uid === null) return validate(await probeMedia(path))
  const { status } = await waitForFinalState(creator, uid)
  if (status.state === 'error') return { state: status.state, reasonCode: status.reasonCode }
  const renditions = await playedRenditions(home, uid)
  const largest = renditions.at(-1)
  return {
    status,
    width: largest?.width,
    height: largest?.height,
    audioChannels: largest?.audioChannels,
    frames: [...new Set(renditions.map(({ frames }) => frames))],
    seconds: renditions.map(({ seconds }) => seconds),
  }
}

function wantedOf(odd: UploadFixture): object {
  const { expected: end } = odd
  if (typeof end === 'string') return { ...(isProcessed(odd) ? { state: 'error' } : { ok: false }), reasonCode: end }
  const { seconds, frames, ...expected } = end
  return {
    status: { state: 'ready', percentComplete: 100 },
    ...expected,
    frames: [frames],
    seconds: expect.toSatisfy((all: number[]) => all.every((each) => isNear(each, seconds))),
  }
}

const isNear = (found: number, wanted: number) => Math.abs(found - wanted) < Math.max(0.2, wanted * 0.02)

async function expectEnd(odd: UploadFixture): Promise<void> {
  expect(await endOf(odd)).toEqual(wantedOf(odd))
}

const canaries = () => [factory.canaries.video, factory.canaries.stream, factory.canaries.text]

describe('a file that names other files or URLs', () => {
  it.each(externalReferences)('has the expected result: $name', (odd) => expectEnd(odd))

  it('makes ffmpeg read nothing else, even with network access', async () => {
    for (const odd of externalReferences) {
      const reading = ['-v', 'error', ...uploadedInput((await prepared(odd)).path)]
      await run('ffprobe', [...reading, '-show_packets']).catch(() => {})
      await run('ffmpeg', ['-nostdin', ...reading, '-f', 'null', '-']).catch(() => {})
    }
    expect(calls).toEqual([])
    for (const path of canaries()) expect((await stat(path)).atime).toEqual(untouched)
  })
})
describe('a file that is not a video', () => {
  it.each(nonVideos)('has the expected result: $name', (odd) => expectEnd(odd))
})
describe('a corrupt video', () => {
  it.each(corruptVideos)('has the expected result: $name', (odd) => expectEnd(odd))
})
describe('a video with odd timestamps', () => {
  it.each(oddTimestamps)('has the expected result: $name', (odd) => expectEnd(odd))
})
describe('a video of any kind', () => {
  it.each(validVideos)('plays: $name', (odd) => expectEnd(odd))
})

describe('all of them together', () => {
  it('leave the files beside them unread, and make no network calls', async () => {
    for (const file of made.values()) {
      const { uid } = await file
      if (uid !== null) await waitForFinalState(creator, uid)
    }
    expect(calls).toEqual([])
    for (const path of canaries()) expect((await stat(path)).atime).toEqual(untouched)
  })

  it('would be detected otherwise: the traps work', async () => {
    const open = async (name: string, ...args: string[]) => {
      const odd = externalReferences.find((each) => each.name === name)
      if (!odd) throw new Error(`There is no fixture ‘${name}’.`)
      return await run('ffprobe', ['-v', 'error', ...args, '-show_packets', (await prepared(odd)).path])
    }
    await open('an HLS playlist of a local video')
    await open('an HLS playlist of a remote segment', '-protocol_whitelist', 'file,http,tcp').catch(() => {})
    expect(calls.length).toBeGreaterThan(0)
    // A file system may not record access times; then our own read goes unnoticed as well.
    await readFile(factory.canaries.video)
    const recordsAccess = (await stat(factory.canaries.video)).atime > untouched
    expect((await stat(factory.canaries.stream)).atime > untouched).toBe(recordsAccess)
  })
})
