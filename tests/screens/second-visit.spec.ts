import { beforeAll, expect, test } from 'vitest'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'

const on = onScreen()
/** Of everything but the page itself. */
const MOST_BYTES = 3 * 1024

beforeAll(async () => {
  await publishFinished(on.hoshi, await createPerson(on.hoshi.url, 'creator'), {}, { title: 'Rain' })
})

test.each(['/', '/explore'])('%s loads hardly anything but itself the second time', async (path) => {
  const { page, context, open } = await on.visit()
  const network = await context.newCDPSession(page)
  const requests = new Map<string, { url: string; bytes: number }>()
  network.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type !== 'Document') requests.set(requestId, { url: request.url, bytes: 0 })
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await network.send('Network.enable')
  const visit = async () => {
    requests.clear()
    await open(path)
    await waitForScripts(page)
    // The last that a page asks for.
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/japanese-')))
    await page.waitForLoadState('networkidle')
    return [...requests.values()].filter(({ bytes }) => bytes > 0)
  }
  const first = await visit()
  expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(MOST_BYTES)
  const second = await visit()
  expect(
    second.reduce((sum, { bytes }) => sum + bytes, 0),
    JSON.stringify(second),
  ).toBeLessThanOrEqual(MOST_BYTES)
})
