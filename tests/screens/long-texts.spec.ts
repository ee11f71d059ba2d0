import { beforeAll, expect, test } from 'vitest'
import { logIn } from '#tests/support/browser/forms.ts'
import { textsOutside } from '#tests/support/browser/text-outside.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { send } from '#tests/support/worlds/moderated-site.server.ts'

const app = setUpApp()
const word = (characters: number) => 'W'.repeat(characters)
/** With as many marks as a letter keeps, and more. */
const marked = 'WWWWH\u0301\u0302\u0303\u0304\u0305\u0306\u0307e\u0e47\u0e47\u0e47\u0e47\u0e47\u0e47\u0e47'
const manyLines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}`).join('\n')

let creator: Person
let viewer: Person
let admin: Person
let itemId: string
let id: string
let seriesId: string

beforeAll(async () => {
  const { url } = app.hoshi
  creator = await createPerson(url, 'creator', word(40))
  viewer = await createPerson(url, 'creator', word(39))
  id = await publishFinished(app.hoshi, creator, 'film', {
    title: word(120),
    genre: word(40),
    description: `${word(800)}\n${marked}`,
    tags: [word(40), `${word(38)}ab`],
  })
  await send(creator, 'PATCH', '/creators/me', {
    bio: word(500),
    supportLinks: [{ label: word(40), url: `https://example.com/${word(200)}` }],
  })
  await send(creator, 'PATCH', `/episodes/${id}`, { credits: [{ name: word(60), role: word(40) }] })
  await send(viewer, 'POST', `/episodes/${id}/comments`, {
    text: `${word(700)} https://${word(60)}.example/${word(100)}`,
  })
  await send(viewer, 'POST', `/episodes/${id}/comments`, { text: manyLines })
  const { id: commentId } = await send(viewer, 'POST', `/episodes/${id}/comments`, { text: marked.repeat(40) })
  await send(creator, 'POST', `/comments/${commentId}/replies`, { text: word(700) })
  await send(viewer, 'POST', `/episodes/${id}/notes`, { text: word(120), frame: 1 })
  seriesId = (await send(creator, 'POST', '/series', { title: word(120), description: manyLines })).id as string
  await send(creator, 'PUT', `/series/${seriesId}/episodes`, {
    episodeIds: [id],
    arcs: [{ title: word(80), from: 1, to: 1 }],
  })
  await approveText(creator, id, linesFile([word(300), marked]), { label: word(60) })
  await send(viewer, 'PUT', `/creators/${creator.account.uid}/follow`)
  await send(viewer, 'PUT', `/me/watch-later/${id}`)
  const reported = { subject: { kind: 'episode', id }, reason: 'copied', details: word(1000) }
  await send(viewer, 'POST', '/reports', reported)
  admin = await createStaff(app.hoshi, 'admin')
  await send(admin, 'POST', '/admin/words', { word: word(60), action: 'hold', places: ['comments'] })
  const { items } = (await send(admin, 'GET', '/moderation/queue')) as unknown as { items: { id: string }[] }
  itemId = items[0]!.id
})

test.each([
  ['the watch page', () => `/watch/${id}`],
  ['the watch page with the series beside it', () => `/watch/${id}?series=${seriesId}`],
  ['a profile', () => `/creator/${creator.account.uid}`],
  ['Explore', () => '/explore'],
  ['Explore with a search', () => `/explore?search=${word(120)}`],
  ['the front page', () => '/'],
  ['a series', () => `/series/${seriesId}`],
  ['an embedded player', () => `/embed/${id}`],
  ['the form to report', () => `/report?kind=episode&id=${id}`],
])('no text stands out of a phone on %s', async (_name, path) => {
  const { page, open, errors } = await app.visit({ viewport: { width: 390, height: 844 } })
  await open(path())
  expect(await page.locator('body').textContent()).toContain('WWWW')
  expect(await textsOutside(page)).toEqual([])
  expect(errors).toEqual([])
})

test('no text stands out of a wide window on a series, whose credits are beside its episodes', async () => {
  const { page, open } = await app.visit({ viewport: { width: 1280, height: 800 } })
  await open(`/series/${seriesId}`)
  expect(await page.locator('.series-credits').textContent()).toContain('WWWW')
  expect(await textsOutside(page)).toEqual([])
})

test.each([
  [
    'a creator',
    () => creator,
    () => [
      ...['/dashboard', '/dashboard?tab=content', '/dashboard?tab=analytics', `/dashboard?edit=${id}`],
      ...[`/dashboard/episodes/${id}`, `/dashboard/episodes/${id}/sharing`],
      ...[`/dashboard/credits/${id}`, `/subtitles/${id}`, `/series/${seriesId}/edit`, `/watch/${id}`],
      ...['/settings', '/settings/decisions', '/notifications', '/library'],
    ],
  ],
  [
    'a viewer',
    () => viewer,
    () => ['/library', '/library?part=later', '/following', '/notifications', '/settings/reports', `/watch/${id}`],
  ],
  [
    'an admin',
    () => admin,
    () => [
      '/admin/queue',
      `/admin/queue?item=${itemId}`,
      '/admin/accounts',
      '/admin/episodes',
      '/admin/audit',
      '/admin/words',
    ],
  ],
])('no text stands out of a phone or a wide window on the pages of %s', async (_name, who, paths) => {
  const { page, open, errors } = await app.visit({ viewport: { width: 390, height: 844 } })
  await open('/login')
  await logIn(page, who())
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  const outside: [path: string, texts: string[]][] = []
  for (const path of paths()) {
    await open(path)
    outside.push([path, await textsOutside(page)])
    await page.setViewportSize({ width: 1280, height: 844 })
    outside.push([`${path} at 1280`, await textsOutside(page)])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) outside.push([`${path} at 1280`, [`${overflow} pixels`]])
    await page.setViewportSize({ width: 390, height: 844 })
  }
  expect(outside.filter(([, texts]) => texts.length > 0)).toEqual([])
  expect(errors).toEqual([])
})

test('of sixty lines the first are shown, and the others behind More, also without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, open } = await app.visit({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
    await open(`/watch/${id}`)
    const comment = page.locator('.comment-text', { hasText: 'Line 60' })
    const height = async () => (await comment.boundingBox())!.height
    const folded = await height()
    await comment.locator('xpath=..').getByText('More', { exact: true }).click()
    await expect.poll(height).toBeGreaterThan(folded * 4)
    await comment.locator('xpath=..').getByText('Less', { exact: true }).click()
    await expect.poll(height).toBe(folded)
  }
})
