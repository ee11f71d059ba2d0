import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpApp } from '#tests/support/app-fixture.ts'
import { axeViolations } from '#tests/support/axe-violations.ts'
import { alertsOf, logIn, waitForHydration } from '#tests/support/forms.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'

const app = setUpApp()

let creator: Person
let viewer: Person
let path: string
let id: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
})

beforeEach(async () => {
  viewer = await createPerson(app.hoshi.url, 'viewer')
  id = await publishFinished(app.hoshi, creator, { seconds: 4 }, { title: 'Rain on threes', genre: 'Drama' })
  path = `/watch/${id}`
})

const section = (page: Page) => page.getByRole('region', { name: /^Comments/ })
/** A comment that is stored. */
const itemOf = (page: Page, text: string) =>
  page.locator('li.comment:not([aria-busy])').filter({ hasText: text }).last()
const countOf = (page: Page) => page.locator('#comments-title .figures').textContent()
/** The comment that is shown now, whatever its text becomes. */
async function keepItem(page: Page, text: string) {
  return page.locator(`#${await itemOf(page, text).getAttribute('id')}`)
}
const insertTime = (page: Page) => page.getByRole('button', { name: /^Insert/ }).first()

async function write(person: Person, text: string, parentId?: string): Promise<string> {
  const response = await person.call('POST', `/api/v1/episodes/${id}/comments`, { text, parentId })
  const body = (await response.json()) as { id: string }
  expect(response.status).toBe(201)
  return body.id
}

async function chooseFrom(page: Page, name: string, item: string): Promise<void> {
  await page.locator(`summary[aria-label="More about the comment of ${name}"]`).first().click()
  await page.locator('.comment-menu[open]').getByText(item, { exact: true }).click()
}

