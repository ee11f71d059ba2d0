import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFinished } from '#tests/support/media/describe-finished.server.ts'
import { type FinishedClip, finishedClips } from '#tests/support/media/finished-clips.ts'
import { fixtures, renewsFixtures } from '#tests/support/media/golden-renditions.server.ts'
import { makeFinishedVideoOn } from '#tests/support/media/make-finished-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const names = Object.keys(finishedClips) as FinishedClip[]

let dir: string
let site: TestHoshi
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-finished-'))
  site = await createTestHoshi({ worksJobs: true })
})
afterAll(async () => {
  await site?.close()
  await rm(dir, { recursive: true, force: true })
})

async function renew(name: FinishedClip): Promise<void> {
  await rm(join(fixtures, name), { recursive: true, force: true })
  await mkdir(fixtures, { recursive: true })
  // Its original is the copied rendition in one file, and need not be kept.
  await cp(join(dir, name), join(fixtures, name), {
    recursive: true,
    filter: (path) => path !== join(dir, name, 'original'),
  })
}

test.each(names)('the finished video that tests play is what the pipeline makes of its clip: %s', async (name) => {
  await mkdir(join(dir, name))
  await makeFinishedVideoOn(site, finishedClips[name], join(dir, name))
  if (renewsFixtures) await renew(name)
  expect(existsSync(join(fixtures, name)), 'npm run golden makes it').toBe(true)
  expect(await describeFinished(join(fixtures, name))).toEqual(await describeFinished(join(dir, name)))
})

test('all of them are at most three and a quarter megabytes', async () => {
  const files = globSync('*/**', { cwd: fixtures, withFileTypes: true }).filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size))
  expect(sizes.length).toBeGreaterThan(names.length * 8)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3.25 * 1024 ** 2)
})
