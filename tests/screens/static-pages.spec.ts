import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sentencesOf } from '#app/articles/article.ts'
import { privacy } from '#app/articles/privacy.ts'
import { terms } from '#app/articles/terms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
let viewer: Person

beforeAll(async () => {
  viewer = await createPerson(app.hoshi.url, 'viewer')
})

const headings = (page: Page, level: number) => page.getByRole('main').getByRole('heading', { level }).allInnerTexts()

const pages = [
  {
    path: '/terms',
    title: 'Terms of Service',
    sections: [
      'Acceptance',
      'Accounts',
      'Creator content',
      'Donations',
      'Ads',
      'Prohibited activities',
      'Termination',
      'Changes',
      'Contact',
    ],
    text: terms,
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    sections: [
      'In short',
      'Data we collect',
      'How we use it',
      'Sharing',
      'Ads',
      'How long we keep it',
      'Your rights',
      'Children under 13',
    ],
    text: privacy,
  },
]

describe.each(pages)('$title', ({ path, title, sections, text }) => {
  test('shows when it was last updated, and has its sections', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open(path)
    expect(await headings(page, 1)).toEqual([title])
    expect(await page.getByText('Last updated June 13, 2025', { exact: true }).isVisible()).toBe(true)
    expect(await headings(page, 2)).toEqual(sections)
    const pageText = ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s+/g, ' ')
    const plainSentences = sentencesOf(text).filter((sentence) => !/[[{:]/.test(sentence))
    expect(plainSentences.filter((sentence) => !pageText.includes(sentence))).toEqual([])
  })

  test('links its contents to each section', async () => {
    const { page, open } = await app.visit()
    await open(path)
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(sections)
    await links.last().click()
    await page.waitForURL(`**${path}#*`)
    const section = page.locator(':target')
    expect(await section.getByRole('heading').textContent()).toBe(sections.at(-1))
  })
})

test('Terms take no commission', async () => {
  const { page, open } = await app.visit()
  await open('/terms')
  expect(await page.getByText('Hoshi takes no commission').isVisible()).toBe(true)
})

describe.each(['/about', '/contact'])('%s', (path) => {
  test('has a mail link, a response time and a link to the FAQ', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open(path)
    const main = page.getByRole('main')
    const mail = main.getByRole('link', { name: app.hoshi.config.supportEmail, exact: true })
    expect(await mail.getAttribute('href')).toBe(`mailto:${app.hoshi.config.supportEmail}`)
    expect(await main.getByText('24-48 hours').isVisible()).toBe(true)
    await main.getByRole('link', { name: 'FAQ', exact: true }).click()
    await page.waitForURL('**/faq')
    expect(await headings(page, 1)).toEqual(['FAQ'])
  })

  test.each([1280, 390])('shows every link of its own top bar at %d px', async (width) => {
    const { page, open } = await app.visit({ viewport: { width, height: 844 } })
    await open(path)
    const bar = page.getByRole('banner')
    for (const name of ['Home', 'Explore', 'Upload', 'About', 'Contact', 'Login', 'Sign Up']) {
      expect(await bar.getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
    }
    expect(await bar.getByRole('button', { name: 'Log Out' }).count()).toBe(0)
  })

  test('greets a logged-in person, and logs them out', async () => {
    const { page, open, logInAs } = await app.visit()
    await logInAs(viewer)
    await open(path)
    const bar = page.getByRole('banner')
    expect(await bar.getByText(`Welcome, ${viewer.email}`, { exact: true }).isVisible()).toBe(true)
    expect(await bar.getByRole('link', { name: 'Login' }).count()).toBe(0)
    await bar.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })
})

describe('FAQ', () => {
  test('has the shared layout and explains views in plain words', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open('/faq')
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
    const views = page.locator('section#what-counts')
    expect(await views.getByRole('heading').textContent()).toBe('What counts as a view?')
    expect(await views.textContent()).toContain('once per visit')
    expect(await page.getByText('at most 4,295 MB').isVisible()).toBe(true)
  })

  test('a question has its own URL', async () => {
    const { page, open } = await app.visit()
    await open('/faq#forgot-password')
    expect(await page.locator(':target').getByRole('heading').textContent()).toBe('I forgot my password. What now?')
  })
})

test('the footer links to all of them, and signed out to the library of this device', async () => {
  const { page, open } = await app.visit()
  await open('/explore')
  for (const [name, path] of [
    ['Library', '/library'],
    ['About', '/about'],
    ['Contact', '/contact'],
    ['FAQ', '/faq'],
    ['Rules', '/rules'],
    ['Transparency', '/transparency'],
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name, exact: true }).click()
    await page.waitForURL(`**${path}`)
  }
})
