import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { archiveOf, bringHere } from '#tests/support/http/archives.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { type NormalizedRuns, watchNormalizedRuns } from '#tests/support/run/normalized-runs.ts'
import { stackedMarks } from '#tests/support/run/stacked-marks.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let normalized: NormalizedRuns
beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  normalized = watchNormalizedRuns()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await site?.close()
})

test.each([40, 1000, 100_000])('no text of %i characters in an archive holds the server up', async (characters) => {
  const person = await createPerson(site.url, 'creator')
  const text = stackedMarks(characters)
  const links = [{ label: text, url: 'https://example.com/' }]
  const archive = await archiveOf({ profile: { username: text, bio: text, supportLinks: links } })
  normalized.reset()
  const ended = await bringHere(person, archive)
  expect(ended).toMatchObject({ state: 'finished' })
  expect(ended.leftOut).toContainEqual(expect.objectContaining({ kind: 'profile', name: 'username' }))
  expect(normalized.longest()).toBeLessThanOrEqual(60)
})
