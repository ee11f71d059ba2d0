import { describe, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { alertsOf, logIn, waitForHydration } from '#tests/support/browser/forms.ts'
import { holdAt } from '#tests/support/browser/player.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { countOf, itemOf, keepItem, section, setUpWatchComments } from '#tests/support/worlds/watch-comments.ts'

let creator: Person
let viewer: Person
let path: string

// Jobs tell the creator of comments.
const { app, write } = setUpWatchComments(
  (opened) => {
    ;({ creator, viewer, path } = opened)
  },
  { worksJobs: true },
)

test.each([true, false])('two replies are open, and all after a press (scripts: %s)', async (javaScriptEnabled) => {
  const id = await publishFinished(app.hoshi, creator, 'short', { title: 'Rain on threes' })
  const [parent, other] = [
    await write(viewer, 'How many layers?', undefined, id),
    await write(viewer, 'Which brush?', undefined, id),
  ]
  for (const text of ['Two', 'Three', 'Four'])
    await write(await createPerson(app.hoshi.url, 'viewer'), text, parent, id)
  for (const text of ['Round', 'Flat']) await write(await createPerson(app.hoshi.url, 'viewer'), text, other, id)
  const { page, open } = await app.visit({ javaScriptEnabled })
  await open(`/watch/${id}`)
  const repliesTo = (comment: string) =>
    page.locator(`#comment-${comment} .comment-replies > li:visible .comment-text`).allTextContents()
  expect(await repliesTo(parent)).toEqual(['Two', 'Three'])
  expect(await repliesTo(other)).toEqual(['Round', 'Flat'])
  expect(
    await page
      .getByText(/^Show .* repl/)
      .filter({ visible: true })
      .allTextContents(),
  ).toEqual(['Show 1 more reply'])
  await page.getByText('Show 1 more reply').filter({ visible: true }).click()
  await expect.poll(() => repliesTo(parent)).toEqual(['Two', 'Three', 'Four'])
})

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const description = 'A kettle that will not boil, and somebody who waits beside it. '.repeat(6)

  test.each([true, false])('the description and replies are folded (scripts: %s)', async (javaScriptEnabled) => {
    const fields = { title: 'Rain on threes', description, tags: ['kettles'] }
    const id = await publishFinished(app.hoshi, creator, 'short', fields)
    const parent = await write(viewer, 'How many layers?', undefined, id)
    for (const text of ['Two', 'Three', 'Four']) {
      await write(await createPerson(app.hoshi.url, 'viewer'), text, parent, id)
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

  test('the paper to write on stands at the bottom of the screen while it is used', async () => {
    for (let n = 1; n <= 8; n += 1) await write(await createPerson(app.hoshi.url, 'viewer'), `Comment ${n}`)
    const { page, open, logInAs } = await app.visit(phone)
    await logInAs(viewer)
    await open(path)
    await waitForHydration(page)
    const sheet = page.locator('.composer-sheet')
    const endOf = async () => {
      const { y, height } = (await sheet.boundingBox())!
      return Math.round(y + height)
    }
    await page.getByLabel('Your comment').focus()
    await itemOf(page, 'Comment 5').scrollIntoViewIfNeeded()
    await expect.poll(endOf).toBe(phone.viewport.height)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(endOf).toBeLessThan(phone.viewport.height)
    await page.getByLabel('Your comment').fill('Written below')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await itemOf(page, 'Written below').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})

describe('signed out', () => {
  test('everything is read, and the login leads back', async () => {
    await write(creator, 'For everybody')
    const { page, open, errors } = await app.visit()
    await open(path)
    await waitForHydration(page)
    expect(await section(page).getByText('For everybody').isVisible()).toBe(true)
    await section(page).getByText('Join the conversation.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await section(page).getByRole('link', { name: 'Log In' }).click()
    await page.waitForURL('**/login?next=*')
    await logIn(page, viewer)
    await page.waitForURL(`**${path}*`)
    expect(new URL(page.url()).hash).toBe('#comments')
    await page.getByLabel('Your comment').waitFor()
    expect(errors).toEqual([])
  })
})

test('a text whose session has ended stays, also until the next login in the tab', async () => {
  const { page, open, logInAs } = await app.visit()
  await logInAs(viewer)
  await open(path)
  await waitForHydration(page)
  const field = page.getByLabel('Your comment')
  await field.fill('I was not logged in')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await section(page).getByRole('alert').waitFor()
  expect(await field.inputValue()).toBe('I was not logged in')
  await logInAs(viewer)
  await open(path)
  await expect.poll(() => field.inputValue()).toBe('I was not logged in')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await itemOf(page, 'I was not logged in').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
})

describe('signed out, at a second of the film', () => {
  test.each(['Follow', 'Watch Later'])('%s leads to login and back to it', async (name) => {
    const { page, open } = await app.visit()
    await open(path)
    await waitForHydration(page)
    await holdAt(page, 2.5)
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
    await expect.poll(() => countOf(page)).toBe('2')
    expect(await section(page).getByText('By my hand').count()).toBe(0)
  })

  test('a text whose session has ended stays beside the reason', async () => {
    const { page, open, logInAs } = await app.visit({ javaScriptEnabled: false })
    await logInAs(viewer)
    await open(path)
    await page.context().clearCookies()
    await page.getByLabel('Your comment').fill('Kept')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    expect(await alertsOf(page)).toHaveLength(1)
    expect(await page.getByLabel('Your comment').inputValue()).toBe('Kept')
  })
})
