import { beforeAll, expect, test } from 'vitest'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { expectPlayback } from '#tests/support/browser/playback.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ cachesPages: true }))
const paths = { watch: '', creator: '' }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  paths.watch = `/watch/${await publishFinished(app.hoshi, creator, 'numbered', { title: 'Rain' })}`
  paths.creator = `/creator/${creator.account.uid}`
})

test('pages from memory run their scripts in a browser', async () => {
  const { page, open, errors } = await app.visit()
  for (const path of ['/', '/explore', paths.creator]) {
    await open(path)
    await waitForHydration(page)
    await open(path)
    await waitForHydration(page)
  }
  expect(errors).toEqual([])
})

test('a watch page from memory starts its video before its scripts and goes on with them', async () => {
  const { page, open, errors } = await app.visit()
  await open(paths.watch)
  await expectPlayback(page)
  await waitForHydration(page)
  await expect.poll(() => page.getByText('1 views').count()).toBe(1)
  expect(errors).toEqual([])
})
