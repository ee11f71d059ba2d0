import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { videoOf, waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-audit-'))
const dataDir = join(root, 'data')
const media = (uid: string, name = '') => join(dataDir, 'files/media', uid, name)
let hoshi: HoshiProcess
let creator: Person
let uids: string[]

/** Gives a process a clock that is a day ahead, but not the times of its files; null where that is not installed. */
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
const aDayAhead = library
  ? { LD_PRELOAD: library, FAKETIME: '+25h', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }
  : null

/** As `npm run audit` runs it. */
function audit(args: string[] = [], folder = dataDir, settings = {}): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, NODE_ENV: 'production', ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/server/audit.ts', ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
    })
  })
}

/** The folder of a video's only rendition. */
const renditionOf = (uid: string) =>
  media(
    uid,
    readdirSync(media(uid)).find((name) => /^\w{26}$/.test(name)),
  )

beforeAll(async () => {
  mkdirSync(dataDir)
  hoshi = await startHoshi({ PORT: await freePort(), DATA_DIR: dataDir })
  creator = await createPerson(hoshi.url, 'creator')
  uids = []
  for (const keyframeSeconds of [1, 2]) {
    const id = await publishClip(creator, await makeClip(join(root, 'clips'), { keyframeSeconds }))
    const { videoId } = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }
    await waitForFinalState(creator, videoId)
    uids.push(videoId)
  }
})

afterAll(() => destroyInstance(root))

test('an audit of a running Hoshi remakes what was lost, or reports it to its creator', async () => {
  const [broken = '', lost = ''] = uids
  await expect.poll(() => audit()).toMatchObject({ code: 0, output: expect.stringContaining('they agree') })
  truncateSync(join(renditionOf(broken), '0001.m4s'), 100)
  rmSync(media(lost), { recursive: true })
  rmSync(join(dataDir, 'files/originals', lost))
  const found = await audit()
  expect(found.code).toBe(1)
  expect(found.output).toMatch(new RegExp(`different +media/${broken}/\\w+ .*none`))
  expect(found.output).toMatch(new RegExp(`missing +originals/${lost} .*none`))

  const repaired = await audit(['--repair'])
  expect(repaired).toMatchObject({ code: 0, output: expect.stringContaining('failed, which its creator is told') })
  expect((await waitForFinalState(creator, broken)).status.state).toBe('ready')
  expect((await videoOf(creator, lost)).status).toMatchObject({ state: 'error', reasonCode: 'processing_failed' })
  await expect.poll(() => audit()).toMatchObject({ code: 0 })
})

const stray = join(dataDir, 'files/originals/nobody')

async function expectToServe(): Promise<void> {
  const { playback } = await videoOf(creator, uids[0] ?? '')
  expect((await fetch(new URL(playback.hls ?? '', hoshi.url))).status).toBe(200)
  expect((await fetch(new URL('/readyz', hoshi.url))).status).toBe(200)
}

test('a repair beside a running Hoshi leaves a stray that may be of work in progress', async () => {
  writeFileSync(stray, 'bytes of nobody')
  const found = await audit()
  expect(found).toMatchObject({ code: 1, output: expect.stringMatching(/stray +originals\/nobody /) })
  const repaired = await audit(['--repair'])
  expect(repaired).toMatchObject({ code: 1, output: expect.stringMatching(/stray +originals\/nobody .*none/) })
  expect(existsSync(stray)).toBe(true)
  await expectToServe()
})

test('a day later it moves the stray to the trash, while Hoshi serves', async ({ skip }) => {
  if (aDayAhead === null) return skip('libfaketime is not installed')
  const repaired = await audit(['--repair'], dataDir, aDayAhead)
  expect(repaired).toMatchObject({ code: 0, output: expect.stringMatching(/stray +originals\/nobody .*trash/) })
  expect(existsSync(stray)).toBe(false)
  const [day = ''] = readdirSync(join(dataDir, 'files/trash'))
  expect(existsSync(join(dataDir, 'files/trash', day, 'originals/nobody'))).toBe(true)
  await expectToServe()
  expect(await audit()).toMatchObject({ code: 0, output: expect.stringContaining('they agree') })
})

test('an audit works without a running Hoshi too, and reports wrong settings', async () => {
  rmSync(stray, { force: true })
  await hoshi.kill()
  expect(await audit()).toMatchObject({ code: 0 })
  expect(await audit([], join(root, 'nowhere'))).toMatchObject({
    code: 2,
    output: expect.stringContaining('no database in'),
  })
  expect(await audit(['--mend'])).toMatchObject({ code: 2, output: expect.stringContaining('--mend') })
})
