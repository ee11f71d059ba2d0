import { beforeAll, expect, test } from 'vitest'
import { layoutShifts, noteLayoutShifts } from '#tests/support/layout-shifts.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'
import { stageEpisode } from '#tests/support/publishing.ts'

const on = onScreen()
/** After the first paint, as on a slow line. */
const LATE_MS = 400
/** Half of what the web calls good. */
const BARELY = 0.05

beforeAll(async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', '月見')
  for (const title of ['A Quiet Star', '星の夜'])
    await stageEpisode(on.hoshi.connectionString, creator, {
      title,
      description: 'Snow falls on the bus stop. '.repeat(4),
    })
})

test.each(['/', '/explore', '/login', '/privacy'])('%s barely moves when its typefaces come late', async (path) => {
  for (const width of [1440, 390]) {
    const { page, open } = await on.visit({ viewport: { width, height: 900 } })
    await noteLayoutShifts(page)
    const came: string[] = []
    await page.route('**/*.woff2', async (route) => {
      came.push(route.request().url())
      await new Promise((late) => setTimeout(late, LATE_MS))
      await route.continue()
    })
    await open(path)
    await page.waitForLoadState('networkidle')
    expect(came.length).toBeGreaterThanOrEqual(2)
    const { sum, moves } = await layoutShifts(page)
    expect(sum, `at ${width} px: ${moves.join('; ')}`).toBeLessThan(BARELY)
  }
})
