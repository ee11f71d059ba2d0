import { watch } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { readConfig } from '#server/config.ts'
import { createHoshi, type RunningHoshi } from '#server/hoshi.ts'
import { Secret } from '#server/secret.ts'
import { createPerson, createStranger, type Person } from '#tests/support/person.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { askForAddress, patch, someBytes } from '#tests/support/tus.ts'
import { layWire, type Wire } from '#tests/support/wire.ts'

let dir: string
let home: TestDatabase
let wire: Wire
let hoshi: RunningHoshi
let http: Server
let url: string
let creator: Person

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-outage-'))
  home = await createTestDatabase()
  wire = layWire(home.connectionString, dir)
  await wire.join()
  http = createServer({ keepAliveTimeout: 0 })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  const config = readConfig({ PORT: String(port), DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'silent' })
  hoshi = createHoshi(config, {
    connectionString: wire.connectionString,
    secret: new Secret('a secret that only tests know of, long enough'),
    log: createLog('silent'),
    loadBuild: () => Promise.reject(new Error('There are no screens here.')),
    clientDir: null,
    isDevelopment: false,
    mailer: { send: async () => {} },
  })
  http.on('request', hoshi.listener)
  await hoshi.start()
  creator = await createPerson(url, 'creator')
})

afterAll(async () => {
  http?.closeAllConnections()
  http?.close()
  await hoshi?.close()
  await wire?.cut()
  await home?.drop()
  await rm(dir, { recursive: true, force: true })
})

async function ask(path: string): Promise<[number, unknown]> {
  const answer = await fetch(url + path)
  return [answer.status, await answer.json()]
}

const allWell = { status: 'ok', database: 'ok', queue: 'ok', storage: 'ok' }

describe('when all is well', () => {
  test('the health checks say so', async () => {
    await expect.poll(() => ask('/healthz')).toEqual([200, { status: 'ok' }])
    await expect.poll(() => ask('/readyz')).toEqual([200, allWell])
  })

  test('whoever asks for readiness often has the storage looked at once a second', async () => {
    const looks: string[] = []
    const watching = watch(join(dir, 'data/files/temporary'), (_event, name) => looks.push(String(name)))
    const begun = performance.now()
    const statuses = new Set<number>()
    for (let n = 0; n < 200 || looks.length === 0; n++) statuses.add((await ask('/readyz'))[0])
    expect([...statuses]).toEqual([200])
    const seconds = (performance.now() - begun) / 1000
    await setImmediate()
    watching.close()
    const probes = new Set(looks.map((name) => /^probe-\w{26}/.exec(name)?.[0]).filter(Boolean))
    expect(probes.size).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })
})

describe('while the database is away', () => {
  test('everything says so, and all comes back by itself', async () => {
    const address = await askForAddress(creator, 100)
    await patch(address.uploadURL, 0, someBytes(40))
    await wire.cut()
    expect(await ask('/healthz')).toEqual([503, { status: 'failing' }])
    const withoutDatabase = { status: 'failing', database: 'failing', queue: 'failing', storage: 'ok' }
    await expect.poll(() => ask('/readyz')).toEqual([503, withoutDatabase])
    const calls: [string, string, unknown?][] = [
      ['GET', '/api/v1/episodes'],
      ['GET', `/api/v1/videos/${address.uid}`],
      ['POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 10 }],
      ['POST', '/api/auth/sign-in/email', { email: creator.email, password: creator.password }],
      ['GET', '/api/auth/get-session'],
    ]
    for (const [method, path, body] of calls) {
      const answer = await creator.call(method, path, body)
      expect([answer.status, answer.headers.get('retry-after')], `${method} ${path}`).toEqual([503, '5'])
      expect(await answer.json()).toMatchObject({ code: 'outage', title: 'Service Unavailable' })
    }
    const piece = await patch(address.uploadURL, 40, someBytes(60))
    expect([piece.status, piece.headers['retry-after']]).toEqual([503, '5'])
    const media = await createStranger(url).call('GET', `/media/${address.uid}/${'b'.repeat(26)}/init.mp4`)
    expect([media.status, media.headers.get('retry-after')]).toEqual([503, '5'])

    await wire.join()
    await expect.poll(() => ask('/readyz')).toEqual([200, allWell])
    expect((await creator.call('GET', `/api/v1/videos/${address.uid}`)).status).toBe(200)
    await expect.poll(async () => (await patch(address.uploadURL, 40, someBytes(60))).status).toBe(204)
    const stateOf = async () => {
      const answer = await creator.call('GET', `/api/v1/videos/${address.uid}`)
      return ((await answer.json()) as { status: { state: string } }).status.state
    }
    // Random bytes are no video: a worker has looked at them.
    await expect.poll(stateOf).toBe('error')
  })
})
