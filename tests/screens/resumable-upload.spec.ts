import { describe, expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForScripts, waitForSuccess } from '#tests/support/by-hand.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { largeClip, onSlowLine, progressPasses } from '#tests/support/slow-line.ts'
import { layLine } from '#tests/support/wire.ts'

const on = onScreen()

describe('an upload that is interrupted', () => {
  test('by a reload, continues when the same file is chosen again', async () => {
    const { page, seen, setSpeed } = await onSlowLine(on)
    const clip = await largeClip(on.clipsDir)
    await fillUpload(page, { title: 'Half way', genre: 'Drama', file: clip })
    await sendUpload(page)
    await progressPasses(page, 30)

    await page.reload()
    await waitForScripts(page)
    await page.getByText(/Choose it again to continue\./).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half way')
    expect(await page.getByLabel('Genre', { exact: true }).inputValue()).toBe('Drama')
    await setSpeed(-1)
    await fillUpload(page, { file: clip })
    await page.getByText(/^This file continues/).waitFor()
    await sendUpload(page)
    await waitForSuccess(page)
    await page.getByText('Your episode is up.').waitFor()

    expect(seen.addresses).toBe(1)
    expect(seen.offsets[0]).toBe(0)
    expect(seen.offsets.at(-1)).toBeGreaterThan(0)
  })

  test('by packets that go nowhere says so, and goes on by itself when they arrive', async () => {
    const line = await layLine(on.hoshi.url)
    const { page, seen, setSpeed } = await onSlowLine(on, line.url)
    await fillUpload(page, { title: 'Through a tunnel', genre: 'Drama', file: await largeClip(on.clipsDir) })
    await sendUpload(page)
    await progressPasses(page, 10)
    line.stall()
    await page.getByText(/^Connection lost\. Trying again… Next try in \d+\ss\.$/).waitFor()
    const spoken = page.locator('[aria-live=polite]').getByText('Connection lost. Trying again…', { exact: true })
    await spoken.waitFor({ state: 'attached' })
    await setSpeed(-1)
    line.resume()
    await waitForSuccess(page)
    expect(seen.addresses).toBe(1)
    await line.cut()
  })

  test('can be discarded instead, and its place is free again', async () => {
    const { page } = await onSlowLine(on)
    await fillUpload(page, { title: 'Not this one', genre: 'Drama', file: await largeClip(on.clipsDir) })
    await sendUpload(page)
    await progressPasses(page, 10)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Upload Episode' }).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not this one')
    await page.reload()
    await waitForScripts(page)
    expect(await page.getByText(/Choose it again to continue/).count()).toBe(0)
  })
})
