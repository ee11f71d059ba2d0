import { expect, test } from 'vitest'
import { setUpApp } from '#tests/support/app-fixture.ts'
import { waitForHydration } from '#tests/support/forms.ts'

const app = setUpApp()
/** A phone fetches six files simultaneously from one server; each further round is one more wait. */
const MAX_SCRIPTS = 12

test.each(['/', '/explore', '/login', '/about'])('%s is painted without waiting for its scripts', async (path) => {
  const { page, context, open } = await app.visit({ colorScheme: 'dark' })
  const network = await context.newCDPSession(page)
  const requests: { type: string; priority: string; file: string }[] = []
  network.on('Network.requestWillBeSent', ({ request, type = '' }) => {
    const file = new URL(request.url).pathname.replace(/^\/assets\//, '')
    requests.push({ type, priority: request.initialPriority, file })
  })
  await network.send('Network.enable')
  await open(path)
  await waitForHydration(page)
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/japanese-')))

  const scripts = requests.filter(({ type }) => type === 'Script')
  expect(scripts.filter(({ priority }) => priority !== 'Low')).toEqual([])
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.length).toBeLessThanOrEqual(MAX_SCRIPTS)
  const names = requests.map(({ file }) => file)
  // The styles load first, those of creators' screens not at all; fonts once the styles request them.
  expect(names[1]).toMatch(/^root-.*\.css$/)
  expect(names.filter((name) => name.startsWith('studio-'))).toEqual([])
  const japanese = names.findIndex((name) => name.startsWith('japanese-'))
  expect(japanese).toBeGreaterThan(names.lastIndexOf(scripts.at(-1)!.file))
})
