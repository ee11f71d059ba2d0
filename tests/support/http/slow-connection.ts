import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import type { AppFixture } from '#tests/support/worlds/app-fixture.ts'
import { createPerson } from './person.ts'

/** A clip of about six megabytes, by constant bitrate. */
export function largeClip(dir: string): Promise<string> {
  const rate = ['-b:v', '12M', '-minrate', '12M', '-maxrate', '12M', '-bufsize', '12M']
  return makeClip(dir, { seconds: 4, extra: [...rate, '-x264-params', 'nal-hrd=cbr:filler=1'] })
}

/** A creator at the upload form, with an upload speed of a megabyte a second. */
export async function openOnSlowConnection(on: Pick<AppFixture, 'hoshi' | 'visit'>, url = on.hoshi.url) {
  const visitor = await on.visit({}, url)
  await visitor.logInAs(await createPerson(url, 'creator'))
  const seen = recordUploadRequests(visitor)
  await visitor.open('/upload')
  await waitForHydration(visitor.page)
  const setSpeed = await throttle(visitor.page)
  await setSpeed(1_000_000)
  return { page: visitor.page, seen, setSpeed }
}

/** Counts requested upload URLs, and records the start offset of each piece. */
function recordUploadRequests({ context }: Visitor): { urlRequests: number; offsets: number[] } {
  const seen = { urlRequests: 0, offsets: [] as number[] }
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/v1/videos') seen.urlRequests += 1
    if (request.method() === 'PATCH') seen.offsets.push(Number(request.headers()['upload-offset']))
  })
  return seen
}

/** @returns a function that sets the upload speed in bytes a second; -1 is unlimited */
async function throttle(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return async (uploadThroughput) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await session.send('Network.emulateNetworkConditions', conditions)
  }
}

export async function waitForProgress(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Upload progress' })
  await bar.waitFor()
  const progress = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(progress, { interval: 50 }).toBeGreaterThanOrEqual(percent)
}
