import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { arrowTo, hasFocus, tabTo } from '#tests/support/browser/keyboard-walk.ts'
import { layoutShifts, recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts'
import { openPaused, positionOf } from '#tests/support/browser/player.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 900 } }

let creator: Person
/** With a note and four lines. */
let both: string
let onlyNotes: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  both = await publish('The Last Local')
  onlyNotes = await publish('All Change')
  await approveText(creator, both, linesFile(['Put the kettle on.', 'The last one waits!', 'It waited.', 'Tea?']))
  await writeNote(both)
  await writeNote(onlyNotes)
})

function publish(title: string): Promise<string> {
  return publishFinished(app.hoshi, creator, 'numbered', { title })
}

async function writeNote(id: string): Promise<void> {
  const response = await creator.call('POST', `/api/v1/episodes/${id}/notes`, {
    text: 'the scarf is on twos',
    frame: 24,
  })
  expect(response.status).toBe(201)
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const selected = (page: Page) => page.getByRole('tab', { selected: true })
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true })
const line = (page: Page) => page.locator('.lines-list button').first()

describe('what comes next, notes and lines beside the player', () => {
  test('are tabs with their counts, for the keyboard too', async () => {
    const { page, errors } = await openPaused(app, `/watch/${both}`, wide, 2)
    await panel(page, 'Up next').getByRole('link', { name: 'All Change' }).waitFor()
    expect(await page.locator('[role=tab]:visible').allTextContents()).toEqual(['Up next', 'Notes 1', 'Transcript 4'])
    await tabTo(page, tab(page, 'Up next'))
    await arrowTo(page, tab(page, 'Notes 1'), 'ArrowRight')
    await panel(page, 'Notes 1').getByText('the scarf is on twos').waitFor()
    await arrowTo(page, tab(page, 'Transcript 4'), 'ArrowRight')
    await panel(page, 'Transcript 4').getByText('Put the kettle on.').waitFor()
    expect(await panel(page, 'Notes 1').count()).toBe(0)
    expect(await tab(page, 'Notes 1').getAttribute('tabindex')).toBe('-1')
    await arrowTo(page, tab(page, 'Up next'), 'ArrowRight')
    await arrowTo(page, tab(page, 'Transcript 4'), 'End')
    await arrowTo(page, tab(page, 'Up next'), 'Home')
    await arrowTo(page, tab(page, 'Transcript 4'), 'ArrowLeft')
    await tabTo(page, page.getByLabel('Search the transcript'))
    expect(await positionOf(page)).toBe(2)
    expect(errors).toEqual([])
  })

  test('let readers report each text of lines, and not the creator', async () => {
    const path = `/watch/${await publish('Two Tongues')}`
    const episodeId = path.split('/').at(-1)!
    await approveText(creator, episodeId, linesFile(['Tea?']))
    const japanese = await approveText(creator, episodeId, linesFile(['おちゃ？']), { language: 'ja' })
    const { page, errors } = await openPaused(app, path, wide)
    await page.getByRole('tab', { name: /^Transcript/ }).click()
    await line(page).waitFor()
    expect(await page.locator('.lines-reports a').allInnerTexts()).toEqual(['Report English', 'Report Japanese'])
    const report = page.getByRole('link', { name: 'Report Japanese' })
    expect(await report.getAttribute('href')).toBe(`/report?kind=subtitle&id=${japanese}`)
    await report.click()
    await page.getByRole('dialog', { name: 'Report these subtitles' }).waitFor()
    const own = await app.visit(wide)
    await own.logInAs(creator)
    await own.open(path)
    await own.page.getByRole('tab', { name: /^Transcript/ }).click()
    await line(own.page).waitFor()
    expect(await own.page.locator('.lines-reports').count()).toBe(0)
    expect([...errors, ...own.errors]).toEqual([])
  })

  test('keep what was typed and where the list was, and break no rule of accessibility', async () => {
    const { page, open } = await app.visit(wide)
    await open(`/watch/${both}`)
    await tab(page, 'Notes 1').click()
    await panel(page, 'Notes 1').getByText('the scarf is on twos').waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await tab(page, 'Transcript 4').click()
    await page.getByLabel('Search the transcript').fill('wait')
    await page.locator('.lines-list mark').first().waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await tab(page, 'Notes 1').click()
    await tab(page, 'Transcript 4').click()
    expect(await page.getByLabel('Search the transcript').inputValue()).toBe('wait')
  })

  test('open where they were left, and only then is the code of the lines loaded', async () => {
    const { page, open } = await app.visit(wide)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const ofLines = () => asked.filter((url) => /captions-lines|\/lines\?/.test(url))
    await open(`/watch/${both}`)
    await tab(page, 'Notes 1').click()
    await panel(page, 'Notes 1').getByText('the scarf is on twos').waitFor()
    await page.waitForLoadState('networkidle')
    expect(ofLines()).toEqual([])
    await tab(page, 'Transcript 4').click()
    await line(page).waitFor()
    await open(`/watch/${both}`)
    await line(page).waitFor()
    expect(await selected(page).textContent()).toBe('Transcript 4')
    await tab(page, 'Notes 1').click()
    await open(`/watch/${both}`)
    await panel(page, 'Notes 1').waitFor()
  })

  test('move nothing when they arrive', async () => {
    const moved = async (part: string) => {
      const { page, open } = await app.visit({ viewport: { width: 1440, height: 1600 } })
      await page.addInitScript((name) => localStorage.setItem('hoshi.beside', name), part)
      await recordLayoutShifts(page)
      await open(`/watch/${both}`)
      await panel(page, part === 'lines' ? 'Transcript 4' : 'Notes 1')
        .getByRole('listitem')
        .first()
        .waitFor()
      return (await layoutShifts(page)).moves.filter((move) => /side-|up-next/.test(move))
    }
    expect(await moved('notes')).toEqual([])
    expect(await moved('lines')).toEqual([])
  })

  test('show the lines for the key / and for a line that was found in Explore', async () => {
    const { page, open } = await app.visit(wide)
    await open(`/watch/${both}`)
    await tab(page, 'Notes 1').click()
    await panel(page, 'Notes 1').getByText('the scarf is on twos').waitFor()
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(page.getByLabel('Search the transcript'))).toBe(true)
    await tab(page, 'Notes 1').click()
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(page.getByLabel('Search the transcript'))).toBe(true)
    await tab(page, 'Notes 1').click()
    await open('/explore?search=kettle')
    await page.getByRole('link', { name: /Put the kettle on\./ }).click()
    await page.waitForURL(`**/watch/${both}?t=1&line`)
    await line(page).waitFor()
    expect(await selected(page).textContent()).toBe('Transcript 4')
    await open(`/watch/${both}`)
    await panel(page, 'Notes 1').waitFor()
  })

  test('say that the code of the lines could not be loaded', async () => {
    const { page, open } = await app.visit(wide)
    await page.route(/captions-lines.*\.js/, (route) => route.abort())
    await open(`/watch/${both}`)
    await tab(page, 'Transcript 4').click()
    await page.getByRole('alert').getByText('The transcript could not be loaded. Please reload the page.').waitFor()
    await tab(page, 'Notes 1').click()
    await panel(page, 'Notes 1').getByText('the scarf is on twos').waitFor()
  })
})

