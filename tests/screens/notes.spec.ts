import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { setUpApp } from '#tests/support/app-fixture.ts'
import { axeViolations, axeViolationsAtAllWidths } from '#tests/support/axe-violations.ts'
import { waitForHydration } from '#tests/support/forms.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { button, openPaused } from '#tests/support/player.ts'
import { queryDatabase } from '#tests/support/query-database.server.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 900 } }
const moving = { ...wide, reducedMotion: 'no-preference' as const }

let creator: Person
let viewer: Person
/** Of eight seconds, 24 frames each. */
let id: string
let path: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  viewer = await createPerson(app.hoshi.url, 'viewer')
})

beforeEach(async () => {
  const spec = { seconds: 8, keyframeSeconds: 2, isNumbered: true }
  id = await publishFinished(app.hoshi, creator, spec, { title: 'The Last Local' })
  path = `/watch/${id}`
})

async function write(text: string, frame: number, by = viewer): Promise<string> {
  await queryDatabase(app.hoshi.connectionString, 'delete from rate_limits')
  const response = await by.call('POST', `/api/v1/episodes/${id}/notes`, { text, frame })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}

/** Many at once, without limits. */
async function store(frames: number[]): Promise<void> {
  const ids = frames.map(() => newId())
  await queryDatabase(
    app.hoshi.connectionString,
    `insert into episode_stats (episode_id) values ('${id}') on conflict do nothing`,
  )
  await queryDatabase(
    app.hoshi.connectionString,
    `insert into notes (id, episode_id, author_uid, text, frame, created_at)
     select id, '${id}', '${viewer.account.uid}', 'note number ' || place, frame, now()
     from unnest('{${ids}}'::text[], '{${frames}}'::int[]) with ordinality as stored (id, frame, place)`,
  )
}

const onPicture = (page: Page) => page.locator('.note-on-picture')
const list = (page: Page) => page.getByRole('region', { name: /^Notes/ })
const row = (page: Page, text: string) => list(page).getByRole('listitem').filter({ hasText: text })

/** Boxes of the notes that are at least partly on the picture, in pixels, by lane. */
const boxesOf = (page: Page) =>
  page.evaluate(() => {
    const layer = document.querySelector('.notes-layer')!.getBoundingClientRect()
    return [...document.querySelectorAll<HTMLElement>('.note-on-picture')].flatMap((note) => {
      const { left, right, top, bottom } = note.getBoundingClientRect()
      return left < layer.right && right > layer.left ? [{ lane: note.dataset.lane, left, right, top, bottom }] : []
    })
  })

type Boxes = Awaited<ReturnType<typeof boxesOf>>
const meetings = (boxes: Boxes) =>
  boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        ({ left, right, top, bottom }) => left < one.right && one.left < right && top < one.bottom && one.top < bottom,
      ),
  )

/** Waits until the note has come so far to the left. @returns false when it left the picture before */
const untilLeftOf = (page: Page, x: number) =>
  page.evaluate(async (wanted) => {
    for (;;) {
      await new Promise(requestAnimationFrame)
      const note = document.querySelector('.note-on-picture')
      if (!note || note.getBoundingClientRect().left < wanted) return note !== null
    }
  }, x)

const seek = (page: Page, seconds: number) =>
  page.evaluate((at) => {
    document.querySelector('video')!.currentTime = at
  }, seconds)

