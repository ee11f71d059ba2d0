import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentencesOf } from '#app/articles/article.ts'
import { privacy } from '#app/articles/privacy.ts'
import { terms } from '#app/articles/terms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { elementIn, elementsIn, type HtmlElement, parseHtml, textOf } from '#tests/support/http/html.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let stranger: Pick<Person, 'call'>

beforeAll(async () => {
  site = await createTestHoshi({ environment: { SUPPORT_EMAIL: 'help@hoshi.example' } })
  stranger = createStranger(site.url)
})

afterAll(() => site?.close())

async function open(path: string, person = stranger): Promise<HtmlElement> {
  return parseHtml(await (await person.call('GET', path)).text())
}

const linksIn = (part: HtmlElement) => elementsIn(part, 'a').map((link) => [textOf(link), link.attributes.href])
const headings = (page: HtmlElement, level: number) => elementsIn(elementIn(page, 'main'), `h${level}`).map(textOf)
/** The first header of a page; its content may have headers too. */
const bannerOf = (page: HtmlElement) => elementsIn(page, 'header')[0]!

const articles = [
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

describe.each(articles)('$title', ({ path, title, sections, text }) => {
  test('shows when it was last updated, and has its sections', async () => {
    const page = await open(path)
    expect(headings(page, 1)).toEqual([title])
    expect(headings(page, 2)).toEqual(sections)
    const pageText = textOf(elementIn(page, 'main'))
    expect(pageText).toContain('Last updated June 13, 2025')
    const plainSentences = sentencesOf(text).filter((sentence) => !/[[{:]/.test(sentence))
    expect(plainSentences.length).toBeGreaterThan(10)
    expect(plainSentences.filter((sentence) => !pageText.includes(sentence))).toEqual([])
  })

  test('links its contents to each section', async () => {
    const page = await open(path)
    const links = linksIn(elementIn(page, 'nav', { 'aria-label': 'On this page' }))
    expect(links.map(([name]) => name)).toEqual(sections)
    const targets = links.map(([, href = '']) => {
      const [section] = elementsIn(page, 'section', { id: href.replace(/^.*#/, '') })
      return section && textOf(elementIn(section, 'h2'))
    })
    expect(targets).toEqual(sections)
  })
})

test('Terms take no commission', async () => {
  expect(textOf(elementIn(await open('/terms'), 'main'))).toContain('Hoshi takes no commission')
})

test.each(['/about', '/contact'])('%s has a mail link, a response time and a link to the FAQ', async (path) => {
  const main = elementIn(await open(path), 'main')
  expect(linksIn(main)).toContainEqual(['help@hoshi.example', 'mailto:help@hoshi.example'])
  expect(linksIn(main)).toContainEqual(['FAQ', '/faq'])
  expect(textOf(main)).toContain('24-48 hours')
})

describe('a site without a contact address', () => {
  let unpublished: TestHoshi

  beforeAll(async () => {
    unpublished = await createTestHoshi({ environment: { SUPPORT_EMAIL: 'support@localhost' } })
  })

  afterAll(() => unpublished?.close())

  test.each(['/about', '/contact', '/faq', '/terms'])('says so on %s, and promises no answer', async (path) => {
    const main = elementIn(await open(path, createStranger(unpublished.url)), 'main')
    const text = textOf(main)
    expect(text).toContain('This Hoshi has not published a contact address yet.')
    expect(text).not.toMatch(/localhost|24-48 hours/)
    expect(linksIn(main).filter(([, href]) => href?.startsWith('mailto:'))).toEqual([])
  })
})

describe('FAQ', () => {
  test('has the shared layout and explains views in plain words', async () => {
    const page = await open('/faq')
    expect(headings(page, 1)).toEqual(['FAQ'])
    expect(elementsIn(page, 'nav', { 'aria-label': 'Main' })).toHaveLength(1)
    const views = elementIn(page, 'section', { id: 'what-counts' })
    expect(textOf(elementIn(views, 'h3'))).toBe('What counts as a view?')
    expect(textOf(views)).toContain('once per visit')
    expect(textOf(elementIn(page, 'main'))).toContain('at most 4,295 MB')
  })

  test('a question has its own URL', async () => {
    const question = elementIn(await open('/faq'), 'section', { id: 'forgot-password' })
    expect(textOf(elementIn(question, 'h3'))).toBe('I forgot my password. What now?')
  })
})

describe('the landing screen', () => {
  test('shows the newest episodes, each a link to its watch page', async () => {
    const creator = await createPerson(site.url, 'creator', 'Sora')
    const id = await seedEpisode(site.connectionString, creator, { title: 'Newest of all' })
    const links = linksIn(elementIn(await open('/'), 'main'))
    expect(links).toContainEqual([expect.stringContaining('Newest of all'), `/watch/${id}`])
  })

  test('requests the first picture of the mosaic before all others', async () => {
    const creator = await createPerson(site.url, 'creator')
    for (const title of ['One', 'Two', 'Three']) await seedEpisode(site.connectionString, creator, { title })
    const mosaic = elementIn(await open('/'), 'ul', { class: 'mosaic mosaic-4' })
    const pictures = elementsIn(mosaic, 'img').slice(0, 3)
    expect(pictures.map(({ attributes }) => [attributes.fetchpriority, attributes.loading])).toEqual([
      ['high', 'eager'],
      [undefined, 'eager'],
      [undefined, 'lazy'],
    ])
  })
})

describe.each(['/explore', '/about'])('the top navigation of %s', (path) => {
  test('leads signed-out visitors to every screen, the login and the sign-up', async () => {
    const page = await open(path)
    expect(linksIn(elementIn(page, 'nav', { 'aria-label': 'Main' }))).toEqual([
      ['Home', '/'],
      ['Explore', '/explore'],
      ['Upload', '/upload'],
      ['About', '/about'],
      ['Contact', '/contact'],
    ])
    const banner = bannerOf(page)
    expect(linksIn(banner)).toContainEqual(['Login', '/login'])
    expect(linksIn(banner)).toContainEqual(['Sign Up', '/signup'])
    expect(elementsIn(banner, 'button').map(textOf)).not.toContain('Log Out')
  })

  test('greets a signed-in person, who finds no login', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    const banner = bannerOf(await open(path, viewer))
    expect(textOf(banner)).toContain(`Welcome, ${viewer.email}`)
    expect(linksIn(banner).map(([name]) => name)).not.toContain('Login')
    expect(elementsIn(banner, 'button').map(textOf)).toContain('Log Out')
  })
})

test('the footer links to all pages of the site, and signed out to the library of this device', async () => {
  const links = linksIn(elementIn(await open('/explore'), 'nav', { 'aria-label': 'Footer' }))
  expect(links).toEqual([
    ['Library', '/library'],
    ['About', '/about'],
    ['Contact', '/contact'],
    ['FAQ', '/faq'],
    ['Rules', '/rules'],
    ['Transparency', '/transparency'],
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
  ])
})
