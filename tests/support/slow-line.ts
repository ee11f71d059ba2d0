import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './browser.server.ts'
import { waitForScripts } from './by-hand.ts'
import { makeClip } from './clips.server.ts'
import type { OnScreen } from './on-screen.ts'
import { createPerson } from './person.ts'

/** About six megabytes, however little happens in the picture. */
export function largeClip(dir: string): Promise<string> {
  const rate = ['-b:v', '12M', '-minrate', '12M', '-maxrate', '12M', '-bufsize', '12M']
  return makeClip(dir, { seconds: 4, extra: [...rate, '-x264-params', 'nal-hrd=cbr:filler=1'] })
}

/** A creator at the upload form, on a line that takes a megabyte a second. */
export async function onSlowLine(on: Pick<OnScreen, 'hoshi' | 'visit'>, url = on.hoshi.url) {
  const visitor = await on.visit({}, url)
  await visitor.logInAs(await createPerson(url, 'creator'))
  const seen = watchTheWire(visitor)
  await visitor.open('/upload')
  await waitForScripts(visitor.page)
  const setSpeed = await throttle(visitor.page)
  await setSpeed(1_000_000)
  return { page: visitor.page, seen, setSpeed }
}

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

export async function progressPasses(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Upload progress' })
  await bar.waitFor()
  const passed = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(passed, { interval: 50 }).toBeGreaterThanOrEqual(percent)
}
