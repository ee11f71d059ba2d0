import { beforeAll, expect, test } from 'vitest'
import { setUpApp } from '#tests/support/app-fixture.ts'
import { withMotion } from '#tests/support/browser.server.ts'
import { waitForHydration } from '#tests/support/forms.ts'
import { delayFonts, layoutShifts, recordLayoutShifts, startScriptsAfterPaint } from '#tests/support/layout-shifts.ts'
import { createPerson } from '#tests/support/person.ts'
import { seedEpisode } from '#tests/support/publishing.ts'

const app = setUpApp()
/** A tenth of the "good" threshold of Web Vitals. */
const BARELY = 0.01
/** Half of that threshold, where paragraphs wrap differently. */
const LITTLE = 0.05
/** Lighthouse reports thousandths. */
const NONE = 0.001

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', '月見')
  for (const title of ['A Quiet Star', '星の夜'])
    await seedEpisode(app.hoshi.connectionString, creator, {
      title,
      description: 'Snow falls on the bus stop. '.repeat(4),
    })
})

const pages: [string, number, number][] = [
  ['/', 1440, BARELY],
  ['/', 390, BARELY],
  ['/explore', 1440, BARELY],
  ['/explore', 390, BARELY],
  ['/login', 1440, BARELY],
  ['/login', 390, BARELY],
  ['/signup', 412, NONE],
  ['/about', 412, NONE],
  ['/privacy', 1440, LITTLE],
  ['/privacy', 390, LITTLE],
]

test.each(pages)('%s, %i px wide, barely shifts when its fonts load late', async (path, width, maxShift) => {
  const { page } = await app.visit({ ...withMotion, viewport: { width, height: 900 } })
  await recordLayoutShifts(page)
  const loadedFonts: string[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.woff2')) loadedFonts.push(request.url())
  })
  const releaseFonts = await delayFonts(page)
  await page.goto(path, { waitUntil: 'commit' })
  await startScriptsAfterPaint(page)
  await waitForHydration(page)
  await layoutShifts(page)
  expect(loadedFonts).toEqual([])
  releaseFonts()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  expect(loadedFonts.length).toBeGreaterThanOrEqual(2)
  const { sum, moves } = await layoutShifts(page)
  expect(sum, moves.join('; ')).toBeLessThan(maxShift)
})
