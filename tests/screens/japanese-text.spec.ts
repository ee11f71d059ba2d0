import { beforeAll, expect, test } from 'vitest'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const TITLE = '雪の停車場'
let path = ''

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  path = `/watch/${await seedEpisode(app.hoshi.connectionString, creator, { title: TITLE })}`
})

/** Characters of the title that a loaded face of the Japanese font has. */
const drawn = (title: string) =>
  [...document.fonts]
    .filter(({ family, status }) => family.replaceAll('"', '') === 'M PLUS 2' && status === 'loaded')
    .flatMap(({ unicodeRange }) => unicodeRange.toLowerCase().split(/,\s*/))
    .filter((range) => [...title].some((character) => range === `u+${character.codePointAt(0)?.toString(16)}`))
    .toSorted()

test('a Japanese title is drawn in its font before the stylesheet of all slices has come', async () => {
  const { page } = await app.visit()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  const released = Promise.withResolvers<void>()
  await page.route('**/japanese-*.css', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(app.hoshi.url + path, { waitUntil: 'commit' })
  await waitForHydration(page)
  const codes = [...TITLE].map((character) => `u+${character.codePointAt(0)?.toString(16)}`).toSorted()
  await expect.poll(async () => [...new Set(await page.evaluate(drawn, TITLE))]).toEqual(codes)
  expect(errors).toEqual([])
  released.resolve()
})
