import { beforeAll, expect, test } from 'vitest'
import { setUpApp } from '#tests/support/app-fixture.ts'
import { openFirefox } from '#tests/support/firefox.server.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { expectPlayback } from '#tests/support/playback.ts'

const app = setUpApp(undefined, openFirefox)
let creator: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
})

test('an episode plays', async () => {
  const path = `/watch/${await publishFinished(app.hoshi, creator, { seconds: 4 })}`
  const { page, open, errors } = await app.visit()
  await open(path)
  await expectPlayback(page)
  expect(errors).toEqual([])
})
