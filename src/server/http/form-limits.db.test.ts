import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { elementIn, elementsIn, type HtmlElement, parseHtml, textOf } from '#tests/support/http/html.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

// Numbers of the specification and lengths of the decisions, each at its boundary and one past it.

let site: TestHoshi
let creator: Person
let stranger: Pick<Person, 'call'>

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
  stranger = createStranger(site.url)
})

afterAll(() => site?.close())

/** This many characters of two code units each. */
const stars = (characters: number) => '🌟'.repeat(characters)
/** This many tags of forty characters. */
const tags = (number: number) => Array.from({ length: number }, (_, index) => `${index + 10}${'t'.repeat(38)}`)

async function open(path: string, person = stranger): Promise<HtmlElement> {
  return parseHtml(await (await person.call('GET', path)).text())
}

test.each([
  ['/', 80],
  ['/login', 80],
  ['/forgot-password', 80],
  ['/explore', 100],
  ['/about', 100],
  ['/contact', 100],
  ['/creator/', 100],
] as const)('the sky of %s has %d stars', async (path, number) => {
  const page = await open(path === '/creator/' ? `${path}${creator.account.uid}` : path)
  const skies = elementsIn(page, 'svg', { 'aria-hidden': 'true' }).flatMap((svg) => elementsIn(svg, 'g'))
  const drawn = skies
    .filter(({ attributes }) => attributes.class === 'stars')
    .flatMap((sky) => elementsIn(sky, 'circle'))
  expect(drawn).toHaveLength(number)
})

describe('a description', () => {
  test('is truncated after 100 characters on the overview and after 80 in My Content, not before', async () => {
    const own = await createPerson(site.url, 'creator')
    for (const length of [80, 81, 100, 101, 102])
      await seedEpisode(site.connectionString, own, { title: `${length}`, description: stars(length) })
    const descriptions = async (path: string) => {
      const paragraphs = elementsIn(elementIn(await open(path, own), 'main'), 'p').map(textOf)
      return paragraphs.filter((text) => text.startsWith('🌟')).sort((a, b) => a.length - b.length)
    }
    // The newest three.
    expect(await descriptions('/dashboard')).toEqual([stars(100), `${stars(100)}...`, `${stars(100)}...`])
    const cut = `${stars(80)}...`
    expect(await descriptions('/dashboard?tab=content')).toEqual([stars(80), cut, cut, cut, cut])
  })
})

test.each([
  ['title', stars(120), `${stars(120)}x`, 'The title must be plain text, 120 characters or fewer.'],
  ['description', stars(5000), `${stars(5000)}x`, 'The description must be plain text, 5,000 characters or fewer.'],
  ['tags', tags(20), tags(21), 'An episode can have up to 20 tags of up to 40 characters each.'],
])('the %s of an episode is accepted at its limit, and refused one past it', async (field, longest, longer, detail) => {
  const id = await seedEpisode(site.connectionString, creator, { title: 'Draft' })
  const change = (value: unknown) => creator.call('PATCH', `/api/v1/episodes/${id}`, { [field]: value })
  const refused = await change(longer)
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ detail, field })
  expect((await change(longest)).status).toBe(200)
  const stored = await creator.call('GET', `/api/v1/episodes/${id}`)
  expect(await stored.json()).toMatchObject({ [field]: longest })
})

describe('sign-up', () => {
  const fields = { email: 'limits@example.com', role: 'creator', username: stars(40), bio: stars(1000) }

  async function send(change: Record<string, string>) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, password: stars(8), terms: 'on', ...change }))
      form.append(name, value)
    const response = await createStranger(site.url).call('POST', '/signup', form)
    const page = parseHtml(await response.text())
    return { response, alerts: elementsIn(page, undefined, { role: 'alert' }).map(textOf) }
  }

  test.each([
    ['username', stars(41), 'The username must be plain text, 40 characters or fewer.'],
    ['bio', stars(1001), 'The bio must be plain text, 1,000 characters or fewer.'],
    ['password', stars(7), 'The password must have at least 8 characters.'],
    ['password', stars(129), 'The password can have up to 128 characters.'],
  ])('refuses a %s one past its limit', async (name, value, sentence) => {
    const { response, alerts } = await send({ [name]: value })
    expect(response.status).toBe(422)
    expect(alerts).toEqual([sentence])
  })

  test.each([
    ['longest', { password: stars(128) }],
    ['shortest', { email: 'limits2@example.com', role: 'viewer', username: '', bio: '' }],
  ])('accepts the %s texts', async (_, change) => {
    const { response } = await send(change)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/login?after=registered')
  })
})

describe('a form', () => {
  /** The label, type and duty of each field that a person sees. */
  function fieldsOf(page: HtmlElement) {
    const [form, ...others] = elementsIn(elementIn(page, 'main'), 'form', { method: 'post' })
    expect(others).toEqual([])
    const fields = elementsIn(form!).filter(
      ({ name, attributes }) => ['input', 'textarea'].includes(name) && attributes.type !== 'hidden',
    )
    const named = fields.map((field) => {
      const { id = '', type = 'text', required } = field.attributes
      const around = elementsIn(form!, 'label').find((label) => elementsIn(label).includes(field))
      const label = around ?? elementIn(form!, 'label', { for: id })
      const kind = field.name === 'textarea' ? 'textarea' : type
      return `${textOf(label)}: ${kind}${required === undefined ? '' : ', required'}`
    })
    return { isNoValidate: 'novalidate' in form!.attributes, fields: named }
  }

  const entry = ['Email: email, required', 'Password: password, required']
  const honeypot = 'Leave this empty: text'
  const roles = ['Viewer: radio', 'Creator: radio']
  const more = ['Username: text', 'Bio: textarea', 'Patreon URL: url']
  const agreement = 'I agree to the Terms of Service and Privacy Policy: checkbox, required'

  test.each([
    ['/login', entry],
    ['/signup', [...entry, honeypot, ...roles, ...more, agreement]],
    ['/forgot-password', ['Email: email, required']],
  ])('%s has exact labels, types and required fields, and leaves validation to the server', async (path, fields) => {
    expect(fieldsOf(await open(path))).toEqual({ isNoValidate: true, fields })
  })

  test('/upload has them too, and accepts videos', async () => {
    const page = await open('/upload', creator)
    const textFields = ['Title: text, required', 'Genre: text, required', 'Description: textarea', 'Tags: text']
    const choices = ['NSFW: checkbox', 'Publish at: datetime-local']
    const fields = [...textFields, ...choices, 'Video file: file, required']
    expect(fieldsOf(page)).toEqual({ isNoValidate: true, fields })
    expect(elementIn(page, 'input', { type: 'file' }).attributes.accept).toMatch(/^video\/\*,\.mp4,/)
  })

  test('for an upload has a limit of 600 seconds', async () => {
    const response = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 1000 })
    expect(await response.json()).toMatchObject({ maxDurationSeconds: 600 })
  })
})
