import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { tabTo } from '#tests/support/browser/keyboard-walk.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { LONG_UNDO_SECONDS } from '#tests/support/data/undo-time.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ undoSeconds: LONG_UNDO_SECONDS }))
const wide = { viewport: { width: 1440, height: 900 } }

let creator: Person
let helper: Person
let id: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  helper = await createPerson(app.hoshi.url, 'creator', 'hana')
})
beforeEach(async () => {
  id = (await publishEpisode(app.hoshi, creator, { title: 'The Last Local', translationsOpen: true })).id
})

const file = async (texts: string[], name = 'lines.vtt') => ({
  name,
  mimeType: 'text/vtt',
  buffer: Buffer.from(await linesFile(texts).arrayBuffer()),
})

async function openAs(person: Person, path = `/subtitles/${id}`, options = {}) {
  const visitor = await app.visit({ ...wide, ...options })
  await visitor.logInAs(person)
  await visitor.open(path)
  if (!('javaScriptEnabled' in options)) await waitForHydration(visitor.page)
  return visitor
}

describe('the subtitles of an episode', () => {
  test('are offered by one person, sent back, changed, and approved by the creator', async () => {
    const { page, errors } = await openAs(helper)
    await page.getByLabel('Language', { exact: true }).selectOption('es')
    await page.getByLabel('File').setInputFiles(await file(['¡Que espera!', 'Esperó. Nueve minutos y un segundo más.']))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('heading', { name: '2 lines' }).waitFor()
    await page.getByText('1 too fast').waitFor()
    await page
      .getByText('33 characters per second; aim for 17 or fewer. Shorten the text or extend the line by')
      .waitFor()
    await page.getByRole('link', { name: 'Spanish Draft' }).waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

    const mio = await openAs(creator)
    await mio.page.getByRole('link', { name: 'Spanish Draft' }).waitFor()
    await mio.page.getByLabel('Message to hana').fill('The second is too long.')
    await mio.page.getByRole('button', { name: 'Request Changes' }).click()
    await mio.page.getByRole('link', { name: 'Spanish Changes requested' }).waitFor()

    await page.reload()
    await waitForHydration(page)
    await page.getByText('The second is too long.').waitFor()
    await page.getByLabel('File').setInputFiles(await file(['¡Que espera!', 'Esperó.']))
    await page.getByRole('button', { name: 'Save Version' }).click()
    await page.getByText('Version 2', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Compare with version 1' }).click()
    await page.locator('ins').getByText('Esperó.').waitFor()
    expect(await page.locator('del').allInnerTexts()).toEqual(['Esperó. Nueve minutos y un segundo más.'])

    await mio.page.reload()
    await waitForHydration(mio.page)
    await mio.page.getByRole('button', { name: 'Approve' }).click()
    await mio.page.getByRole('link', { name: 'Spanish Public' }).waitFor()
    const listed = await fetch(`${app.hoshi.url}/api/v1/episodes/${id}/subtitles`)
    expect(await listed.json()).toMatchObject({
      subtitles: [{ language: 'es', version: 2, author: { username: 'hana' } }],
    })
    expect([errors, mio.errors]).toEqual([[], []])
  })

  test('say once what is wrong, beside the field, and keep what was typed', async () => {
    const { page } = await openAs(creator, `/subtitles/${id}?add`)
    await page.getByLabel('Name in the menu').fill('English, checked')
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Please choose a subtitle file.').waitFor()
    const wrong = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') }
    await page.getByLabel('File').setInputFiles(wrong)
    await page.getByLabel('Other language').fill('no language')
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Please choose a language.').waitFor()
    expect(await page.getByLabel('Name in the menu').inputValue()).toBe('English, checked')
    await page.getByLabel('Other language').fill('fil')
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('This is not a WebVTT, SRT, ASS or SSA file.').waitFor()
  })

  test('get another language and name, which follows the language unless it has one', async () => {
    const { page, errors } = await openAs(creator, `/subtitles/${id}?add`)
    await page.getByLabel('Other language').fill('und')
    await page.getByLabel('File').setInputFiles(await file(['One']))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('link', { name: 'Unknown language Draft' }).waitFor()
    await page.getByText('Language and name').click()
    await page.getByLabel('Language', { exact: true }).selectOption('ja')
    await page.getByLabel('Kind').selectOption('signs')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Japanese Draft' }).waitFor()
    await page.getByText('Signs and on-screen text only · version 1').waitFor()
    expect(errors).toEqual([])
  })

  test('are closed to others, and to who is signed out', async () => {
    const asked = await openAs(helper, `/watch/${id}`)
    await asked.page.getByRole('link', { name: 'Contribute Subtitles' }).waitFor()
    await creator.call('PATCH', `/api/v1/episodes/${id}`, { translationsOpen: false })
    const { page, open } = await app.visit(wide)
    await open(`/subtitles/${id}`)
    await page.waitForURL('**/login?next=**')
    const other = await openAs(helper, `/watch/${id}`)
    expect(await other.page.getByRole('link', { name: 'Contribute Subtitles' }).count()).toBe(0)
    const response = await other.page.goto(new URL(`/subtitles/${id}`, other.page.url()).href)
    expect(response?.status()).toBe(404)
  })

  test('are uploaded, compared, restored and deleted without scripts', async () => {
    const { page } = await openAs(creator, `/subtitles/${id}`, { javaScriptEnabled: false })
    await page.getByLabel('File').setInputFiles(await file(['One']))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('heading', { name: '1 line' }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('heading', { name: 'Public' }).waitFor()
    await page.getByLabel('File').setInputFiles(await file(['One', 'Two']))
    await page.getByRole('button', { name: 'Save Version' }).click()
    await page.getByRole('heading', { name: '2 lines' }).waitFor()
    await page.getByRole('link', { name: 'Compare with version 1' }).click()
    await page.getByRole('button', { name: 'Restore Version 1' }).click()
    await page.getByText('Version 3', { exact: true }).waitFor()
    await page.getByRole('heading', { name: '1 line' }).waitFor()
    await page.getByText('Delete', { exact: true }).click()
    await page.getByRole('button', { name: 'Delete Subtitles' }).click()
    await page.getByRole('heading', { name: 'Add a language' }).waitFor()
  })

  test.each([true, false])('keep what was written when the session has ended, with scripts: %s', async (hasScripts) => {
    const offered = await approveText(creator, id, linesFile(['One']), {}, helper)
    const path = `/subtitles/${id}?text=${offered}`
    const { page } = await openAs(creator, path, hasScripts ? {} : { javaScriptEnabled: false })
    const words = page.getByRole('textbox')
    await words.fill('The first line is early.')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('You must be logged in.').waitFor()
    expect(await words.inputValue()).toBe('The first line is early.')
  })

  test('lead back after a login without scripts', async () => {
    const { page } = await openAs(creator, `/subtitles/${id}?add`, { javaScriptEnabled: false })
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
    await page.waitForURL(`**/login?next=${encodeURIComponent(`/subtitles/${id}?add`)}*`)
  })

  test('have times in hundredths where frames last differently long', async () => {
    const varying = await publishFinished(app.hoshi, creator, 'varyingRate')
    await approveText(creator, varying, linesFile(['Put the kettle on.']))
    const { page } = await openAs(creator, `/subtitles/${varying}`)
    await page.getByRole('heading', { name: '1 line' }).waitFor()
    expect(await page.locator('.subtitles-time').allTextContents()).toEqual(['0:01.00', '0:02.00'])
  })

  test('can be used by everybody', async () => {
    await approveText(
      creator,
      id,
      linesFile(['Put the kettle on.', 'It waited. Nine minutes and then some more of them.']),
    )
    const { page } = await openAs(creator)
    await page.getByRole('heading', { name: '2 lines' }).waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await page.goto(`${page.url().split('?')[0]}?add`)
    await waitForHydration(page)
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
  })
})

test('subtitles that somebody reports are hidden by a moderator, and come back when that is undone', async () => {
  const textId = await approveText(creator, id, linesFile(['Buy this!', 'Now!']), {}, helper)
  const viewer = await createPerson(app.hoshi.url, 'viewer')
  const path = `/subtitles/${id}?text=${textId}`
  const reader = await openAs(viewer, path)
  await reader.page.getByRole('link', { name: 'Report', exact: true }).click()
  const dialog = reader.page.getByRole('dialog', { name: 'Report these subtitles' })
  await dialog.getByRole('radio', { name: 'Spam or misleading' }).check()
  expect(await axeViolationsAtAllWidths(reader.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await reader.page.getByRole('dialog', { name: 'Thank you.' }).waitFor()

  const moderator = await openAs(await createStaff(app.hoshi, 'moderator'), '/admin/queue?kind=report')
  const inQueue = moderator.page.getByRole('link', { name: /^English, The Last Local/ })
  await inQueue.click()
  const lines = moderator.page.getByRole('list', { name: 'Lines 2' })
  await lines.getByText('Buy this!').waitFor()
  await tabTo(moderator.page, lines.getByRole('link').last())
  expect(await axeViolationsAtAllWidths(moderator.page)).toEqual([])
  await moderator.page.getByRole('radio', { name: 'Hide' }).check()
  await moderator.page.getByLabel('Message to the creator').fill('These are advertisements.')
  await moderator.page.getByRole('button', { name: 'Hide' }).click()
  await moderator.page.getByRole('status').getByText('Hidden: English, The Last Local').waitFor()
  await reader.open(path)
  await reader.page.getByRole('link', { name: 'Add a language' }).waitFor()
  expect(await reader.page.getByRole('link', { name: /^English/ }).count()).toBe(0)
  const hana = await openAs(helper, path)
  await hana.page.getByRole('link', { name: 'English Hidden' }).waitFor()
  await hana.page.getByRole('heading', { name: 'Hidden by a moderator' }).waitFor()
  expect(await axeViolationsAtAllWidths(hana.page)).toEqual([])

  await moderator.page.keyboard.press('u')
  await inQueue.waitFor()
  await reader.open(path)
  await reader.page.getByRole('link', { name: 'English Public' }).waitFor()
  expect([reader.errors, moderator.errors, hana.errors]).toEqual([[], [], []])
})
