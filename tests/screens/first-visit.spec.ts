import { expect, test } from 'vitest'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { onScreen } from '#tests/support/on-screen.ts'

const on = onScreen()
/** A phone fetches six files at once from one server; each further round is one more wait. */
const MOST_SCRIPTS = 12

test.each(['/', '/explore', '/login', '/about'])('%s is painted before its scripts are waited for', async (path) => {
  const { page, context, open } = await on.visit({ colorScheme: 'dark' })
  const network = await context.newCDPSession(page)
  const asked: { type: string; priority: string; file: string }[] = []
  network.on('Network.requestWillBeSent', ({ request, type = '' }) => {
    const file = new URL(request.url).pathname.replace(/^\/assets\//, '')
    asked.push({ type, priority: request.initialPriority, file })
  })
  await network.send('Network.enable')
  await open(path)
  await waitForScripts(page)
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/japanese-')))

  const scripts = asked.filter(({ type }) => type === 'Script')
  expect(scripts.filter(({ priority }) => priority !== 'Low')).toEqual([])
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.length).toBeLessThanOrEqual(MOST_SCRIPTS)
  const names = asked.map(({ file }) => file)
  // The styles come first, and those of creators' screens not at all; typefaces once the styles have asked for them.
  expect(names[1]).toMatch(/^root-.*\.css$/)
  expect(names.filter((name) => name.startsWith('studio-'))).toEqual([])
  const japanese = names.findIndex((name) => name.startsWith('japanese-'))
  expect(japanese).toBeGreaterThan(names.lastIndexOf(scripts.at(-1)!.file))
})
