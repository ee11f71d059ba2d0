import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { endHouse, freePort, type HoshiProcess, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { publishClip } from '#tests/support/publishing.ts'
import { settled, videoOf } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-audit-'))
const dataDir = join(root, 'data')
const media = (uid: string, name = '') => join(dataDir, 'files/media', uid, name)
let hoshi: HoshiProcess
let creator: Person
let uids: string[]

/** As `npm run audit` runs it. */
function audit(words: string[] = [], folder = dataDir): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, NODE_ENV: 'production' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/server/audit.ts', ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr })
    })
  })
}

/** The folder of a video's one rendition. */
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
    await settled(creator, videoId)
    uids.push(videoId)
  }
})

afterAll(() => endHouse(root))

test('a running Hoshi is audited, and what was lost is made anew or said to its creator', async () => {
  const [anew = '', lost = ''] = uids
  await expect.poll(() => audit()).toMatchObject({ code: 0, said: expect.stringContaining('they agree') })
  truncateSync(join(renditionOf(anew), '0001.m4s'), 100)
  rmSync(media(lost), { recursive: true })
  rmSync(join(dataDir, 'files/originals', lost))
  const found = await audit()
  expect(found.code).toBe(1)
  expect(found.said).toMatch(new RegExp(`different +media/${anew}/\\w+ .*none`))
  expect(found.said).toMatch(new RegExp(`missing +originals/${lost} .*none`))

  const repaired = await audit(['--repair'])
  expect(repaired).toMatchObject({ code: 0, said: expect.stringContaining('failed, which its creator is told') })
  expect((await settled(creator, anew)).status.state).toBe('ready')
  expect((await videoOf(creator, lost)).status).toMatchObject({ state: 'error', reasonCode: 'processing_failed' })
  await expect.poll(() => audit()).toMatchObject({ code: 0 })
})

test('it works without a running Hoshi too, and says what is wrong with its own settings', async () => {
  await hoshi.kill()
  expect(await audit()).toMatchObject({ code: 0 })
  expect(await audit([], join(root, 'nowhere'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('no database in'),
  })
  expect(await audit(['--mend'])).toMatchObject({ code: 2, said: expect.stringContaining('--mend') })
})
