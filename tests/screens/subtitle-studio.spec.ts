import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 1000 } }

let creator: Person
let id: string
let text: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  id = await publishFinished(app.hoshi, creator, 'numbered', { title: 'The Last Local' })
  const japanese = linesFile(['おちゃ、いれて。', 'まった。', 'おちゃ？'], 'srt')
  await approveText(creator, id, japanese, { language: 'ja', kind: 'captions' })
  // Frames 27 and 100 of the video begin a shot.
  const cuts = 'update frame_analyses set cuts = $2 where video_uid = (select video_id from episodes where id = $1)'
  await queryDatabase(app.hoshi.connectionString, cuts, [id, [27, 100]])
})
beforeEach(async () => {
  text = await approveText(creator, id, linesFile(['Put the kettle on.', 'It waited.']))
})

async function openStudio(path = `/subtitles/${id}?text=${text}&edit`, options = {}) {
  const visitor = await app.visit({ ...wide, ...options })
  await visitor.logInAs(creator)
  await visitor.open(path)
  await waitForHydration(visitor.page)
  await visitor.page.locator('.studio-timeline').waitFor()
  return visitor
}
const words = (page: Page) => page.locator('.studio-table textarea')
const time = (page: Page, label: 'In' | 'Out') => page.getByLabel(label, { exact: true })
const clock = (page: Page) => page.getByRole('timer', { name: 'Frame', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Version' }).first()
const saved = async () => {
  const response = await creator.call('GET', `/api/v1/subtitles/${text}?format=vtt`)
  return response.text()
}

describe('the studio', () => {
  test('writes and times lines by the keyboard alone, and saves them as a version', async () => {
    const { page, errors } = await openStudio()
    await page.getByRole('button', { name: 'Line 2', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => words(page).inputValue()).toBe('It waited.')
    await expect.poll(() => clock(page).textContent()).toBe('0:02 +00')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('It waited, nine minutes.')
    await expect.poll(() => page.locator('.player-captions p').textContent()).toBe('It waited, nine minutes.')
    await page.keyboard.press('Alt+.')
    await page.keyboard.press('Alt+.')
    expect(await time(page, 'In').inputValue()).toBe('0:02 +02')
    await page.keyboard.press('Alt+K')
    await page.keyboard.press('Alt+K')
    await page.keyboard.press('Alt+K')
    await expect.poll(() => clock(page).textContent()).toBe('0:02 +03')
    await page.keyboard.press('Alt+[')
    await expect.poll(() => time(page, 'In').inputValue()).toBe('0:02 +03')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => words(page).inputValue()).toBe('Put the kettle on.')
    await page.keyboard.press('Enter')
    await expect.poll(() => words(page).inputValue()).toBe('It waited, nine minutes.')
    await page.keyboard.press('Control+S')
    await page.getByText('Version 2, saved').waitFor()
    await page.getByText('Version 2', { exact: true }).waitFor()
    expect(await saved()).toContain('00:00:02.125 --> 00:00:03.083\nIt waited, nine minutes.')
    expect(errors).toEqual([])
  })

  test('undoes and redoes, also what was split, added and deleted', async () => {
    const { page } = await openStudio()
    await page.getByRole('button', { name: 'Split' }).click()
    await page.getByRole('heading', { name: '3 lines' }).waitFor()
    await page.getByRole('button', { name: 'Delete line 2' }).click()
    await page.getByRole('heading', { name: '2 lines' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.getByRole('heading', { name: '3 lines' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.getByText('Version 1, saved').waitFor()
    await page.getByRole('heading', { name: '2 lines' }).waitFor()
    expect(await save(page).isDisabled()).toBe(true)
    await page.keyboard.press('Control+Shift+Z')
    await page.getByRole('heading', { name: '3 lines' }).waitFor()
  })

  test('snaps what is dragged to frames and cuts, and takes times that are typed', async () => {
    const { page } = await openStudio()
    const block = page.getByRole('button', { name: 'Line 1: Put the kettle on.' })
    await block.scrollIntoViewIfNeeded()
    const box = (await block.boundingBox())!
    // 80 pixels are 24 frames: two frames on is the frame before the cut, and so the cut.
    await page.mouse.move(box.x + box.width / 2, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 5, box.y + 20)
    await page.mouse.move(box.x + box.width / 2 + 7, box.y + 20)
    await page.mouse.up()
    await expect.poll(() => time(page, 'In').inputValue()).toBe('0:01 +03')
    await page.getByText('on the cut').waitFor()
    expect(await time(page, 'Out').inputValue()).toBe('0:02 +03')
    await page.keyboard.press('Control+Z')
    expect(await time(page, 'In').inputValue()).toBe('0:01 +00')
    await time(page, 'Out').fill('0:01.75')
    await time(page, 'Out').press('Enter')
    expect(await time(page, 'Out').inputValue()).toBe('0:01 +18')
    await time(page, 'Out').press('ArrowUp')
    expect(await time(page, 'Out').inputValue()).toBe('0:01 +19')
    await time(page, 'Out').fill('soon')
    await time(page, 'Out').press('Enter')
    await page.getByText('Enter a time within the episode, such as 3:17 +18.').waitFor()
    expect(await time(page, 'Out').inputValue()).toBe('soon')
  })

  test('keeps changes on this device until they are saved', async () => {
    const { page } = await openStudio()
    await words(page).fill('Put it on, quickly.')
    await page.reload()
    await waitForHydration(page)
    await page.getByText('Unsaved changes from your last visit have been restored.').waitFor()
    expect(await words(page).inputValue()).toBe('Put it on, quickly.')
    await page.context().setOffline(true)
    await save(page).click()
    await page.getByText('Not saved. Your lines are backed up on this device. Please try again.').waitFor()
    await page.context().setOffline(false)
    await save(page).click()
    await page.getByText('Version 2, saved').waitFor()
    expect(await saved()).toContain('Put it on, quickly.')
  })

  test('says when somebody else has saved a version, and saves after that only when told to', async () => {
    const { page } = await openStudio()
    await words(page).fill('Mine')
    const form = new FormData()
    form.set('file', linesFile(['Theirs']))
    await creator.call('PUT', `/api/v1/subtitles/${text}`, form)
    await save(page).click()
    await page.getByText('Someone saved a newer version while you were editing.').waitFor()
    expect(await saved()).toContain('Theirs')
    await page.getByRole('button', { name: 'Save Mine as Latest' }).click()
    await page.getByText('Version 3, saved').waitFor()
    expect(await saved()).toContain('Mine')
  })

  test('begins a text in another language with the times of one that is there', async () => {
    const { page, errors } = await openStudio(`/subtitles/${id}?add&edit&language=de&kind=subtitles&label=`)
    await page.getByLabel('Compare with').selectOption({ label: 'Japanese' })
    await page.getByRole('button', { name: 'Copy Timing from Japanese' }).click()
    await page.getByRole('heading', { name: '3 lines' }).waitFor()
    await page.getByRole('cell', { name: 'まった。' }).waitFor()
    await page.keyboard.type('Setz Tee auf.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Er hat gewartet.')
    await save(page).click()
    await page.waitForURL(/\?text=.*&edit/)
    await page.getByRole('link', { name: 'German Draft' }).waitFor()
    await page.getByText('Version 1, saved').waitFor()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('hoshi.subtitles'))))
      .toEqual([])
    expect(errors).toEqual([])
  })

  test('takes the lines of a file, and says what is wrong with another', async () => {
    const { page } = await openStudio()
    const choose = (name: string, text: string) =>
      page
        .getByLabel('Subtitle file to import')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await choose('letter.txt', 'Dear all')
    await page.getByText('This is not a WebVTT, SRT, ASS or SSA file.').waitFor()
    await choose(
      'lines.srt',
      '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo\n\n3\n00:00:04,000 --> 00:00:05,000\nThree\n',
    )
    await page.getByRole('heading', { name: '3 lines' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: '2 lines' }).waitFor()
  })

  test('names what a file lost, and moves lines with the times of a broadcast', async () => {
    const { page, errors } = await openStudio()
    const file = '1\n01:00:01,000 --> 01:00:02,000\nOne\n\n2\n01:00:0x,000 --> 01:00:03,000\nTwo\n'
    await page
      .getByLabel('Subtitle file to import')
      .setInputFiles({ name: 'lines.srt', mimeType: 'text/plain', buffer: Buffer.from(file) })
    await page.getByText('Line 6 of the file: the times cannot be read').waitFor()
    await page.getByText('1 after the end of the video').waitFor()
    await page.getByRole('button', { name: 'Move all lines 1 hour earlier' }).click()
    await page.getByText('Every line is on screen long enough to read').waitFor()
    await save(page).click()
    await page.getByText('Version 2, saved').waitFor()
    const stored = await creator.call('GET', `/api/v1/subtitles/${text}?format=srt`)
    expect(await stored.text()).toBe('1\n00:00:01,000 --> 00:00:02,000\nOne\n\n')
    expect(errors).toEqual([])
  })

  test('keeps the tags and styles of a script, which is drawn as it will be', async () => {
    const styles = 'Format: Name, Fontname, Fontsize, PrimaryColour, Alignment'
    const events = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
    const script = [
      '[Script Info]\nScriptType: v4.00+\nPlayResX: 640\nPlayResY: 360\n\n[V4+ Styles]',
      `${styles}\nStyle: Default,Arial,40,&H00FFFFFF,2\nStyle: Sign,Arial,40,&H0000FFFF,8\n\n[Events]\n${events}`,
      'Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,timed by hana',
      'Dialogue: 3,0:00:01.00,0:00:03.00,Default,,0,0,0,,{\\pos(320,180)}Way out\n',
    ].join('\n')
    text = await approveText(creator, id, new Blob([script]))
    const { page, errors } = await openStudio()
    await page.locator('.captions-drawn canvas').waitFor()
    await page.getByLabel('Style').selectOption('Sign')
    await words(page).fill('{\\pos(320,180)}Exit')
    await save(page).click()
    await page.getByText('Version 2, saved').waitFor()
    const stored = await creator.call('GET', `/api/v1/subtitles/${text}?format=ass`)
    const dialogue = 'Dialogue: 3,0:00:01.00,0:00:03.00,Sign,,0,0,0,,{\\pos(320,180)}Exit'
    expect((await stored.text()).trimEnd()).toBe(script.replace(/Dialogue.*\n$/, dialogue))
    expect(errors).toEqual([])
  })

  test('says that lines could not be loaded, and tries again', async () => {
    const { page, logInAs, open } = await app.visit(wide)
    await logInAs(creator)
    await page.route(`**/api/v1/subtitles/${text}`, (route) => route.abort(), { times: 1 })
    await open(`/subtitles/${id}?text=${text}&edit`)
    await page.getByText('The lines could not be loaded.').waitFor()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('heading', { name: '2 lines' }).waitFor()
  })

  test('is opened by the form for another language, and by a text', async () => {
    const { page, open } = await app.visit(wide).then(async (visitor) => {
      await visitor.logInAs(creator)
      return visitor
    })
    await open(`/subtitles/${id}?add`)
    await waitForHydration(page)
    await page.getByLabel('Other language').fill('no language')
    await page.getByRole('button', { name: 'Write in Studio' }).click()
    await page.getByText('Please choose a language.').waitFor()
    await page.getByLabel('Other language').fill('fil')
    await page.getByRole('button', { name: 'Write in Studio' }).click()
    await page.getByRole('heading', { name: '0 lines' }).waitFor()
    await open(`/subtitles/${id}?text=${text}`)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Edit Lines' }).click()
    await page.getByRole('heading', { name: 'Line 1', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Edit Lines' }).waitFor()
  })

  test('can be used by everybody', async () => {
    const { page } = await openStudio()
    await page.getByText('Keyboard shortcuts', { exact: true }).click()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
  })
})
