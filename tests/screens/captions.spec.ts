import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import {
  button,
  choice,
  holdAt,
  menuOf,
  openMenu,
  openPaused,
  positionOf,
  recordNotices,
} from '#tests/support/browser/player.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 900 } }
const english = ['Put the kettle on.', 'You said the last one WAITS!', 'It waited.', 'Tea?']
const japanese = ['おちゃ、いれて。', 'さいごのは、まつって言った！', 'まった。', 'おちゃ？']

let creator: Person
let id: string
let path: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  const hana = await createPerson(app.hoshi.url, 'creator', 'hana')
  id = await publishFinished(app.hoshi, creator, 'numbered', { title: 'The Last Local', translationsOpen: true })
  path = `/watch/${id}`
  await approveText(creator, id, linesFile(english), {}, hana)
  await approveText(creator, id, linesFile(japanese, 'srt'), { language: 'ja', kind: 'captions' })
})

const captions = (page: Page) => page.locator('.player-captions p')
const shown = (page: Page) => captions(page).allInnerTexts()
const seek = (page: Page, seconds: number) =>
  page.evaluate((at) => {
    document.querySelector('video')!.currentTime = at
  }, seconds)

describe('captions', () => {
  test('come and go with the key C, at their times, and are remembered', async () => {
    const { page, open, errors } = await openPaused(app, path, wide, 1.5)
    expect(await shown(page)).toEqual([])
    await page.keyboard.press('c')
    await expect.poll(() => shown(page)).toEqual(['Put the kettle on.'])
    await button(page, 'Captions on').waitFor()
    await seek(page, 2.5)
    await expect.poll(() => shown(page)).toEqual(['You said the last one WAITS!'])
    await seek(page, 7.5)
    await expect.poll(() => shown(page)).toEqual([])
    await open(path)
    await waitForHydration(page)
    await button(page, 'Captions on').waitFor()
    await holdAt(page, 1.5)
    await expect.poll(() => shown(page)).toEqual(['Put the kettle on.'])
    await seek(page, 3.5)
    await expect.poll(() => shown(page)).toContain('It waited.')
    await button(page, 'Captions on').click()
    await button(page, 'Captions off').waitFor()
    expect(await shown(page)).toEqual([])
    await open(path)
    await waitForHydration(page)
    await button(page, 'Captions off').waitFor()
    expect(errors).toEqual([])
  })

  test('are chosen in the menu, which says who made them', async () => {
    const { page } = await openPaused(app, path, wide, 2.5)
    await openMenu(page, 'Captions')
    expect(await menuOf(page).getByRole('menuitemradio').allInnerTexts()).toEqual([
      'Off',
      expect.stringMatching(/^English\s+by hana, checked$/),
      expect.stringMatching(/^Japanese\s+with sounds$/),
    ])
    await choice(page, /^Japanese/).click()
    await expect.poll(() => shown(page)).toEqual(['さいごのは、まつって言った！'])
    expect(await page.locator('.captions').getAttribute('lang')).toBe('ja')
    await openMenu(page)
    await page.getByRole('menuitem', { name: /^Captions Japanese/ }).waitFor()
  })

  test('stand above the controls, inside the picture, and lower once these rest', async () => {
    const { page } = await openPaused(app, path, wide, 2.5)
    await page.keyboard.press('c')
    const bottom = () => captions(page).evaluate((element) => element.getBoundingClientRect().bottom)
    const top = () =>
      page
        .locator('.seek-bar, .controls input[type=range]')
        .first()
        .evaluate((element) => element.getBoundingClientRect().top)
    await expect.poll(async () => (await bottom()) <= (await top())).toBe(true)
    const raised = await bottom()
    await page.evaluate(() => document.querySelector('.player')!.classList.add('is-resting'))
    await expect.poll(bottom).toBeGreaterThan(raised)
    const picture = await page.locator('video').evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await bottom()).toBeLessThan(picture)
  })

  test('have a style that the viewer chooses, and this device remembers', async () => {
    const { page, open } = await openPaused(app, path, wide, 2.5)
    await page.keyboard.press('c')
    await captions(page).waitFor()
    const size = () => captions(page).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const usual = await size()
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Caption style' }).click()
    const sheet = page.getByRole('dialog', { name: 'Caption style' })
    await sheet.getByLabel('Size').press('ArrowRight')
    await expect.poll(size).toBeGreaterThan(usual)
    await sheet.getByRole('radio', { name: 'Yellow' }).check({ force: true })
    await sheet.getByRole('radio', { name: 'Box' }).check({ force: true })
    await sheet.getByRole('radio', { name: 'Top' }).check({ force: true })
    await sheet.getByRole('switch', { name: 'Keep original style for signs and songs' }).uncheck()
    expect(await axeViolations(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Done' }).click()
    const classes = 'captions is-large is-yellow has-edge-box is-at-top'
    expect(await page.locator('.player-captions .captions').getAttribute('class')).toBe(classes)
    await open(`${path}?t=2.5`)
    await waitForHydration(page)
    await expect.poll(() => page.locator('.player-captions .captions').getAttribute('class')).toBe(classes)
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Caption style' }).click()
    await sheet.getByRole('button', { name: 'Reset' }).click()
    expect(await sheet.getByLabel('Size').getAttribute('aria-valuetext')).toBe('medium')
  })

  test('lie at the lower edge in study mode, and above the slider there while the picture is zoomed', async () => {
    const { page } = await openPaused(app, path, { viewport: { width: 390, height: 844 } }, 1.5)
    await page.keyboard.press('c')
    await captions(page).waitFor()
    await page.keyboard.press('s')
    await page.locator('.study-frame:not([hidden])').waitFor()
    const bottomOf = async (selector: string) => {
      const { y, height } = (await page.locator(selector).boundingBox())!
      return y + height
    }
    const gap = async () => (await bottomOf('.player-picture')) - (await bottomOf('.player-captions p'))
    await expect.poll(gap).toBeLessThan(20)
    await page.keyboard.press('+')
    const slider = (await page.getByLabel('Horizontal position').boundingBox())!
    await expect.poll(() => bottomOf('.player-captions p')).toBeLessThanOrEqual(slider.y + 1)
  })

  test('are drawn as their author wrote them, or as plain lines where the viewer wants that', async () => {
    const styles = '[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour\nStyle: Default,Arial,40,&H00FFFFFF\n'
    const event = 'Dialogue: 0,0:00:01.00,0:00:07.00,Default,{\\pos(320,120)}Vega\n'
    const script = `[Script Info]\nPlayResX: 640\nPlayResY: 360\n${styles}[Events]\nFormat: Layer, Start, End, Style, Text\n${event}`
    const drawn = await publishFinished(app.hoshi, creator, 'numbered')
    await approveText(creator, drawn, new Blob([script]))
    const { page, errors } = await openPaused(app, `/watch/${drawn}`, wide, 2.5)
    await page.keyboard.press('c')
    await page.locator('.captions-drawn canvas').waitFor()
    expect(await captions(page).count()).toBe(0)
    expect(errors).toEqual([])
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Caption style' }).click()
    await page.getByRole('switch', { name: 'Keep original style for signs and songs' }).uncheck()
    await expect.poll(() => shown(page)).toEqual(['Vega'])
    expect(await page.locator('.captions-drawn').count()).toBe(0)
  })

  test('of a script that cannot be drawn are plain lines', async () => {
    const script = '[Events]\nDialogue: 0,0:00:01.00,0:00:07.00,Default,,0,0,0,,Deneb\n'
    const drawn = await publishFinished(app.hoshi, creator, 'numbered')
    await approveText(creator, drawn, new Blob([script]))
    const { page } = await openPaused(app, `/watch/${drawn}`, wide, 2.5)
    await page.route(/captions-ass/, (route) => route.abort())
    await page.keyboard.press('c')
    await expect.poll(() => shown(page)).toEqual(['Deneb'])
  })

  test('say that they could not be loaded', async () => {
    const { page } = await openPaused(app, path, wide, 2.5)
    await page.route('**/api/v1/subtitles/**', (route) => route.abort())
    const notices = await recordNotices(page)
    await page.keyboard.press('c')
    await expect.poll(notices).toContain('The captions could not be loaded.')
  })

  test('are no button where there are none', async () => {
    const other = await publishFinished(app.hoshi, creator, 'numbered')
    const { page } = await openPaused(app, `/watch/${other}`, wide)
    expect(await button(page, 'Captions off').count()).toBe(0)
    await page.getByRole('tab', { name: /^Notes/ }).waitFor()
    expect(await page.getByRole('tab', { name: /^Transcript/ }).count()).toBe(0)
    await openMenu(page)
    expect(await page.getByRole('menuitem', { name: /^Caption/ }).count()).toBe(0)
  })

  test('are in the embedded player, without cookies', async () => {
    const { page, open } = await app.visit(wide)
    await open(`/embed/${id}`)
    await waitForHydration(page)
    await button(page, 'Play').first().click()
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0)
    await holdAt(page, 1.5)
    await page.keyboard.press('c')
    await button(page, 'Captions on').waitFor()
    await expect.poll(() => shown(page)).toContain('Put the kettle on.')
    expect(await page.context().cookies()).toEqual([])
  })
})

