import { beforeAll, expect, test } from 'vitest'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
/** Transfer of everything except the page itself. */
const MAX_BYTES = 3 * 1024

beforeAll(async () => {
  await publishFinished(app.hoshi, await createPerson(app.hoshi.url, 'creator'), 'short', { title: 'Rain' })
})

test.each(['/', '/explore'])('%s loads hardly anything except itself on the second visit', async (path) => {
  const { page, context, open } = await app.visit()
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
    await waitForHydration(page)
    // The last file that a page requests.
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/japanese-')))
    await page.waitForLoadState('networkidle')
    return [...requests.values()].filter(({ bytes }) => bytes > 0)
  }
  const first = await visit()
  expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(MAX_BYTES)
  const second = await visit()
  expect(
    second.reduce((sum, { bytes }) => sum + bytes, 0),
    JSON.stringify(second),
  ).toBeLessThanOrEqual(MAX_BYTES)
})
