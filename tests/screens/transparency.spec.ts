import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { send } from '#tests/support/worlds/moderated-site.server.ts'

const app = setUpApp()
const names = ['Mika the creator', 'Tin Robot', 'Another studio made it', 'moderator’s own words']

beforeAll(async () => {
  const { url, connectionString } = app.hoshi
  const creator = await createPerson(url, 'creator', names[0])
  const id = await seedEpisode(connectionString, creator, { title: names[1] })
  const subject = { kind: 'episode', id }
  const viewer = await createPerson(url, 'viewer')
  await send(viewer, 'POST', '/reports', { subject, reason: 'copied', details: names[2] })
  const moderator = await createStaff(app.hoshi, 'moderator')
  const made = await send(moderator, 'POST', '/moderation/decisions', {
    subject,
    decision: 'takedown',
    rule: '2',
    reason: names[3],
  })
  await queryDatabase(
    connectionString,
    `update moderation_decisions set created_at = created_at - interval '11 seconds'`,
  )
  await send(creator, 'POST', `/me/decisions/${made.id}/appeal`, { text: 'I drew it' })
})

test('anybody reads the figures without scripts, and nothing about anybody', async () => {
  const { page, open } = await app.visit({ javaScriptEnabled: false })
  expect(await open('/transparency')).toBe(200)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Transparency')
  const rows = await page.getByRole('row').allInnerTexts()
  const figures = new Map(rows.map((row) => row.split('\t').map((cell) => cell.trim()) as [string, string]))
  expect(Object.fromEntries(figures)).toEqual({
    Reports: '1',
    Decisions: '1',
    'Episodes taken down': '1',
    'Average time from report to decision': 'Less than an hour',
    Appeals: '1',
    'Appeals denied': '0',
    'Appeals granted': '0',
    'Taken down': '1',
    'Rule 2, Your own work': '1',
  })
  const text = await page.content()
  for (const name of names) expect(text).not.toContain(name)
  await page.getByRole('link', { name: 'Rules', exact: true }).first().click()
  await page.waitForURL('**/rules')
  await page.getByRole('main').getByRole('link', { name: 'Transparency' }).click()
  await page.waitForURL('**/transparency')
})

test('its figures fit any screen, dark and light, and its contents lead to each part', async () => {
  const { page, open, errors } = await app.visit()
  await open('/transparency')
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  for (const width of [1440, 800, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
  }
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const titles = await contents.allInnerTexts()
  expect(titles.at(-1)).toBe('What counts')
  expect(titles[0]).toMatch(/^\w+ to \w+ \d{4}$/)
  await contents.first().click()
  expect(await page.locator(':target').getByRole('heading').textContent()).toBe(titles[0])
  expect(errors).toEqual([])
})