describe('lines beside the player', () => {
  const items = (page: Page) => page.locator('.lines-list li')

  async function openLines(seconds: number): Promise<Page> {
    const { page } = await openPaused(app, path, wide, seconds)
    await page.getByRole('tab', { name: 'Transcript 4' }).click()
    return page
  }

  test('are listed in both languages, and each is a jump', async () => {
    const page = await openLines(2.5)
    await page.getByRole('tab', { name: 'Transcript 4', selected: true }).waitFor()
    await expect.poll(() => items(page).allInnerTexts()).toHaveLength(4)
    expect((await items(page).allInnerTexts())[0]).toBe('0:01\nPut the kettle on.\nおちゃ、いれて。')
    await expect
      .poll(() => page.locator('.lines-list .is-now').allInnerTexts())
      .toEqual([expect.stringContaining('WAITS')])
    await items(page).nth(3).getByRole('button').click()
    await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(4)
  })

  test('are found by a word, with the keyboard alone', async () => {
    const page = await openLines(0.5)
    await page.getByLabel('Search the transcript').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('wait')
    await expect
      .poll(() => items(page).allInnerTexts())
      .toEqual(['0:02\nYou said the last one WAITS!', '0:03\nIt waited.'])
    expect(await page.locator('.lines-list mark').allInnerTexts()).toEqual(['WAIT', 'wait'])
    await page.getByText('2 lines').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(3)
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await expect.poll(() => items(page).count()).toBe(4)
    await page.keyboard.type('まつ')
    await expect.poll(() => items(page).allInnerTexts()).toEqual(['0:02\nさいごのは、まつって言った！'])
  })

  test('that nobody says are said to be none, and after a failure they are read again', async () => {
    const page = await openLines(0.5)
    await page.getByLabel('Search the transcript').fill('teapot')
    await page.getByRole('heading', { name: 'No results for "teapot"' }).waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await page.route('**/lines?**', (route) => route.abort())
    await page.getByLabel('Search the transcript').fill('tea')
    await page.getByRole('alert').getByText('The transcript could not be loaded.').waitFor()
    await page.unroute('**/lines?**')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.locator('.lines-list mark').first().waitFor()
  })

  test('leave Enter to an input method while it composes', async () => {
    const page = await openLines(0.5)
    const field = page.getByLabel('Search the transcript')
    await field.focus()
    await page.locator('.lines-list button').first().waitFor()
    await field.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true, bubbles: true })
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowDown')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false)
  })

  test('are found from Explore, which opens the episode there', async () => {
    const { page, open } = await app.visit(wide)
    await open('/explore?search=kettle')
    await page.getByText('1 episode', { exact: false }).first().waitFor()
    await page.getByRole('link', { name: /Put the kettle on\./ }).click()
    await page.waitForURL(`**${path}?t=1&line`)
    await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(1)
  })
})
