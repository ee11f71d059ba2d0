import { mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { endHouse, freePort, type HoshiProcess, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { createEmptyDatabase } from './external-database.ts'
import { framesIn, type Home, renditionFrames, tidiedUp } from './stored.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { beginSending, offsetOf, requestUpload, send, settled, upload } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
const dataDir = join(root, 'data')
const gate = createToolGate(join(root, 'gate'))

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let home: Home
let hoshi: HoshiProcess
let creator: Person
let start: () => Promise<HoshiProcess>
let refused: string

beforeAll(async () => {
  mkdirSync(dataDir)
  database = await createEmptyDatabase(inject('postgresUrl'))
  home = { dataDir, connectionString: () => database.url }
  const port = await freePort()
  const SECRET = 'a secret that only crash tests know of'
  start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET, ...gate.environment })
  hoshi = await start()
  creator = await createPerson(hoshi.url, 'creator')
})

afterAll(async () => {
  await endHouse(root)
  await database?.drop()
})

/** The job that kills it is taken at once, before or after it answers for the first time. */
async function startIntoDeath(): Promise<void> {
  const started = await start().catch(() => null)
  await started?.ended
}

describe('a file that kills the process', () => {
  it('at each attempt ends as an error that its creator can read, and takes no other file along', async () => {
    const clips = join(root, 'clips')
    // With its index last, so that nothing is done with it before it is there.
    const poison = await makeClip(clips, { seconds: 2.25, isIndexLast: true })
    const beside = await makeClip(clips, { seconds: 2, width: 480, height: 360, video: 'mpeg4' })
    const behind = await makeClip(clips, { seconds: 2.5 })

    // Under way at each of the first two deaths, as a long film would be.
    gate.hold('beside', steps.encoding(480, 360))
    const besideUid = await upload(creator, beside)
    await gate.held('beside')
    gate.killServer('poison', `*/ffprobe*format_name*bytes=${statSync(poison).size}`)
    const poisonUid = await upload(creator, poison)

    await hoshi.ended
    for (const death of [1, 2]) {
      expect(gate.kills('poison')).toBe(death)
      if (death === 2) gate.letGo('beside')
      await startIntoDeath()
    }
    expect(gate.kills('poison')).toBe(3)
    hoshi = await start()
    const behindUid = await upload(creator, behind)
    const [end, ...others] = await Promise.all([poisonUid, besideUid, behindUid].map((uid) => settled(creator, uid)))
    expect(end?.status).toMatchObject({
      state: 'error',
      reasonCode: 'processing_failed',
      reason: 'Processing this file failed three times. Export it again as MP4, or try again later.',
    })
    expect(others).toHaveLength(2)
    for (const other of others) expect(other.status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(await renditionFrames(home, besideUid)).toEqual([{ height: 360, frames: await framesIn(beside) }])
    expect(gate.kills('poison')).toBe(3)
    refused = poisonUid
  })

  it('keeps its bytes, so that its creator may have it tried again', async () => {
    gate.letGo('poison')
    expect((await creator.call('POST', `/api/v1/videos/${refused}/retry`)).status).toBe(200)
    expect((await settled(creator, refused)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
  })

  it('kills it once only while it arrives, and is a film like any other where its job does not', async () => {
    const clip = await makeClip(join(root, 'clips'), { seconds: 3 })
    const bytes = readFileSync(clip)
    const target = await requestUpload(creator, clip)
    gate.killServer('arriving', '*/ffprobe*format_name*pipe:0*')
    await Promise.allSettled([beginSending(target, bytes.subarray(0, -1), 0, bytes.length), hoshi.ended])
    hoshi = await start()
    const offset = await offsetOf(creator, target)
    await send(creator, target, bytes.subarray(offset), offset)
    expect((await settled(creator, target.uid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(gate.kills('arriving')).toBe(1)
    gate.letGo('arriving')
  })

  it('leaves nothing behind', async () => {
    const { byRows, onDisk } = await tidiedUp(home)
    expect(onDisk).toEqual(byRows)
  })
})