describe('a signed-in viewer', () => {
  test('likes the episode, comments, replies, edits and deletes in place', async () => {
    const parent = await write(creator, 'How many layers?')
    const { page, open, logInAs, errors } = await app.visit()
    await logInAs(viewer)
    await open(path)
    await insertTime(page).waitFor()
    const like = page.getByRole('button', { name: /^Like/ }).first()
    expect(await like.textContent()).toBe('Like')
    await like.click()
    await expect.poll(() => like.textContent()).toBe('Liked1')
    expect(await like.getAttribute('aria-pressed')).toBe('true')

    await page.getByLabel('Your comment').fill('Look at 0:02, and https://example.com/rain?a=b.')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await itemOf(page, 'Look at').waitFor()
    const own = await keepItem(page, 'Look at')
    await expect.poll(() => countOf(page)).toBe('2')
    const link = own.getByRole('link', { name: 'example.com/rain?a=b' })
    expect(await link.getAttribute('rel')).toContain('nofollow ugc')
    await own.getByRole('link', { name: 'Jump to 0:02' }).click()
    await expect
      .poll(() => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime))
      .toBeGreaterThanOrEqual(2)
    expect(await page.evaluate(() => document.activeElement?.closest('.player') !== null)).toBe(true)

    await itemOf(page, 'How many layers?').getByRole('link', { name: 'Reply to Mio' }).click()
    await page.getByLabel('Your reply').fill('Three, I think')
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.locator('.comment-replies').getByText('Three, I think').waitFor()
    await expect.poll(() => countOf(page)).toBe('3')
    const replies = await viewer.call('GET', `/api/v1/comments/${parent}/replies`)
    expect(await replies.json()).toMatchObject({ comments: [{ text: 'Three, I think' }] })

    await own.locator('summary').click()
    await page.locator('.comment-menu[open]').getByText('Edit', { exact: true }).click()
    await own.getByLabel('Your comment').fill('Look again')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('· edited').waitFor()
    expect(await own.locator('.comment-text').textContent()).toBe('Look again')

    await own.locator('summary').click()
    await page.locator('.comment-menu[open]').getByText('Delete', { exact: true }).click()
    await own.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => section(page).getByText('Look again').count()).toBe(0)
    await expect.poll(() => countOf(page)).toBe('2')
    expect(errors).toEqual([])
  })

  test('sees a comment while it is sent, and has the text back when it is refused', async () => {
    const { page, open, logInAs } = await app.visit()
    await logInAs(viewer)
    await open(path)
    await insertTime(page).waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/comments', async (route) => {
      await answered
      await route.continue()
    })
    const field = page.getByLabel('Your comment')
    await field.fill('Held on the way http://a.example http://b.example http://c.example')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const pending = page.locator('li.comment[aria-busy]')
    expect(await pending.textContent()).toContain('YouSending…Held on the way')
    expect(await field.inputValue()).toBe('')
    answer()
    await itemOf(page, 'Held on the way').getByText('Held for the creator').waitFor()
    expect(await pending.count()).toBe(0)

    await page.route('**/comments', (route) => route.abort())
    await field.fill('Lost on the way')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect.poll(() => field.inputValue()).toBe('Lost on the way')
    expect(await section(page).locator('.comment-text').filter({ hasText: 'Lost on the way' }).count()).toBe(0)
    expect(await alertsOf(page)).toHaveLength(1)

    // The deletion fails, so the comment is there again.
    await page.route('**/api/v1/comments/*', (route) => route.abort())
    const own = await keepItem(page, 'Held on the way')
    await own.locator('summary').click()
    await page.locator('.comment-menu[open]').getByText('Delete', { exact: true }).click()
    await own.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => alertsOf(page)).toHaveLength(2)
    expect(await itemOf(page, 'Held on the way').count()).toBe(1)
  })

  test('keeps a refused text, and sees why', async () => {
    await write(viewer, 'The same words')
    const { page, open, logInAs } = await app.visit()
    await logInAs(viewer)
    await open(path)
    await insertTime(page).waitFor()
    const field = page.getByLabel('Your comment')
    await field.fill('The same words')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const expected = 'You wrote the same a moment ago. Please wait ten minutes, or use other words.'
    await expect.poll(() => alertsOf(page)).toEqual([expected])
    expect(await field.inputValue()).toBe('The same words')
    await field.fill('x'.repeat(1985))
    await section(page).getByText('15 characters left').waitFor()
    await field.fill('x'.repeat(2001))
    expect(await page.getByRole('button', { name: 'Comment', exact: true }).isDisabled()).toBe(true)
  })

  test('sorts, and sees more without losing the place', async () => {
    for (let n = 1; n <= 5; n += 1) {
      const person = await createPerson(app.hoshi.url, 'viewer')
      for (let at = 1; at <= 3; at += 1) await write(person, `Comment ${n}.${at}`)
    }
    const { page, open } = await app.visit()
    await open(path)
    await insertTime(page).waitFor()
    const shown = () => page.locator('.comment-list > .comment').count()
    expect(await shown()).toBe(12)
    await page.getByRole('link', { name: 'Load More Comments' }).click()
    await expect.poll(shown).toBe(15)
    expect(await page.getByRole('link', { name: 'Load More Comments' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Newest' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'Newest' }).getAttribute('aria-current')).toBe('true')
    await expect
      .poll(() => page.locator('.comment-list > .comment .comment-text').first().textContent())
      .toBe('Comment 5.3')
    expect(new URL(page.url()).search).toBe('')
  })
})

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const description = 'A kettle that will not boil, and somebody who waits beside it. '.repeat(6)

  test.each([true, false])('the description and replies are folded (scripts: %s)', async (javaScriptEnabled) => {
    const fields = { title: 'Rain on threes', description, tags: ['kettles'] }
    id = await publishFinished(app.hoshi, creator, { seconds: 4 }, fields)
    const parent = await write(viewer, 'How many layers?')
    for (const text of ['Two', 'Three', 'Four']) {
      await write(await createPerson(app.hoshi.url, 'viewer'), text, parent)
    }
    const { page, open } = await app.visit({ ...phone, javaScriptEnabled })
    await open(`/watch/${id}`)
    const text = page.locator('.watch-description')
    const heightOf = async () => (await text.boundingBox())!.height
    const folded = await heightOf()
    expect(await page.getByRole('link', { name: 'kettles' }).isVisible()).toBe(false)
    await page.locator('.watch-more summary').click()
    expect(await heightOf()).toBeGreaterThan(folded)
    expect(await page.getByRole('link', { name: 'kettles' }).isVisible()).toBe(true)
    const replies = () => page.locator('.comment-replies > li:visible .comment-text').allTextContents()
    expect(await replies()).toEqual(['Two'])
    await page.getByText('Show 2 more replies').click()
    await expect.poll(replies).toEqual(['Two', 'Three', 'Four'])
  })

  test('the strip to write on stands at the bottom of the screen while comments are in view', async () => {
    for (let n = 1; n <= 8; n += 1) await write(await createPerson(app.hoshi.url, 'viewer'), `Comment ${n}`)
    const { page, open, logInAs } = await app.visit(phone)
    await logInAs(viewer)
    await open(path)
    await waitForHydration(page)
    await itemOf(page, 'Comment 5').scrollIntoViewIfNeeded()
    const strip = (await page.locator('.comment-strip-main').boundingBox())!
    expect(Math.round(strip.y + strip.height)).toBe(phone.viewport.height)
    await page.getByLabel('Your comment').fill('Written below')
    await insertTime(page).waitFor()
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await itemOf(page, 'Written below').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})

describe('the number of comments', () => {
  test.each(['the timer', 'coming back to the page'])('follows those of others on %s', async (cause) => {
    const { page, open } = await app.visit()
    // Its timer runs when the test says so.
    await page.addInitScript(() => {
      const startInterval = window.setInterval
      const timers: (() => void)[] = []
      const setInterval = (run: () => void, ms: number) => (ms === 20_000 ? -timers.push(run) : startInterval(run, ms))
      Object.assign(window, { setInterval, tick: () => timers[0]?.() })
    })
    await open(path)
    await insertTime(page).waitFor()
    await section(page).scrollIntoViewIfNeeded()
    expect(await countOf(page)).toBe('0')
    await write(viewer, 'Meanwhile')
    const happens = () =>
      page.evaluate((isTimer) => {
        if (isTimer) (window as unknown as { tick: () => void }).tick()
        else document.dispatchEvent(new Event('visibilitychange'))
      }, cause === 'the timer')
    const countAfterwards = async () => {
      await happens()
      return await countOf(page)
    }
    await expect.poll(countAfterwards).toBe('1')
  })
})

describe('the creator of the episode', () => {
  test('pins, hides, shows and lets comments through, and closes them', async () => {
    const [first, second] = [await write(viewer, 'First words'), await write(viewer, 'http://a http://b http://c')]
    const { page, open, logInAs, errors } = await app.visit()
    await logInAs(creator)
    await open(path)
    await insertTime(page).waitFor()
    expect(await countOf(page)).toBe('1')
    const pinned = page.locator(`#comment-${first}`)
    await pinned.locator('summary').click()
    await page.locator('.comment-menu[open]').getByText('Pin', { exact: true }).click()
    await pinned.getByText('Pinned by Mio').waitFor()

    await page.locator(`#comment-${second}`).getByRole('button', { name: 'Let Through' }).click()
    await expect.poll(() => countOf(page)).toBe('2')

    await chooseFrom(page, 'A viewer', 'Hide')
    await pinned.getByText('Hidden by you. Only you and its author see it.').waitFor()
    await expect.poll(() => countOf(page)).toBe('1')
    expect(await axeViolations(page)).toEqual([])
    await pinned.getByRole('button', { name: 'Show Again' }).click()
    await expect.poll(() => countOf(page)).toBe('2')

    await chooseFrom(page, 'A viewer', 'Block from Commenting')
    await page.getByText('This account can no longer comment on your episodes.').waitFor()
    const blocked = await viewer.call('POST', `/api/v1/episodes/${id}/comments`, { text: 'More words' })
    expect(blocked.status).toBe(403)

    await page.getByRole('button', { name: 'Close Comments' }).click()
    await page.getByText('Comments on this episode are closed.').waitFor()
    expect(await page.getByLabel('Your comment').count()).toBe(0)
    expect(errors).toEqual([])
  })
})

describe('a change that is refused', () => {
  test('of a text shows it at once, then the old one and the form with the new one', async () => {
    await write(viewer, 'As it was')
    const { page, open, logInAs } = await app.visit()
    await logInAs(viewer)
    await open(path)
    await insertTime(page).waitFor()
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/v1/comments/*', async (route) => {
      await answer.promise
      await route.abort()
    })
    const own = await keepItem(page, 'As it was')
    await own.locator('summary').click()
    await page.locator('.comment-menu[open]').getByText('Edit', { exact: true }).click()
    await own.getByLabel('Your comment').fill('As it should be')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('· saving…').waitFor()
    expect(await own.locator('.comment-text').textContent()).toBe('As it should be')
    expect(await own.getByLabel('Your comment').isVisible()).toBe(false)
    answer.resolve()
    await own.getByRole('alert').waitFor()
    expect(await own.getByLabel('Your comment').inputValue()).toBe('As it should be')
    await own.getByRole('link', { name: 'Cancel' }).click()
    expect(await own.locator('.comment-text').textContent()).toBe('As it was')
  })

  test.each([
    { item: 'Pin', notice: 'Pinned by Mio', total: '2' },
    { item: 'Hide', notice: 'Hidden by you.', total: '1' },
  ])('$item shows at once, and is taken back', async ({ item, notice, total }) => {
    await write(viewer, 'First words')
    await write(viewer, 'Second words')
    const { page, open, logInAs } = await app.visit()
    await logInAs(creator)
    await open(path)
    await insertTime(page).waitFor()
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/v1/comments/*/*', async (route) => {
      await answer.promise
      await route.abort()
    })
    const first = await keepItem(page, 'First words')
    const order = () => page.locator('.comment-list > .comment .comment-text').allTextContents()
    const before = await order()
    await first.locator('summary').click()
    await page.locator('.comment-menu[open]').getByText(item, { exact: true }).click()
    await first.getByText(notice).waitFor()
    expect(await countOf(page)).toBe(total)
    answer.resolve()
    await expect.poll(() => alertsOf(page)).toHaveLength(1)
    expect(await first.getByText(notice).count()).toBe(0)
    expect([await order(), await countOf(page)]).toEqual([before, '2'])
  })
})