describe('on the picture', () => {
  test('notes drift at the time of the film, stand still with it, and are where they were after a seek', async () => {
    await write('the scarf is on twos', 24)
    const { page, errors } = await openPaused(app, path, moving, 2)
    await onPicture(page).waitFor()
    const leftOf = async () => (await onPicture(page).boundingBox())!.x
    const atTwo = await leftOf()
    expect(await leftOf()).toBe(atTwo)
    await seek(page, 4)
    await expect.poll(leftOf).toBeLessThan(atTwo)
    const atFour = await leftOf()
    await seek(page, 2)
    await expect.poll(leftOf).toBeCloseTo(atTwo, 0)
    const hasDrifted = untilLeftOf(page, (atTwo + atFour) / 2)
    await button(page, 'Play').click()
    expect(await hasDrifted).toBe(true)
    await seek(page, 7)
    await onPicture(page).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  test('two hundred within five seconds are three at once, in the upper third, and never meet', async () => {
    await store(Array.from({ length: 200 }, (_, at) => Math.floor(at * 0.6)))
    const { page } = await openPaused(app, path, moving, 1)
    await expect.poll(() => onPicture(page).count()).toBeGreaterThan(0)
    const seen: Boxes[] = []
    for (const at of [0.2, 0.6, 1.5, 2.5, 3.5, 4.5, 4.95, 5.05, 5.6, 7]) {
      await seek(page, at)
      await expect.poll(() => page.evaluate(() => document.querySelector('video')!.seeking)).toBe(false)
      seen.push(await boxesOf(page))
    }
    const picture = (await page.locator('.player-picture').boundingBox())!
    expect(Math.max(...seen.map((boxes) => boxes.length))).toBe(3)
    expect(seen.flatMap(meetings)).toEqual([])
    expect(Math.max(...seen.flat().map(({ bottom }) => bottom))).toBeLessThanOrEqual(picture.y + picture.height / 3 + 1)
    await list(page).getByRole('heading', { name: 'Notes 200' }).waitFor()
  })

  test('with reduced motion two stand at the left', async () => {
    for (const [at, text] of ['one', 'two', 'three'].entries()) await write(text, 24 + at)
    const { page } = await openPaused(app, path, { ...wide, reducedMotion: 'reduce' }, 2)
    await expect.poll(() => onPicture(page).allTextContents()).toEqual(['one', 'two'])
    const first = await boxesOf(page)
    await seek(page, 4)
    await expect.poll(() => page.evaluate(() => document.querySelector('video')!.seeking)).toBe(false)
    expect(await boxesOf(page)).toEqual(first)
    expect(meetings(first)).toEqual([])
    const animations = () =>
      page.locator('.notes-layer').evaluate((layer) => layer.getAnimations({ subtree: true }).length)
    expect(await animations()).toBe(0)
    await seek(page, 7)
    await onPicture(page).first().waitFor({ state: 'detached' })
  })

  test('N takes them off the picture, which is remembered, and dots take the place of bars', async () => {
    await write('run!!', 24)
    const { page, open } = await openPaused(app, path, moving, 2)
    await onPicture(page).waitFor()
    await page.locator('.notes-bars').waitFor({ state: 'attached' })
    await page.keyboard.press('n')
    await button(page, 'Timed notes off').waitFor()
    await onPicture(page).waitFor({ state: 'detached' })
    await page.locator('.notes-dots').waitFor({ state: 'attached' })
    expect(await page.locator('.notes-bars').count()).toBe(0)
    await open(path)
    await page.locator('.notes-dots').waitFor({ state: 'attached' })
    await button(page, 'Timed notes off').click()
    await button(page, 'Timed notes on').waitFor()
    await page.locator('.notes-bars').waitFor({ state: 'attached' })
  })

  test('the menu has how many, how strong, the pace, and words to leave out', async () => {
    for (const [at, text] of ['one', 'two', 'spoiler three'].entries()) await write(text, 24 + at)
    const { page } = await openPaused(app, path, moving, 2)
    await expect.poll(() => onPicture(page).count()).toBe(3)
    await button(page, 'Settings').click()
    await page.getByRole('menuitem', { name: /^Timed notes/ }).press('ArrowRight')
    const menu = page.getByRole('menu', { name: 'Timed notes' })
    await menu.getByRole('group', { name: 'How strong' }).getByRole('menuitemradio', { name: '50%' }).click()
    await expect
      .poll(() => page.locator('.notes-layer').evaluate((layer) => getComputedStyle(layer).opacity))
      .toBe('0.5')
    await menu.getByRole('menuitem', { name: /^Words to leave out/ }).click()
    await page.keyboard.type('Spoiler')
    await expect.poll(() => onPicture(page).allTextContents()).toEqual(['one', 'two'])
    await row(page, 'spoiler three').waitFor()
    await button(page, 'Settings').click()
    await page.getByRole('menuitem', { name: /^Timed notes/ }).click()
    await menu.getByRole('group', { name: 'At once' }).getByRole('menuitemradio', { name: '1' }).click()
    await expect.poll(() => onPicture(page).allTextContents()).toEqual(['one'])
    expect(await axeViolations(page)).toEqual([])
  })
})

test('only those of people whom the viewer follows, which is remembered', async () => {
  await write('from a friend', 24, creator)
  await write('from a stranger', 25)
  const other = await createPerson(app.hoshi.url, 'viewer')
  await other.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
  const { page, logInAs, open } = await app.visit(wide)
  await logInAs(other)
  await open(path)
  await row(page, 'from a stranger').waitFor()
  const toggle = async () => {
    await button(page, 'Settings').click()
    await page.getByRole('menuitem', { name: /^Timed notes/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Only from people I follow' }).click()
    await page.keyboard.press('Escape')
  }
  await toggle()
  await row(page, 'from a stranger').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Notes 1' }).waitFor()
  await open(path)
  await row(page, 'from a friend').waitFor()
  expect(await row(page, 'from a stranger').count()).toBe(0)
  await other.call('DELETE', `/api/v1/creators/${creator.account.uid}/follow`)
  await open(path)
  await page.getByText('No notes from people you follow.').waitFor()
  await toggle()
  await row(page, 'from a stranger').waitFor()
})

describe('writing', () => {
  test('by the keyboard alone puts a note at the frame where the text began, in list and picture at once', async () => {
    const { page, logInAs, open, errors } = await app.visit(moving)
    await logInAs(viewer)
    await open(path)
    await waitForHydration(page)
    await page.evaluate(() => document.querySelector('video')!.pause())
    await button(page, 'Play').waitFor()
    await seek(page, 3.4)
    const field = page.getByLabel('Note at 0:03 +09')
    await field.focus()
    await page.keyboard.type('n is only a letter here')
    await page.getByText('23 of 120').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Your note is there.').waitFor()
    expect(await field.inputValue()).toBe('')
    await row(page, 'n is only a letter here').waitFor()
    await expect.poll(() => onPicture(page).allTextContents()).toEqual(['n is only a letter here'])
    await button(page, 'Timed notes on').waitFor()
    const stored = await queryDatabase<{ frame: number }>(
      app.hoshi.connectionString,
      `select frame from notes where episode_id = '${id}'`,
    )
    expect(stored).toEqual([{ frame: 81 }])
    expect(errors).toEqual([])
  })

  test('that is refused keeps its text, and says why', async () => {
    await creator.call('PUT', `/api/v1/creators/${viewer.account.uid}/block`)
    const { page, logInAs, open } = await app.visit(wide)
    await logInAs(viewer)
    await open(path)
    const field = page.getByLabel(/^Note at/)
    await field.fill('Let me in')
    await field.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'You cannot comment on the episodes of this creator.' }).waitFor()
    expect(await field.inputValue()).toBe('Let me in')
    await creator.call('DELETE', `/api/v1/creators/${viewer.account.uid}/block`)
    await field.press('Enter')
    await row(page, 'Let me in').waitFor()
    await field.fill('a'.repeat(121))
    await page.getByText('1 too many').waitFor()
    expect(await button(page, 'Send').isDisabled()).toBe(true)
  })

  test('leads who is signed out to the login, and back to the moment', async () => {
    const { page } = await openPaused(app, path, wide, 3)
    await page.getByRole('link', { name: 'Log In to write a note' }).click()
    await page.waitForURL(/\/login\?next=/)
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${path}?t=3`)
  })

  test('is not offered where comments are closed, and nothing is without scripts', async () => {
    await write('before', 24)
    await creator.call('PATCH', `/api/v1/episodes/${id}`, { commentsOpen: false })
    const { page, open } = await app.visit(wide)
    await open(path)
    await row(page, 'before').waitFor()
    expect(await page.locator('.note-strip').count()).toBe(0)
    const plain = await app.visit({ ...wide, javaScriptEnabled: false })
    await creator.call('PATCH', `/api/v1/episodes/${id}`, { commentsOpen: true })
    await plain.page.goto(`${app.hoshi.url}${path}`)
    expect(await plain.page.locator('.note-strip:visible, .side-panel:visible').count()).toBe(0)
  })
})

describe('the list', () => {
  test('follows the film, and a time leads there', async () => {
    await write('early', 24)
    await write('late', 120)
    const { page } = await openPaused(app, path, wide, 2)
    const current = list(page).locator('[aria-current]')
    await expect.poll(() => current.textContent()).toContain('early')
    const link = row(page, 'late').getByRole('link', { name: '0:05' })
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${path}\\?t=5\\.0\\d+$`))
    await link.click()
    await expect.poll(() => current.textContent()).toContain('late')
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
  })

  test('lets the creator pin, hide and delete, and its author delete', async () => {
    await write('hide me', 24)
    await write('delete me', 48)
    const { page, logInAs, open } = await app.visit(wide)
    await logInAs(creator)
    await open(path)
    const choose = async (text: string, name: string) => {
      await row(page, text).locator('summary').click()
      await row(page, text).getByRole('button', { name, exact: true }).click()
    }
    await choose('hide me', 'Pin')
    await row(page, 'hide me').getByText('Pinned').waitFor()
    await choose('hide me', 'Hide')
    await row(page, 'hide me').getByText('Hidden').waitFor()
    await choose('hide me', 'Show Again')
    await row(page, 'hide me').getByText('Hidden').waitFor({ state: 'detached' })
    await choose('delete me', 'Delete')
    await row(page, 'delete me').waitFor({ state: 'detached' })
    await page.getByText('Note deleted.').waitFor()
  })

  test('leaves out who is muted, and takes that back', async () => {
    await write('LOUD', 24)
    const other = await createPerson(app.hoshi.url, 'viewer')
    const { page, logInAs, open } = await app.visit(wide)
    await logInAs(other)
    await open(path)
    await row(page, 'LOUD').locator('summary').click()
    await row(page, 'LOUD').getByRole('button', { name: 'Mute this account' }).click()
    await row(page, 'LOUD').waitFor({ state: 'detached' })
    await page.getByText('You no longer see notes of this account.').waitFor()
    await button(page, 'Undo').click()
    await row(page, 'LOUD').waitFor()
  })

  test('that cannot be loaded says so, and is tried again', async () => {
    await write('late to come', 24)
    const { page, open } = await app.visit(wide)
    await page.route('**/notes', (route) => route.abort(), { times: 1 })
    await open(path)
    await page.getByText('The notes could not be loaded.').waitFor()
    await button(page, 'Try again').click()
    await row(page, 'late to come').waitFor()
  })
})

test('an embedded player shows them without cookies', async () => {
  await write('far from home', 0)
  const { page, errors } = await app.visit(moving)
  // One that this origin might have set, and a page of it would send.
  await page.context().addCookies([{ name: 'left', value: 'here', url: app.hoshi.url }])
  const requested = page.waitForRequest((request) => request.url().endsWith('/notes'))
  await page.goto(`${app.hoshi.url}/embed/${id}`)
  await waitForHydration(page)
  await button(page, 'Play').first().click()
  await onPicture(page).filter({ hasText: 'far from home' }).waitFor()
  expect(await (await requested).allHeaders()).not.toHaveProperty('cookie')
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['left'])
  expect(errors).toEqual([])
})
