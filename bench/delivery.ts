import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPerson } from '#tests/support/http/person.ts'
import type { Figure } from './figures.ts'
import { cpuSecondsOf, type FileServer, startNginx, startServeStatic } from './file-servers.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import type { ExpectedResponse, LoadJob, LoadResult } from './load-generator.ts'
import { publishShortClip, waitForVideo } from './short-clip.ts'
import { videoOf } from './upload.ts'

const ROUNDS = 3
const CONNECTIONS = 16
const RANGE_BYTES = 256 * 1024
const STATIC_GOAL = 1 / 3
const NGINX_GOAL = 1.25

/** One file, and how it is requested. */
interface Workload {
  name: string
  file: string
  bytes: Buffer
  expected: ExpectedResponse[]
  requests: number
  isHotRange?: boolean
}

/** Processor time of one server for one shape, over all rounds. */
interface Cost {
  seconds: number
  bytes: number
}

const run = promisify(execFile)

/**
 * Processor time per gigabyte of media: the shipped server beside the framework's static handler, and nginx if
 * installed.
 */
export async function measureDelivery(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const folder = await publishedFolder(dataDir)
    // Polling for jobs is not part of delivery.
    const hoshi = await startHoshi(dataDir, 'server', 'web')
    const files = join(dataDir, 'files')
    const workloads = createWorkloads()
    for (const { file, bytes } of workloads) {
      await writeFile(join(files, folder, file), bytes)
    }
    const nginx = await startNginx(files, join(dataDir, 'nginx'))
    if (!nginx) report('nginx is not installed, so nothing is compared with it (Debian: apt-get install nginx-light)')
    const servers: FileServer[] = [
      { name: 'hoshi', url: hoshi.url, cpuSeconds: () => cpuSecondsOf([hoshi.pid]) },
      await startServeStatic(files),
      ...(nginx ? [nginx] : []),
    ]
    report('warming up…')
    for (const workload of workloads)
      for (const server of servers) await costOf(server, `${server.url}/${folder}`, workload)
    const costs = new Map(workloads.map((workload) => [workload, new Map<string, Cost>()]))
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const workload of workloads) {
        const line: string[] = []
        for (const server of servers) {
          await verifyResponses(server, `${server.url}/${folder}/${workload.file}`, workload)
          const cost = await costOf(server, `${server.url}/${folder}`, workload)
          const sum = costs.get(workload)!.get(server.name) ?? { seconds: 0, bytes: 0 }
          costs.get(workload)!.set(server.name, { seconds: sum.seconds + cost.seconds, bytes: sum.bytes + cost.bytes })
          line.push(`${server.name} ${perGigabyte(cost).toFixed(3)}`)
        }
        report(`round ${round} of ${ROUNDS}, ${workload.name}: ${line.join(', ')} CPU-s/GB`)
      }
    }
    await hoshi.stop()
    return workloads.flatMap((workload) => figuresOf(workload, costs.get(workload)!))
  })
}

/** The folder of a public rendition; all its files are public. */
async function publishedFolder(dataDir: string): Promise<string> {
  const { url, stop } = await startHoshi(dataDir)
  const creator = await createPerson(url, 'creator', 'Bench')
  const { uid } = await publishShortClip(creator)
  await waitForVideo(creator, uid, ({ status }) => status.percentComplete === 100)
  const { playback } = await videoOf(creator, uid)
  const master = await (await fetch(url + playback.hls)).text()
  const rendition = /^[^#\n]+(?=\/)/m.exec(master)?.[0]
  await stop()
  if (rendition === undefined) throw new Error('The master playlist names no rendition.')
  return `media/${uid}/${rendition}`
}

function createWorkloads(): Workload[] {
  const segment = randomBytes(3_000_000)
  return [
    completeFile('3 MB segment', '3000.m4s', segment, 300),
    completeFile('1 MB segment', '1000.m4s', randomBytes(1_000_000), 800),
    completeFile('200 KB segment', '0200.m4s', randomBytes(200_000), 3000),
    completeFile('20 KB segment', '0020.m4s', randomBytes(20_000), 8000),
    {
      name: '256 KiB of a hot segment',
      file: '3000.m4s',
      bytes: segment,
      expected: Array.from({ length: 11 }, (_, n) => rangeRequest(segment, n * RANGE_BYTES, (n + 1) * RANGE_BYTES - 1)),
      requests: 3000,
      isHotRange: true,
    },
  ]
}

function completeFile(name: string, file: string, bytes: Buffer, requests: number): Workload {
  return { name, file, bytes, expected: [{ sizeBytes: bytes.length, sha256: hashOf(bytes) }], requests }
}

function rangeRequest(bytes: Buffer, from: number, to: number): ExpectedResponse {
  return { range: `bytes=${from}-${to}`, sizeBytes: to - from + 1, sha256: hashOf(bytes.subarray(from, to + 1)) }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Reads the file three times, which also makes it hot, then ranges. @throws Error on the first wrong response */
async function verifyResponses({ name }: FileServer, url: string, { bytes }: Workload): Promise<void> {
  const size = bytes.length
  const cases: [range: string | null, status: number, from: number, to: number][] = [
    [null, 200, 0, size - 1],
    [null, 200, 0, size - 1],
    [null, 200, 0, size - 1],
    ['bytes=0-0', 206, 0, 0],
    ['bytes=1000-1999', 206, 1000, 1999],
    [`bytes=${size - 10}-`, 206, size - 10, size - 1],
    ['bytes=-10', 206, size - 10, size - 1],
    [`bytes=${size}-`, 416, 0, -1],
  ]
  for (const [range, status, from, to] of cases) {
    const response = await fetch(url, range === null ? {} : { headers: { Range: range } })
    const got = new Uint8Array(await response.arrayBuffer())
    const contentRange = response.headers.get('content-range')
    const isRange = status !== 206 || contentRange === `bytes ${from}-${to}/${size}`
    const isBody = status === 416 || hashOf(got) === hashOf(bytes.subarray(from, to + 1))
    if (response.status !== status || !isRange || !isBody)
      throw new Error(`${name}, ${range}: ${response.status}, ${contentRange}`)
  }
}

async function costOf(server: FileServer, folder: string, { file, requests, expected }: Workload): Promise<Cost> {
  const job: LoadJob = { url: `${folder}/${file}`, connections: CONNECTIONS, requests, expected }
  const before = await server.cpuSeconds()
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'load-generator.ts'), JSON.stringify(job)])
  const seconds = (await server.cpuSeconds()) - before
  return { seconds, bytes: (JSON.parse(stdout) as LoadResult).bytes }
}

function perGigabyte({ seconds, bytes }: Cost): number {
  return seconds / (bytes / 1e9)
}

function figuresOf({ name, isHotRange }: Workload, costs: Map<string, Cost>): Figure[] {
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
