import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { alertsOf, waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { countOf, itemOf, keepItem, section, setUpWatchComments } from '#tests/support/worlds/watch-comments.ts'

let creator: Person
let viewer: Person
let id: string
let path: string

const { app, write } = setUpWatchComments((opened) => {
  ;({ creator, viewer, id, path } = opened)
})

async function chooseFrom(page: Page, name: string, item: string): Promise<void> {
  await page.locator(`summary[aria-label="Options for the comment by ${name}"]`).first().click()
  await page.locator('.action-menu[open]').getByText(item, { exact: true }).click()
}

const hasFocusInControls = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('.controls input[type="range"]'))

describe('a signed-in viewer', () => {
  test('likes the episode, comments, replies, edits and deletes in place', async () => {
    const parent = await write(creator, 'How many layers?')
    const { page, open, logInAs, errors } = await app.visit()
    await logInAs(viewer)
    await open(path)
    await waitForHydration(page)
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
    expect(await hasFocusInControls(page)).toBe(true)

    await itemOf(page, 'How many layers?').getByRole('link', { name: 'Reply to Mio' }).click()
    await page.getByLabel('Your reply').fill('Three, I think')
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.locator('.comment-replies').getByText('Three, I think').waitFor()
    await expect.poll(() => countOf(page)).toBe('3')
    const replies = await viewer.call('GET', `/api/v1/comments/${parent}/replies`)
    expect(await replies.json()).toMatchObject({ comments: [{ text: 'Three, I think' }] })

    await own.locator('summary').click()
    await page.locator('.action-menu[open]').getByText('Edit', { exact: true }).click()
    await own.getByLabel('Your comment').fill('Look again')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('· edited').waitFor()
    expect(await own.locator('.comment-text').textContent()).toBe('Look again')

    await own.locator('summary').click()
    await page.locator('.action-menu[open]').getByText('Delete', { exact: true }).click()
    await own.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => section(page).getByText('Look again').count()).toBe(0)
    await expect.poll(() => countOf(page)).toBe('2')
    expect(errors).toEqual([])
  })

  test('has the focus in the player after a time in a comment, after the end of the film too', async () => {
    await write(creator, 'Look at 0:01')
    const { page, open, logInAs } = await app.visit()
    await logInAs(viewer)
    await open(path)
    await waitForHydration(page)
    await page.getByLabel('Your comment').focus()
    await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      if (video.readyState < HTMLMediaElement.HAVE_METADATA)
        await new Promise((loaded) => video.addEventListener('loadedmetadata', loaded, { once: true }))
      video.currentTime = video.duration
      await video.play()
    })
    const card = page.locator('.end-card')
    await card.waitFor()
    await section(page).getByRole('link', { name: 'Jump to 0:01' }).click()
    await card.waitFor({ state: 'detached' })
    expect(await hasFocusInControls(page)).toBe(true)
  })

  test('sees a comment while it is sent, and has the text back when it is refused', async () => {
    const { page, open, logInAs } = await app.visit()
    await logInAs(viewer)
    await open(path)
    await waitForHydration(page)
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
    await itemOf(page, 'Held on the way').getByText('Awaiting approval').waitFor()
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
    await page.locator('.action-menu[open]').getByText('Delete', { exact: true }).click()
    await own.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => alertsOf(page)).toHaveLength(2)
    expect(await itemOf(page, 'Held on the way').count()).toBe(1)
  })

  test('keeps a refused text, and sees why', async () => {
    await write(viewer, 'The same words')
    const { page, open, logInAs } = await app.visit()
    await logInAs(viewer)
    await open(path)
    await waitForHydration(page)
    const field = page.getByLabel('Your comment')
    await field.fill('The same words')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const expected = 'You just posted the same comment. Please wait ten minutes, or write something different.'
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
    await waitForHydration(page)
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
    await waitForHydration(page)
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
    await waitForHydration(page)
    expect(await countOf(page)).toBe('1')
    const pinned = page.locator(`#comment-${first}`)
    await pinned.locator('summary').click()
    await page.locator('.action-menu[open]').getByText('Pin', { exact: true }).click()
    await pinned.getByText('Pinned by Mio').waitFor()

    await page.locator(`#comment-${second}`).getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => countOf(page)).toBe('2')

    await chooseFrom(page, 'A viewer', 'Hide')
    await pinned.getByText('Hidden by you. Only you and the author can see it.').waitFor()
    await expect.poll(() => countOf(page)).toBe('1')
    expect(await axeViolations(page)).toEqual([])
    await pinned.getByRole('button', { name: 'Unhide' }).click()
    await expect.poll(() => countOf(page)).toBe('2')

    await chooseFrom(page, 'A viewer', 'Block from Commenting')
    await page.getByText('This account can no longer comment on your episodes.').waitFor()
    const blocked = await viewer.call('POST', `/api/v1/episodes/${id}/comments`, { text: 'More words' })
    expect(blocked.status).toBe(403)

    await page.getByRole('button', { name: 'Turn Off Comments' }).click()
    await page.getByText('Comments are closed.').waitFor()
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
    await waitForHydration(page)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/v1/comments/*', async (route) => {
      await answer.promise
      await route.abort()
    })
    const own = await keepItem(page, 'As it was')
    await own.locator('summary').click()
    await page.locator('.action-menu[open]').getByText('Edit', { exact: true }).click()
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
    await waitForHydration(page)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/v1/comments/*/*', async (route) => {
      await answer.promise
      await route.abort()
    })
    const first = await keepItem(page, 'First words')
    const order = () => page.locator('.comment-list > .comment .comment-text').allTextContents()
    const before = await order()
    await first.locator('summary').click()
    await page.locator('.action-menu[open]').getByText(item, { exact: true }).click()
    await first.getByText(notice).waitFor()
    expect(await countOf(page)).toBe(total)
    answer.resolve()
    await expect.poll(() => alertsOf(page)).toHaveLength(1)
    expect(await first.getByText(notice).count()).toBe(0)
    expect([await order(), await countOf(page)]).toEqual([before, '2'])
  })
})
