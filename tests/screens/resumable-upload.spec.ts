import { describe, expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForHydration, waitForSuccess } from '#tests/support/browser/forms.ts'
import { createSiteProxy } from '#tests/support/http/connection-proxy.ts'
import { largeClip, openOnSlowConnection, waitForProgress } from '#tests/support/http/slow-connection.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

describe('an upload that is interrupted', () => {
  test('by a reload, continues when the same file is chosen again', async () => {
    const { page, seen, setSpeed } = await openOnSlowConnection(app)
    // So slow that the rest takes half a minute.
    await setSpeed(200_000)
    const clip = await largeClip(app.clipsDir)
    await fillUpload(page, { title: 'Half way', genre: 'Drama', file: clip })
    await sendUpload(page)
    await waitForProgress(page, 10)

    await page.reload()
    await waitForHydration(page)
    await page.getByText(/Choose it again to continue\./).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half way')
    expect(await page.getByLabel('Genre', { exact: true }).inputValue()).toBe('Drama')
    await setSpeed(-1)
    await fillUpload(page, { file: clip })
    await page.getByText(/^This upload will continue/).waitFor()
    await sendUpload(page)
    await waitForSuccess(page)
    await page.getByText('Your episode is ready.').waitFor()

    expect(seen.urlRequests).toBe(1)
    expect(seen.offsets[0]).toBe(0)
    expect(seen.offsets.at(-1)).toBeGreaterThan(0)
  })

  test('by lost packets says so, and continues automatically when they arrive', async () => {
    const proxy = await createSiteProxy(app.hoshi.url)
    const { page, seen, setSpeed } = await openOnSlowConnection(app, proxy.url)
    await fillUpload(page, { title: 'Through a tunnel', genre: 'Drama', file: await largeClip(app.clipsDir) })
    await sendUpload(page)
    await waitForProgress(page, 10)
    proxy.stall()
    await page.getByText(/^Waiting for the network\. Nothing is lost\. Next try in \d+\ss\.$/).waitFor()
    const spoken = page
      .locator('[aria-live=polite]')
      .getByText('Waiting for the network. Nothing is lost.', { exact: true })
    await spoken.waitFor({ state: 'attached' })
    await setSpeed(-1)
    proxy.resume()
    await waitForSuccess(page)
    expect(seen.urlRequests).toBe(1)
    await proxy.cut()
  })

  test('can be discarded instead, and is not offered again', async () => {
    const { page, setSpeed } = await openOnSlowConnection(app)
    await setSpeed(200_000)
    await fillUpload(page, { title: 'Not this one', genre: 'Drama', file: await largeClip(app.clipsDir) })
    await sendUpload(page)
    await waitForProgress(page, 10)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Upload Episode' }).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not this one')
    await page.reload()
    await waitForHydration(page)
    expect(await page.getByText(/Choose it again to continue/).count()).toBe(0)
  })
})
