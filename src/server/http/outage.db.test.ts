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
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createDatabaseProxy, type DatabaseProxy } from '#tests/support/http/connection-proxy.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createUpload, patch, someBytes } from '#tests/support/http/tus.ts'

let dir: string
let home: TestDatabase
let wire: DatabaseProxy
let hoshi: RunningHoshi
let http: Server
let url: string
let creator: Person

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-outage-'))
  home = await createTestDatabase()
  wire = createDatabaseProxy(home.connectionString, dir)
  await wire.listen()
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
  const response = await fetch(url + path)
  return [response.status, await response.json()]
}

const allWell = { status: 'ok', database: 'ok', queue: 'ok', storage: 'ok' }

describe('when all is well', () => {
  test('the health checks say so', async () => {
    await expect.poll(() => ask('/healthz')).toEqual([200, { status: 'ok' }])
    await expect.poll(() => ask('/readyz')).toEqual([200, allWell])
  })

  test('frequent readiness checks check the storage once a second', async () => {
    const changes: string[] = []
    const watcher = watch(join(dir, 'data/files/temporary'), (_event, name) => changes.push(String(name)))
    const startedAt = performance.now()
    const statuses = new Set<number>()
    for (let n = 0; n < 200 || changes.length === 0; n++) statuses.add((await ask('/readyz'))[0])
    expect([...statuses]).toEqual([200])
    const seconds = (performance.now() - startedAt) / 1000
    await setImmediate()
    watcher.close()
    const probes = new Set(changes.map((name) => /^probe-\w{26}/.exec(name)?.[0]).filter(Boolean))
    expect(probes.size).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })
})

describe('while the database is down', () => {
  test('every response reports it, and everything recovers without a restart', async () => {
    const upload = await createUpload(creator, 100)
    await patch(upload.uploadURL, 0, someBytes(40))
    await wire.cut()
    expect(await ask('/healthz')).toEqual([503, { status: 'failing' }])
    const withoutDatabase = { status: 'failing', database: 'failing', queue: 'failing', storage: 'ok' }
    await expect.poll(() => ask('/readyz')).toEqual([503, withoutDatabase])
    const calls: [string, string, unknown?][] = [
      ['GET', '/api/v1/episodes'],
      ['GET', `/api/v1/videos/${upload.uid}`],
      ['POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 10 }],
      ['POST', '/api/auth/sign-in/email', { email: creator.email, password: creator.password }],
      ['GET', '/api/auth/get-session'],
    ]
    for (const [method, path, body] of calls) {
      const response = await creator.call(method, path, body)
      expect([response.status, response.headers.get('retry-after')], `${method} ${path}`).toEqual([503, '5'])
      expect(await response.json()).toMatchObject({ code: 'outage', title: 'Service Unavailable' })
    }
    const patched = await patch(upload.uploadURL, 40, someBytes(60))
    expect([patched.status, patched.headers['retry-after']]).toEqual([503, '5'])
    const media = await createStranger(url).call('GET', `/media/${upload.uid}/${'b'.repeat(26)}/init.mp4`)
    expect([media.status, media.headers.get('retry-after')]).toEqual([503, '5'])

    await wire.listen()
    await expect.poll(() => ask('/readyz')).toEqual([200, allWell])
    expect((await creator.call('GET', `/api/v1/videos/${upload.uid}`)).status).toBe(200)
    await expect.poll(async () => (await patch(upload.uploadURL, 40, someBytes(60))).status).toBe(204)
    const stateOf = async () => {
      const response = await creator.call('GET', `/api/v1/videos/${upload.uid}`)
      return ((await response.json()) as { status: { state: string } }).status.state
    }
    // Random bytes are not a video: a worker has probed them.
    await expect.poll(stateOf).toBe('error')
  })
})
