import { beforeAll, expect, test } from 'vitest'
import { lively } from '#tests/support/browser.server.ts'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { holdTypefaces, layoutShifts, noteLayoutShifts } from '#tests/support/layout-shifts.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'
import { stageEpisode } from '#tests/support/publishing.ts'

const on = onScreen()
/** A tenth of what the web calls good. */
const BARELY = 0.01
/** Half of it, where paragraphs break their lines elsewhere. */
const LITTLE = 0.05

beforeAll(async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', '月見')
  for (const title of ['A Quiet Star', '星の夜'])
    await stageEpisode(on.hoshi.connectionString, creator, {
      title,
      description: 'Snow falls on the bus stop. '.repeat(4),
    })
})

const pages: [string, number][] = [
  ['/', BARELY],
  ['/explore', BARELY],
  ['/login', BARELY],
  ['/privacy', LITTLE],
]

test.each(pages)('%s barely moves when its typefaces come late', async (path, most) => {
  for (const width of [1440, 390]) {
    const { page } = await on.visit({ ...lively, viewport: { width, height: 900 } })
    await noteLayoutShifts(page)
    const came: string[] = []
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.woff2')) came.push(request.url())
    })
    const letTypefacesCome = await holdTypefaces(page)
    await page.goto(path, { waitUntil: 'commit' })
    await waitForScripts(page)
    await layoutShifts(page)
    expect(came).toEqual([])
    letTypefacesCome()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    expect(came.length).toBeGreaterThanOrEqual(2)
    const { sum, moves } = await layoutShifts(page)
    expect(sum, `at ${width} px: ${moves.join('; ')}`).toBeLessThan(most)
  }
})
