import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Home, playedRenditions } from '#tests/crash/stored.ts'
import { settled, upload } from '#tests/crash/tus.ts'
import { brokenFilms } from '#tests/support/odd-files/broken-films.server.ts'
import { filmsOfAllKinds } from '#tests/support/odd-files/films-of-all-kinds.server.ts'
import { namedElsewhere } from '#tests/support/odd-files/named-elsewhere.server.ts'
import { noFilms } from '#tests/support/odd-files/no-films.server.ts'
import { type OddFile, openWorkshop, type Workshop } from '#tests/support/odd-files/odd-file.server.ts'
import { oddTimes } from '#tests/support/odd-files/odd-times.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { uploadedInput } from '../ffmpeg/input-arguments.ts'
import { measure } from '../ffmpeg/measure.server.ts'
import { judge } from '../verdict.ts'

const run = promisify(execFile)
const all = { namedElsewhere, noFilms, brokenFilms, oddTimes, filmsOfAllKinds }
const every = Object.values(all).flat()

/** Everything else is refused as soon as it is measured. */
const isProcessed = ({ end }: OddFile) => typeof end !== 'string' || end === 'not_convertible'

/** Long before any of this; a reader of the file moves it. */
const untouched = new Date('2001-01-01')
const calls: string[] = []
const trap = createServer((socket) => {
  calls.push(`${socket.remotePort}`)
  socket.end('HTTP/1.0 404 Not Found\r\n\r\n')
})

let dir: string
let site: TestHoshi
let home: Home
let creator: Person
let shop: Workshop
/** Each file, and its uid when it is processed, as soon as it is there. */
const made = new Map<OddFile, Promise<{ path: string; uid: string | null }>>()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-odd-'))
  await new Promise<void>((listening) => trap.listen(0, '127.0.0.1', listening))
  shop = await openWorkshop(dir, `http://127.0.0.1:${(trap.address() as AddressInfo).port}`)
  for (const path of Object.values(shop.canaries)) await utimes(path, untouched, new Date('2002-01-01'))
  site = await createTestHoshi()
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
  // In the order of the tests and ahead of them, two at a time.
  const lanes = [Promise.resolve(), Promise.resolve()]
  for (const [place, odd] of every.entries()) {
    const making = lanes[place % 2]?.then(() => prepare(odd)) ?? prepare(odd)
    lanes[place % 2] = making.then(
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

async function prepare(odd: OddFile): Promise<{ path: string; uid: string | null }> {
  const path = await odd.make(shop)
  return { path, uid: isProcessed(odd) ? await upload(creator, path) : null }
}

async function prepared(odd: OddFile): Promise<{ path: string; uid: string | null }> {
  const file = await made.get(odd)
  if (!file) throw new Error(`Nobody makes ${odd.name}.`)
  return file
}

/** How a file ended, in the words of `wantedOf`. */
async function endOf(odd: OddFile): Promise<object> {
  const { path, uid } = await prepared(odd)
  if (uid === null) return judge(await measure(path))
  const { status } = await settled(creator, uid)
  if (status.state === 'error') return { state: status.state, reasonCode: status.reasonCode }
  const renditions = await playedRenditions(home, uid)
  const largest = renditions.at(-1)
  return {
    ...{ status, width: largest?.width, height: largest?.height, sound: largest?.sound },
    frames: [...new Set(renditions.map(({ frames }) => frames))],
    seconds: renditions.map(({ seconds }) => seconds),
  }
}

function wantedOf(odd: OddFile): object {
  const { end } = odd
  if (typeof end === 'string') return { ...(isProcessed(odd) ? { state: 'error' } : { ok: false }), reasonCode: end }
  const { seconds, frames, ...picture } = end
  return {
    ...{ status: { state: 'ready', percentComplete: 100 }, ...picture, frames: [frames] },
    seconds: expect.toSatisfy((all: number[]) => all.every((each) => isNear(each, seconds))),
  }
}

const isNear = (found: number, wanted: number) => Math.abs(found - wanted) < Math.max(0.2, wanted * 0.02)

async function expectEnd(odd: OddFile): Promise<void> {
  expect(await endOf(odd)).toEqual(wantedOf(odd))
}

const canaries = () => [shop.canaries.film, shop.canaries.stream, shop.canaries.text]

describe('a file that names other files or addresses', () => {
  it.each(namedElsewhere)('ends as it should: $name', (odd) => expectEnd(odd))

  it('has nothing else read, also where ffmpeg has the network', async () => {
    for (const odd of namedElsewhere) {
      const reading = ['-v', 'error', ...uploadedInput((await prepared(odd)).path)]
      await run('ffprobe', [...reading, '-show_packets']).catch(() => {})
      await run('ffmpeg', ['-nostdin', ...reading, '-f', 'null', '-']).catch(() => {})
    }
    expect(calls).toEqual([])
    for (const path of canaries()) expect((await stat(path)).atime).toEqual(untouched)
  })
})
describe('a file that is no film', () => {
  it.each(noFilms)('ends as it should: $name', (odd) => expectEnd(odd))
})
describe('a film that is broken', () => {
  it.each(brokenFilms)('ends as it should: $name', (odd) => expectEnd(odd))
})
describe('a film whose times are odd', () => {
  it.each(oddTimes)('ends as it should: $name', (odd) => expectEnd(odd))
})
describe('a film of any kind', () => {
  it.each(filmsOfAllKinds)('plays: $name', (odd) => expectEnd(odd))
})

describe('all of them together', () => {
  it('leave what lies beside them unread, and call nobody', async () => {
    for (const file of made.values()) {
      const { uid } = await file
      if (uid !== null) await settled(creator, uid)
    }
    expect(calls).toEqual([])
    for (const path of canaries()) expect((await stat(path)).atime).toEqual(untouched)
  })

  it('would be noticed if they did: the traps are real', async () => {
    const open = async (name: string, ...words: string[]) => {
      const [odd] = namedElsewhere.filter((each) => each.name === name)
      const path = odd ? (await prepared(odd)).path : ''
      return await run('ffprobe', ['-v', 'error', ...words, '-show_packets', path])
    }
    await open('an HLS playlist of a local film')
    await open('an HLS playlist at an address', '-protocol_whitelist', 'file,http,tcp').catch(() => {})
    expect(calls.length).toBeGreaterThan(0)
    // A file system may be told not to note who reads; then a read of our own goes unnoticed as well.
    await readFile(shop.canaries.film)
    const notes = (await stat(shop.canaries.film)).atime > untouched
    expect((await stat(shop.canaries.stream)).atime > untouched).toBe(notes)
  })
})
