import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPerson } from '#tests/support/person.ts'
import type { Figure } from './figures.ts'
import { type FileServer, processorSecondsOf, startNginx, startServeStatic } from './file-servers.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import type { Read, Reading, Wanted } from './many-readers.ts'
import { publishShortClip, untilVideo } from './short-clip.ts'
import { videoOf } from './upload.ts'

const ROUNDS = 3
const CONNECTIONS = 16
const RANGE_BYTES = 256 * 1024
const STATIC_GOAL = 1 / 3
const NGINX_GOAL = 1.25

/** One file, and how it is asked for. */
interface Shape {
  name: string
  file: string
  bytes: Buffer
  wanted: Wanted[]
  requests: number
  isHotRange?: boolean
}

/** Processor time of one server for one shape, over all rounds. */
interface Cost {
  seconds: number
  bytes: number
}

const run = promisify(execFile)

/** Processor time a gigabyte of media: the shipped server beside the framework's static handler, and nginx if there is one. */
export async function measureDelivery(note: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const folder = await publishedFolder(dataDir)
    // Looking for jobs is no part of delivery.
    const hoshi = await startHoshi(dataDir, 'server', 'web')
    const files = join(dataDir, 'files')
    const shapes = drawShapes()
    for (const { file, bytes } of shapes) {
      await writeFile(join(files, folder, file), bytes)
    }
    const nginx = await startNginx(files, join(dataDir, 'nginx'))
    if (!nginx) note('nginx is not installed, so nothing is compared with it (Debian: apt-get install nginx-light)')
    const servers: FileServer[] = [
      { name: 'hoshi', url: hoshi.url, processorSeconds: () => processorSecondsOf([hoshi.pid]) },
      await startServeStatic(files),
      ...(nginx ? [nginx] : []),
    ]
    note('warming up…')
    for (const shape of shapes) for (const server of servers) await costOf(server, `${server.url}/${folder}`, shape)
    const costs = new Map(shapes.map((shape) => [shape, new Map<string, Cost>()]))
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const shape of shapes) {
        const line: string[] = []
        for (const server of servers) {
          await mustBeRight(server, `${server.url}/${folder}/${shape.file}`, shape)
          const cost = await costOf(server, `${server.url}/${folder}`, shape)
          const sum = costs.get(shape)!.get(server.name) ?? { seconds: 0, bytes: 0 }
          costs.get(shape)!.set(server.name, { seconds: sum.seconds + cost.seconds, bytes: sum.bytes + cost.bytes })
          line.push(`${server.name} ${perGigabyte(cost).toFixed(3)}`)
        }
        note(`round ${round} of ${ROUNDS}, ${shape.name}: ${line.join(', ')} CPU-s/GB`)
      }
    }
    await hoshi.stop()
    return shapes.flatMap((shape) => figuresOf(shape, costs.get(shape)!))
  })
}

/** The folder of a public rendition: what lies in it is everybody's. */
async function publishedFolder(dataDir: string): Promise<string> {
  const { url, stop } = await startHoshi(dataDir)
  const creator = await createPerson(url, 'creator', 'Bench')
  const { uid } = await publishShortClip(creator)
  await untilVideo(creator, uid, ({ status }) => status.percentComplete === 100)
  const { playback } = await videoOf(creator, uid)
  const master = await (await fetch(url + playback.hls)).text()
  const rendition = /^[^#\n]+(?=\/)/m.exec(master)?.[0]
  await stop()
  if (rendition === undefined) throw new Error('The master playlist names no rendition.')
  return `media/${uid}/${rendition}`
}

function drawShapes(): Shape[] {
  const segment = randomBytes(3_000_000)
  return [
    whole('3 MB segment', '3000.m4s', segment, 300),
    whole('1 MB segment', '1000.m4s', randomBytes(1_000_000), 800),
    whole('200 KB segment', '0200.m4s', randomBytes(200_000), 3000),
    whole('20 KB segment', '0020.m4s', randomBytes(20_000), 8000),
    {
      name: '256 KiB of a hot segment',
      file: '3000.m4s',
      bytes: segment,
      wanted: Array.from({ length: 11 }, (_, n) => part(segment, n * RANGE_BYTES, (n + 1) * RANGE_BYTES - 1)),
      requests: 3000,
      isHotRange: true,
    },
  ]
}

function whole(name: string, file: string, bytes: Buffer, requests: number): Shape {
  return { name, file, bytes, wanted: [{ sizeBytes: bytes.length, sha256: hashOf(bytes) }], requests }
}

function part(bytes: Buffer, from: number, to: number): Wanted {
  return { range: `bytes=${from}-${to}`, sizeBytes: to - from + 1, sha256: hashOf(bytes.subarray(from, to + 1)) }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Three whole reads, which also make it hot, then parts of it. @throws Error for the first wrong answer */
async function mustBeRight({ name }: FileServer, url: string, { bytes }: Shape): Promise<void> {
  const size = bytes.length
  const asked: [range: string | null, status: number, from: number, to: number][] = [
    [null, 200, 0, size - 1],
    [null, 200, 0, size - 1],
    [null, 200, 0, size - 1],
    ['bytes=0-0', 206, 0, 0],
    ['bytes=1000-1999', 206, 1000, 1999],
    [`bytes=${size - 10}-`, 206, size - 10, size - 1],
    ['bytes=-10', 206, size - 10, size - 1],
    [`bytes=${size}-`, 416, 0, -1],
  ]
  for (const [range, status, from, to] of asked) {
    const answer = await fetch(url, range === null ? {} : { headers: { Range: range } })
    const got = new Uint8Array(await answer.arrayBuffer())
    const told = answer.headers.get('content-range')
    const isRange = status !== 206 || told === `bytes ${from}-${to}/${size}`
    const isBody = status === 416 || hashOf(got) === hashOf(bytes.subarray(from, to + 1))
    if (answer.status !== status || !isRange || !isBody) throw new Error(`${name}, ${range}: ${answer.status}, ${told}`)
  }
}

async function costOf(server: FileServer, folder: string, { file, requests, wanted }: Shape): Promise<Cost> {
  const job: Reading = { url: `${folder}/${file}`, connections: CONNECTIONS, requests, wanted }
  const before = await server.processorSeconds()
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'many-readers.ts'), JSON.stringify(job)])
  const seconds = (await server.processorSeconds()) - before
  return { seconds, bytes: (JSON.parse(stdout) as Read).bytes }
}

function perGigabyte({ seconds, bytes }: Cost): number {
  return seconds / (bytes / 1e9)
}

function figuresOf({ name, isHotRange }: Shape, costs: Map<string, Cost>): Figure[] {
  const [ours, framework, nginx] = ['hoshi', 'serve-static', 'nginx'].map((server) => {
    const cost = costs.get(server)
    return cost ? perGigabyte(cost) : null
  })
  const figure = { value: ours!, unit: 'CPU-s/GB' as const }
  return [
    {
      ...figure,
      name: `delivery, ${name}, beside serve-static`,
      baseline: { value: framework! },
      goal: rounded(framework! * STATIC_GOAL),
    },
    ...(nginx
      ? [
          {
            ...figure,
            name: `delivery, ${name}, beside nginx`,
            baseline: { value: nginx },
            ...(isHotRange ? { goal: rounded(nginx * NGINX_GOAL) } : {}),
          },
        ]
      : []),
  ]
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
