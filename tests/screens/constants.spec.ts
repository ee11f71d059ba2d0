import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alertsOf, signUp } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { card, edit, field, setUpDashboard } from '#tests/support/worlds/dashboard.ts'

// Numbers of the specification and lengths of the decisions, each at its boundary and one past it. Ten minutes are in
// upload.spec.ts, the 500 ms and 12 s of a preview in card-preview.slow.spec.ts, the rest of the dashboard in dashboard.spec.ts.

const { createCreatorWith, app, visitAs } = setUpDashboard()
/** This many characters of two code units each. */
const stars = (characters: number) => '🌟'.repeat(characters)

describe('decoration', () => {
  test('is 80 stars on landing and login, 100 on Explore and the other pages that have a sky', async () => {
    const creator = await createPerson(app.hoshi.url, 'creator')
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    for (const [path, number] of [
      ['/', 80],
      ['/login', 80],
      ['/forgot-password', 80],
      ['/explore', 100],
      ['/about', 100],
      ['/contact', 100],
      [`/creator/${creator.account.uid}`, 100],
    ] as const) {
      await open(path)
      expect(await page.locator('svg[aria-hidden="true"] .stars circle').count(), path).toBe(number)
    }
  })

  test('cards have 3 columns on large screens, 2 on medium and 1 on small', async () => {
    await createCreatorWith({ title: 'One' }, { title: 'Two' }, { title: 'Three' })
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open('/explore')
    for (const [width, columns] of [
      [1440, 3],
      [1024, 3],
      [800, 2],
      [390, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const lefts = await page.getByRole('article').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().x))
      expect(new Set(lefts).size, `${width} px`).toBe(columns)
    }
  })
})

describe('a description', () => {
  test('is truncated after 100 characters on the overview and after 80 in My Content, not before', async () => {
    const lengths = [100, 101, 80, 81]
    const { creator } = await createCreatorWith(
      ...lengths.map((length) => ({ title: `${length}`, description: stars(length) })),
      { title: 'Two more than 100', description: stars(102) },
    )
    const { page } = await visitAs(creator, '/dashboard', { javaScriptEnabled: false })
    const shown = (title: string, text: string) => card(page, title).getByText(text, { exact: true }).count()
    expect(await page.getByRole('article').count()).toBe(3)
    expect(await shown('Two more than 100', `${stars(100)}...`)).toBe(1)
    await page.goto('/dashboard?tab=content')
    expect(await shown('80', stars(80))).toBe(1)
    expect(await shown('81', `${stars(80)}...`)).toBe(1)
    for (const [title, text] of [
      ['81', ''],
      ['80', ''],
    ] as const) {
      await card(page, title).getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete for Good' }).click()
      await page.waitForURL('**/dashboard?tab=content')
      expect(await card(page, title).filter({ hasText: text }).count()).toBe(0)
    }
    await page.goto('/dashboard')
    expect(await shown('101', `${stars(100)}...`)).toBe(1)
    expect(await shown('100', stars(100))).toBe(1)
  })
})

describe('limits of an episode', () => {
  test.each([
    ['Title', stars(120), `${stars(120)}x`, 'The title may have at most 120 characters and must be plain text.'],
    [
      'Description',
      stars(5000),
      `${stars(5000)}x`,
      'The description may have at most 5000 characters and must be plain text.',
    ],
    ['Tags', tags(20), tags(21), 'An episode can have up to 20 tags of up to 40 characters each.'],
  ])('%s: accepted at the limit, refused one past it', async (label, longest, longer, sentence) => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft' })
    const { page } = await visitAs(creator)
    await edit(page, 'Draft').click()
    await field(page, label).fill(longer)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText(sentence, { exact: true }).count()).toBe(1)
    await field(page, label).fill(longest)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const stored = (await (await creator.call('GET', `/api/v1/episodes/${ids[0]}`)).json()) as Record<string, unknown>
    expect([stored[label.toLowerCase()]].flat().join(', ')).toBe(longest)
  })
})

describe('limits of a profile', () => {
  const name = 'The username may have at most 40 characters and must be plain text.'
  const bio = 'The bio may have at most 1000 characters and must be plain text.'
  const short = 'The password must have at least 8 characters.'
  const long = 'The password may have at most 128 characters.'

  test('sign-up accepts each text at its limit, and refuses it one past', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open('/signup')
    const fields = { email: 'limits@example.com', role: 'Creator', username: stars(40), bio: stars(1000) } as const
    const refused = async (change: object, sentence: string) => {
      await signUp(page, { ...fields, password: stars(8), ...change })
      expect(await alertsOf(page)).toEqual([sentence])
    }
    await refused({ username: stars(41) }, name)
    await refused({ bio: stars(1001) }, bio)
    await refused({ password: stars(7) }, short)
    await refused({ password: stars(129) }, long)
    await signUp(page, { ...fields, password: stars(128) })
    await page.waitForURL('**/login*')
    await open('/signup')
    await signUp(page, { email: 'limits2@example.com', password: stars(8) })
    await page.waitForURL('**/login*')
  })
})

describe('forms', () => {
  const controls = (page: Page) =>
    page.locator('main form[method="post"]').evaluate((form: HTMLFormElement) => ({
      isNoValidate: form.noValidate,
      fields: [...form.elements]
        .filter((it) => it instanceof HTMLInputElement || it instanceof HTMLTextAreaElement)
        .filter(({ type }) => type !== 'hidden')
        .map((it) => `${it.labels?.[0]?.textContent}: ${it.type}${it.required ? ', required' : ''}`),
    }))

  test('labels, types and required fields are exact, and browser validation is off', async () => {
    const creator = await createPerson(app.hoshi.url, 'creator')
    const { page, open, logInAs } = await app.visit({ javaScriptEnabled: false })
    const entry = ['Email: email, required', 'Password: password, required']
    const honeypot = 'Leave this empty: text'
    const agreement = 'I agree to the Terms of Service and Privacy Policy: checkbox, required'
    const more = ['Username: text', 'Bio: textarea', 'Patreon URL: url']
    for (const [path, fields] of [
      ['/login', entry],
      ['/signup', [...entry, honeypot, 'Viewer: radio', 'Creator: radio', ...more, agreement]],
      ['/forgot-password', ['Email: email, required']],
    ] as const) {
      await open(path)
      expect(await controls(page), path).toEqual({ isNoValidate: true, fields })
    }
    await logInAs(creator)
    await open('/upload')
    const textFields = ['Title: text, required', 'Genre: text, required', 'Description: textarea', 'Tags: text']
    const choices = ['NSFW: checkbox', 'Publish at: datetime-local']
    const fields = [...textFields, ...choices, 'Video file: file, required']
    expect(await controls(page)).toEqual({ isNoValidate: true, fields })
    expect(await field(page, 'Video file').getAttribute('accept')).toMatch(/^video\/\*,\.mp4,/)
  })

  test('an upload has a limit of 600 seconds', async () => {
    const creator = await createPerson(app.hoshi.url, 'creator')
    const response = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 1000 })
    expect(await response.json()).toMatchObject({ maxDurationSeconds: 600 })
  })
})

/** This many tags of forty characters. */
function tags(number: number): string {
  return Array.from({ length: number }, (_, index) => `${index + 10}${'t'.repeat(38)}`).join(', ')
}
