import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { destroyInstance, type HoshiProcess, isAlive, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { createEmptyDatabase } from './external-database.ts'
import {
  countFrames,
  framesByRendition,
  type Instance,
  killHoshi,
  query,
  storageAfterCleanup,
} from './instance-state.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { upload, videoOf, waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
const dataDir = join(root, 'data')
const gate = createToolGate(join(root, 'gate'))

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let instance: Instance
let environment: { PORT: string; DATA_DIR: string } & Record<string, string>

beforeAll(async () => {
  mkdirSync(dataDir)
  database = await createEmptyDatabase(inject('postgresUrl'))
  instance = { dataDir, connectionString: () => database.url }
  const SECRET = 'a secret that only crash tests know of'
  environment = { PORT: await freePort(), DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET, ...gate.environment }
})

afterAll(async () => {
  await destroyInstance(root)
  await database?.drop()
})

describe('two processes that start simultaneously on an empty database', () => {
  it('apply each migration once, and both serve the same accounts', async () => {
    const pair = await Promise.all([startHoshi(environment), startHoshi({ ...environment, PORT: await freePort() })])
    const migrations = readdirSync(join(import.meta.dirname, '../../db/migrations')).filter((name) =>
      name.endsWith('.sql'),
    )
    const applied = await query<{ name: string }>(instance, 'select name from migrations order by name')
    expect(applied.map(({ name }) => name)).toEqual(migrations.sort())
    expect(pair.map((each) => each.output()).filter((output) => /applied \d+ migration/.test(output))).toHaveLength(1)
    const [one, other] = pair
    const person = await createPerson(one.url, 'creator')
    const uid = await upload(person, await makeClip(join(root, 'clips'), { seconds: 2 }))
    await waitForFinalState(person, uid)
    expect((await person.call('GET', `${other.url}/api/v1/videos/${uid}`)).status).toBe(200)
    for (const each of pair) {
      process.kill(each.pid, 'SIGTERM')
      expect(await each.ended).toEqual({ code: 0, signal: null })
    }
  })
})

describe('a web process and a worker', () => {
  let web: HoshiProcess
  let worker: HoshiProcess
  let creator: Person

  beforeAll(async () => {
    web = await startHoshi({ ...environment, ROLE: 'web' })
    creator = await createPerson(web.url, 'creator')
  })

  afterAll(async () => {
    await web?.kill()
    await worker?.kill()
  })

  it('share the work: the worker processes uploads to the web process', async () => {
    const clip = await makeClip(join(root, 'clips'), { seconds: 2.5 })
    const uid = await upload(creator, clip)
    expect((await videoOf(creator, uid)).status.state).toBe('queued')
    worker = await startHoshi({ ...environment, ROLE: 'worker' })
    expect((await waitForFinalState(creator, uid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
  })

  it('lose nothing when the worker is killed: another finishes its work', async () => {
    const clip = await makeClip(join(root, 'clips'), { seconds: 2, width: 480, height: 360, video: 'hevc' })
    gate.block('encoding', steps.encoding(480, 360))
    const uid = await upload(creator, clip)
    const tool = await gate.blocked('encoding')
    await killHoshi(worker, instance)
    await eventually('the tool died with its worker', () => !isAlive(tool))
    gate.release('encoding')
    expect((await videoOf(creator, uid)).status.state).toBe('inprogress')

    worker = await startHoshi({ ...environment, ROLE: 'worker' })
    expect((await waitForFinalState(creator, uid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(await framesByRendition(instance, uid)).toEqual([{ height: 360, frames: await countFrames(clip) }])
    const { byRows, onDisk } = await storageAfterCleanup(instance)
    expect(onDisk).toEqual(byRows)
  })
})

describe('a worker that was only slow', () => {
  let web: HoshiProcess
  let slow: HoshiProcess
  let creator: Person

  beforeAll(async () => {
    web = await startHoshi({ ...environment, PORT: await freePort(), ROLE: 'web' })
    slow = await startHoshi({ ...environment, ROLE: 'worker' })
    creator = await createPerson(web.url, 'creator')
  })

  it('publishes nothing beside the worker that took over its job', async () => {
    const clip = await makeClip(join(root, 'clips'), { seconds: 2.5, width: 480, height: 360, video: 'hevc' })
    gate.block('encoding', steps.encoding(480, 360))
    const uid = await upload(creator, clip)
    const renditions = () => query<{ id: string }>(instance, 'select id from renditions where video_uid = $1', [uid])
    const tool = await gate.blocked('encoding')
    process.kill(slow.pid, 'SIGSTOP')
    // Its run continues without it, and leaves a finished output.
    gate.release('encoding')
    await eventually('the run has ended', () => !isAlive(tool))
    const other = await startHoshi({ ...environment, ROLE: 'worker' })
    const { playback, status } = await waitForFinalState(creator, uid)
    expect(status, other.output()).toMatchObject({ state: 'ready', percentComplete: 100 })
    const published = await renditions()
    expect(published).toHaveLength(1)

    process.kill(slow.pid, 'SIGCONT')
    const { byRows, onDisk } = await storageAfterCleanup(instance)
    expect(onDisk).toEqual(byRows)
    expect(await renditions()).toEqual(published)
    expect((await videoOf(creator, uid)).playback).toEqual(playback)
  })
})