describe('signed out', () => {
  test('everything is read, and a text comes back after the login', async () => {
    await write(creator, 'For everybody')
    const { page, open, errors } = await app.visit()
    await open(path)
    await insertTime(page).waitFor()
    expect(await section(page).getByText('For everybody').isVisible()).toBe(true)
    await section(page).getByText('1 comment, and room for yours.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Your comment').fill('I was not logged in')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.waitForURL('**/login?next=*')
    await logIn(page, viewer)
    await page.waitForURL(`**${path}*`)
    expect(new URL(page.url()).hash).toBe('#comments')
    await expect.poll(() => page.getByLabel('Your comment').inputValue()).toBe('I was not logged in')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await itemOf(page, 'I was not logged in').waitFor()
    expect(errors).toEqual([])
  })
})

describe('signed out, at a second of the film', () => {
  test.each(['Follow', 'Watch Later'])('%s leads to login and back to it', async (name) => {
    const { page, open } = await app.visit()
    await open(path)
    await insertTime(page).waitFor()
    await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.pause()
      const sought = new Promise((done) => video.addEventListener('seeked', done, { once: true }))
      video.currentTime = 2.5
      await sought
    })
    await page.getByRole('link', { name, exact: true }).click()
    await page.waitForURL('**/login?next=*')
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${path}?t=2`)
  })
})

test('a time in a comment plays the film from there, from the creator’s notifications too', async () => {
  await write(viewer, 'Look at 0:02, not 0:09')
  const { page, open, logInAs } = await app.visit()
  await logInAs(creator)
  await open('/explore')
  const told = page.getByRole('listitem').filter({ hasText: 'Look at 0:02, not 0:09' })
  await expect
    .poll(async () => {
      await page.goto(new URL('/notifications', page.url()).href)
      return told.count()
    })
    .toBe(1)
  expect(await told.getByRole('link', { name: /^Play from/ }).allTextContents()).toEqual(['0:02'])
  expect(await axeViolations(page)).toEqual([])
  await told.getByRole('link', { name: 'Play from 0:02' }).click()
  await page.waitForURL(`**${path}?t=2`)
  await expect
    .poll(() => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThanOrEqual(2)
})

describe('without scripts', () => {
  test('forms like, comment, reply, edit and delete, and refusals keep the text', async () => {
    const parent = await write(creator, 'How was it made?')
    const { page, open, logInAs } = await app.visit({ javaScriptEnabled: false })
    await logInAs(viewer)
    await open(path)
    await page.getByRole('button', { name: 'Like', exact: true }).first().click()
    await page.getByRole('button', { name: /^Liked/ }).waitFor()

    await page.getByLabel('Your comment').fill('By hand')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await itemOf(page, 'By hand').waitFor()
    const own = await keepItem(page, 'By hand')
    expect(await countOf(page)).toBe('2')
    await page.getByLabel('Your comment').fill('By hand')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    expect(await alertsOf(page)).toHaveLength(1)
    expect(await page.getByLabel('Your comment').inputValue()).toBe('By hand')

    await open(path)
    await itemOf(page, 'How was it made?').getByRole('link', { name: 'Reply to Mio' }).click()
    await page.getByLabel('Your reply').fill('Three')
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.locator(`#comment-${parent} .comment-replies`).getByText('Three').waitFor()

    await own.locator('summary').click()
    await own.getByRole('link', { name: 'Edit' }).click()
    await own.getByLabel('Your comment').fill('By my hand')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('· edited').waitFor()
    await own.locator('summary').click()
    await own.getByRole('link', { name: 'Delete' }).click()
    await own.getByRole('button', { name: 'Delete', exact: true }).click()
    expect(await countOf(page)).toBe('2')
    expect(await section(page).getByText('By my hand').count()).toBe(0)
  })

  test('signed out, a text stays beside the reason', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open(path)
    await page.getByLabel('Your comment').fill('Kept')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    expect(await alertsOf(page)).toHaveLength(1)
    expect(await page.getByLabel('Your comment').inputValue()).toBe('Kept')
  })
})
