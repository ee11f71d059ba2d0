import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForSuccess } from '#tests/support/by-hand.ts'
import { type HoshiHouse, openHoshiHouse } from '#tests/support/hoshi-house.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { largeClip, onSlowLine, progressPasses } from '#tests/support/slow-line.ts'

const on = onScreen()

describe('a server that is killed', () => {
  let server: HoshiHouse
  beforeAll(async () => {
    server = await openHoshiHouse()
  })
  afterAll(() => server?.close())

  test('in the middle of an upload: the page goes on by itself once it is back', async () => {
    const { page, seen, setSpeed } = await onSlowLine(on, server.url)
    await fillUpload(page, { title: 'Survivor', genre: 'Drama', file: await largeClip(on.clipsDir) })
    await sendUpload(page)
    await progressPasses(page, 30)

    await server.kill()
    await page
      .getByText(/^Connection lost\. Trying again…/)
      .first()
      .waitFor()
    await setSpeed(-1)
    await server.start()
    await waitForSuccess(page)
    await page.getByText('Your episode is up.').waitFor()
    expect(seen.addresses).toBe(1)
    expect(seen.offsets.at(-1)).toBeGreaterThan(0)

    const stranger = await on.visit({}, server.url)
    await stranger.open('/explore')
    await stranger.page.getByRole('article', { name: 'Survivor' }).waitFor()
    expect(await stranger.page.getByText('Found 1 episode', { exact: true }).isVisible()).toBe(true)
  })
})
