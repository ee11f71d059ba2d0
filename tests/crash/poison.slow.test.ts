import { mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { createEmptyDatabase } from './external-database.ts'
import { countFrames, framesByRendition, type Instance, storageAfterCleanup } from './instance-state.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { offsetOf, requestUpload, send, sendAndStall, upload, waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
const dataDir = join(root, 'data')
const gate = createToolGate(join(root, 'gate'))

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let instance: Instance
let hoshi: HoshiProcess
let creator: Person
let start: () => Promise<HoshiProcess>
let refused: string

beforeAll(async () => {
  mkdirSync(dataDir)
  database = await createEmptyDatabase(inject('postgresUrl'))
  instance = { dataDir, connectionString: () => database.url }
  const port = await freePort()
  const SECRET = 'a secret that only crash tests know of'
  start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET, ...gate.environment })
  hoshi = await start()
  creator = await createPerson(hoshi.url, 'creator')
})

afterAll(async () => {
  await destroyInstance(root)
  await database?.drop()
})

/** The job that kills the server starts immediately, before or after the first healthy response. */
async function startAndCrash(): Promise<void> {
  const crashing = await start().catch(() => null)
  await crashing?.ended
}

describe('a file that kills the process', () => {
  it('at each attempt ends as an error that its creator can read, and harms no other file', async () => {
    const clips = join(root, 'clips')
    // With its index last: nothing is done with it before it is complete.
    const poison = await makeClip(clips, { seconds: 2.25, isIndexLast: true })
    const beside = await makeClip(clips, { seconds: 2, width: 480, height: 360, video: 'mpeg4' })
    const behind = await makeClip(clips, { seconds: 2.5 })

    // In progress at each of the first two deaths, as a long video would be.
    gate.block('beside', steps.encoding(480, 360))
    const besideUid = await upload(creator, beside)
    await gate.blocked('beside')
    gate.killServer('poison', `*/ffprobe*format_name*bytes=${statSync(poison).size}`)
    const poisonUid = await upload(creator, poison)

    await hoshi.ended
    for (const death of [1, 2]) {
      expect(gate.kills('poison')).toBe(death)
      if (death === 2) gate.release('beside')
      await startAndCrash()
    }
    expect(gate.kills('poison')).toBe(3)
    hoshi = await start()
    const behindUid = await upload(creator, behind)
    const [end, ...others] = await Promise.all(
      [poisonUid, besideUid, behindUid].map((uid) => waitForFinalState(creator, uid)),
    )
    expect(end?.status).toMatchObject({
      state: 'error',
      reasonCode: 'processing_failed',
      reason: 'Processing this file failed three times. Export it again as MP4, or try again later.',
    })
    expect(others).toHaveLength(2)
    for (const other of others) expect(other.status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(await framesByRendition(instance, besideUid)).toEqual([{ height: 360, frames: await countFrames(beside) }])
    expect(gate.kills('poison')).toBe(3)
    refused = poisonUid
  })

  it('keeps its bytes, and its creator can have it tried again', async () => {
    gate.release('poison')
    expect((await creator.call('POST', `/api/v1/videos/${refused}/retry`)).status).toBe(200)
    expect((await waitForFinalState(creator, refused)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
  })

  it('that kills it only during the upload kills it once, and then becomes a normal video', async () => {
    const clip = await makeClip(join(root, 'clips'), { seconds: 3 })
    const bytes = readFileSync(clip)
    const target = await requestUpload(creator, clip)
    gate.killServer('ingest', '*/ffprobe*format_name*pipe:0*')
    await Promise.allSettled([sendAndStall(target, bytes.subarray(0, -1), 0, bytes.length), hoshi.ended])
    hoshi = await start()
    const offset = await offsetOf(creator, target)
    await send(creator, target, bytes.subarray(offset), offset)
    expect((await waitForFinalState(creator, target.uid)).status).toMatchObject({
      state: 'ready',
      percentComplete: 100,
    })
    expect(gate.kills('ingest')).toBe(1)
    gate.release('ingest')
  })

  it('leaves nothing behind', async () => {
    const { byRows, onDisk } = await storageAfterCleanup(instance)
    expect(onDisk).toEqual(byRows)
  })
})