describe('tabs for what is there', () => {
  test('are without notes where nobody may write any, and without a transcript where there is no text', async () => {
    const { page, open } = await app.visit(wide)
    await open(`/watch/${onlyNotes}`)
    await tab(page, 'Notes 1').waitFor()
    expect(await page.locator('[role=tab]:visible').allTextContents()).toEqual(['Up next', 'Notes 1'])
    const quiet = await publish('Laundry Weather')
    await creator.call('PATCH', `/api/v1/episodes/${quiet}`, { commentsOpen: false })
    await open(`/watch/${quiet}`)
    await waitForHydration(page)
    expect(await page.locator('[role=tab]:visible').allTextContents()).toEqual(['Up next'])
    await approveText(creator, quiet, linesFile(['Rain again.']))
    await open(`/watch/${quiet}`)
    await tab(page, 'Transcript 1').waitFor()
    expect(await page.locator('[role=tab]:visible').allTextContents()).toEqual(['Up next', 'Transcript 1'])
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(page.getByLabel('Search the transcript'))).toBe(true)
    await panel(page, 'Transcript 1').getByText('Rain again.').waitFor()
  })
})

describe('in one column', () => {
  const narrow = { viewport: { width: 800, height: 1000 } }

  test('comments are the first of the tabs, and one of them is shown at a time', async () => {
    const { page, open } = await app.visit(narrow)
    await open(`/watch/${both}`)
    await waitForHydration(page)
    await panel(page, 'Comments 1').waitFor()
    expect(await selected(page).allTextContents()).toEqual(['Comments 1'])
    await arrowToNext(page, 'Comments 1', 'Up next')
    await panel(page, 'Up next').getByRole('link', { name: 'All Change' }).waitFor()
    expect(await panel(page, 'Comments 1').count()).toBe(0)
    await tab(page, 'Notes 1').click()
    await panel(page, 'Notes 1').getByText('the scarf is on twos').waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await open(`/watch/${both}`)
    await panel(page, 'Comments 1').waitFor()
  })

  test('without scripts comments and what comes next are both there', async () => {
    const { page, open } = await app.visit({ ...narrow, javaScriptEnabled: false })
    await open(`/watch/${both}`)
    expect(await page.getByRole('heading', { name: 'Up next' }).isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'All Change' }).isVisible()).toBe(true)
    expect(await page.getByRole('region', { name: /^Comments/ }).isVisible()).toBe(true)
    expect(await page.locator('[role=tab]:visible').count()).toBe(0)
  })
})

async function arrowToNext(page: Page, from: string, to: string): Promise<void> {
  await tab(page, from).focus()
  await arrowTo(page, tab(page, to), 'ArrowRight')
}
