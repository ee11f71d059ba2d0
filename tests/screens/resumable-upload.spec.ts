import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '#tests/support/browser.server.ts'
import { fillUpload, sendUpload, waitForScripts, waitForSuccess } from '#tests/support/by-hand.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { type HoshiHouse, openHoshiHouse } from '#tests/support/hoshi-house.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'

const on = onScreen()

/** About six megabytes, however little happens in the picture. */
function largeClip(): Promise<string> {
  const rate = ['-b:v', '12M', '-minrate', '12M', '-maxrate', '12M', '-bufsize', '12M']
  return makeClip(on.clipsDir, { seconds: 4, extra: [...rate, '-x264-params', 'nal-hrd=cbr:filler=1'] })
}

describe('an upload that is interrupted', () => {
  test('by a reload, continues when the same file is chosen again', async () => {
    const creator = await createPerson(on.hoshi.url, 'creator')
    const visitor = await on.visit()
    const { page, open, logInAs } = visitor
    await logInAs(creator)
    const seen = watchTheWire(visitor)
    await open('/upload')
    await waitForScripts(page)
    const setSpeed = await throttle(page)
    await setSpeed(1_000_000)
    const clip = await largeClip()
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

  test('can be discarded instead, and its place is free again', async () => {
    const creator = await createPerson(on.hoshi.url, 'creator')
    const { page, open, logInAs } = await on.visit()
    await logInAs(creator)
    await open('/upload')
    await waitForScripts(page)
    await (await throttle(page))(1_000_000)
    await fillUpload(page, { title: 'Not this one', genre: 'Drama', file: await largeClip() })
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

describe('a server that is killed', () => {
  let server: HoshiHouse
  beforeAll(async () => {
    server = await openHoshiHouse()
  })
  afterAll(() => server?.close())

  test('in the middle of an upload: the page goes on by itself once it is back', async () => {
    const creator = await createPerson(server.url, 'creator')
    const visitor = await on.visit({}, server.url)
    const { page, open, logInAs } = visitor
    await logInAs(creator)
    const seen = watchTheWire(visitor)
    await open('/upload')
    await waitForScripts(page)
    const setSpeed = await throttle(page)
    await setSpeed(1_000_000)
    await fillUpload(page, { title: 'Survivor', genre: 'Drama', file: await largeClip() })
    await sendUpload(page)
    await progressPasses(page, 30)

    await server.kill()
    await page.getByText('Connection lost, trying again…').waitFor()
    await setSpeed(-1)
    await server.start()
    await waitForSuccess(page, 90_000)
    await page.getByText('Your episode is up.').waitFor()
    expect(seen.addresses).toBe(1)
    expect(seen.offsets.at(-1)).toBeGreaterThan(0)

    const stranger = await on.visit({}, server.url)
    await stranger.open('/explore')
    await stranger.page.getByRole('article', { name: 'Survivor' }).waitFor()
    expect(await stranger.page.getByText('Found 1 episode', { exact: true }).isVisible()).toBe(true)
  })
})

/** How many upload addresses were asked for, and from which byte each piece was sent. */
function watchTheWire({ context }: Visitor): { addresses: number; offsets: number[] } {
  const seen = { addresses: 0, offsets: [] as number[] }
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/v1/videos') seen.addresses += 1
    if (request.method() === 'PATCH') seen.offsets.push(Number(request.headers()['upload-offset']))
  })
  return seen
}

/** @returns sets the bytes a second that go up; -1 for all that the line gives */
async function throttle(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return async (uploadThroughput) => {
    const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await session.send('Network.emulateNetworkConditions', line)
  }
}

async function progressPasses(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Upload progress' })
  await bar.waitFor()
  const passed = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(passed, { interval: 50 }).toBeGreaterThanOrEqual(percent)
}
