import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForSuccess } from '#tests/support/browser/forms.ts'
import { largeClip, openOnSlowConnection, waitForProgress } from '#tests/support/http/slow-connection.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { type HoshiInstance, startHoshiInstance } from '#tests/support/worlds/hoshi-instance.server.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

describe('a server that is killed', () => {
  let server: HoshiInstance
  beforeAll(async () => {
    server = await startHoshiInstance()
  })
  afterAll(() => server?.close())

  test('during an upload: the page continues automatically once it is back', async () => {
    const { page, seen, setSpeed } = await openOnSlowConnection(app, server.url)
    await fillUpload(page, { title: 'Survivor', genre: 'Drama', file: await largeClip(app.clipsDir) })
    await sendUpload(page)
    await waitForProgress(page, 30)

    await server.kill()
    await page
      .getByText(/^Waiting for the network\. Nothing is lost\./)
      .first()
      .waitFor()
    await setSpeed(-1)
    await server.start()
    await waitForSuccess(page)
    await page.getByText('Your episode is ready.').waitFor()
    expect(seen.urlRequests).toBe(1)
    expect(seen.offsets.at(-1)).toBeGreaterThan(0)

    const stranger = await app.visit({}, server.url)
    await stranger.open('/explore')
    await stranger.page.getByRole('article', { name: 'Survivor' }).waitFor()
    expect(await stranger.page.getByText('Found 1 episode', { exact: true }).isVisible()).toBe(true)
  })
})
