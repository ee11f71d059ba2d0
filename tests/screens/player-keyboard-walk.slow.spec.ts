import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { arrowTo, hasFocus, pressByKeys, slider, tabTo } from '#tests/support/browser/keyboard-walk.ts'
import { button, choice, positionOf, videoOf } from '#tests/support/browser/player.ts'
import { record } from '#tests/support/browser/recording.ts'
import { studyByKeys } from '#tests/support/browser/study-walk.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const description = '0:00 The platform\n0:08 The viaduct\n0:16 One minute late\n'
const flashes = [{ from: 18, to: 20, kind: 'luminance', perSecond: 8, share: 0.6 }]
let viewer: Person
let paths: string[]

/** An episode with everything that the player knows, between two others of its series. */
beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  const spec = { seconds: 24, width: 1280, height: 720, keyframeSeconds: 4, isNumbered: true, framesPerDrawing: 2 }
  const ids: string[] = []
  for (const title of ['Laundry Weather', 'The Last Local', 'All Change'])
    ids.push(await publishFinished(app.hoshi, creator, spec, { title, description }))
  const film = ids[1]!
  const texts = ['Put the kettle on.', 'You said the last one waits!', 'It waited.', 'Tea?']
  await approveText(creator, film, linesFile(texts))
  await approveText(creator, film, linesFile(['おちゃ、いれて。', 'さいごのは、まつって言った！']), {
    language: 'ja',
    kind: 'captions',
  })
  await queryDatabase(
    app.hoshi.connectionString,
    'update frame_analyses set flashes = $2 where video_uid = (select video_id from episodes where id = $1)',
    [film, JSON.stringify(flashes)],
  )
  const series = (await (await creator.call('POST', '/api/v1/series', { title: 'The Vega Line' })).json()) as {
    id: string
  }
  const listed = await creator.call('PUT', `/api/v1/series/${series.id}/episodes`, { episodeIds: ids })
  expect(listed.status).toBe(200)
  paths = ids.map((id) => `/watch/${id}`)
})

const item = (page: Page, name: RegExp) => page.getByRole('menuitem', { name })

test('the whole player is used by keyboard alone', async () => {
  const { page, open, logInAs, errors } = await app.visit({ viewport: { width: 1440, height: 900 } })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAs(viewer)
  const finish = await record(page, 'player-keyboard-walk')
  await open(paths[1]!)
  await waitForHydration(page)
  await chooseFlashes(page)
  await playAndSeek(page)
  await changeSound(page)
  await goThroughChapters(page)
  await chooseInMenu(page)
  await showCaptions(page)
  await changePicture(page)
  await readKeys(page)
  await writeNote(page)
  await findLine(page)
  await studyByKeys(page, `${app.hoshi.url}${paths[1]}`)
  await share(page)
  await goThroughSeries(page)
  await openLoopLink(page)
  await finish()
  expect(errors).toEqual([])
})

/** The question of flashes has the focus; the player takes it over. */
async function chooseFlashes(page: Page): Promise<void> {
  const dimmed = button(page, 'Watch with Flashes Dimmed')
  await expect.poll(() => hasFocus(dimmed)).toBe(true)
  await tabTo(page, button(page, 'Watch Original'))
  await tabTo(page, page.getByRole('checkbox', { name: 'Remember my choice on this device' }))
  await page.keyboard.press('Space')
  await pressByKeys(page, dimmed, 'Shift+Tab')
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0)
  await button(page, 'Dim flashes').and(page.locator('[aria-pressed=true]')).waitFor()
}

async function playAndSeek(page: Page): Promise<void> {
  await button(page, 'Pause').waitFor()
  await page.keyboard.press('k')
  await button(page, 'Play').waitFor()
  await pressByKeys(page, button(page, 'Play'))
  await button(page, 'Pause').waitFor()
  await page.keyboard.press('Space')
  await button(page, 'Play').waitFor()
  await tabTo(page, slider(page, 'Seek'), 'Shift+Tab')
  for (const [key, position] of [
    ['Home', 0],
    ['ArrowRight', 5],
    ['ArrowRight', 10],
    ['ArrowLeft', 5],
    ['0', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => positionOf(page), { message: key }).toBe(position)
  }
  expect(await slider(page, 'Seek').getAttribute('aria-valuetext')).toMatch(/^0:00 of 0:2[34], The platform$/)
}

async function changeSound(page: Page): Promise<void> {
  const loudness = async () => {
    const { muted, volume } = await videoOf(page)
    return muted ? 0 : volume
  }
  await tabTo(page, slider(page, 'Volume'))
  await page.keyboard.press('End')
  await expect.poll(loudness).toBe(1)
  await page.keyboard.press('ArrowDown')
  await expect.poll(loudness).toBeCloseTo(0.95)
  await page.keyboard.press('m')
  await button(page, 'Unmute').waitFor()
  await pressByKeys(page, button(page, 'Unmute'), 'Shift+Tab')
  await button(page, 'Mute').waitFor()
}

async function goThroughChapters(page: Page): Promise<void> {
  const chapter = page.getByRole('button', { name: /^Chapter: / })
  await pressByKeys(page, chapter)
  await arrowTo(page, choice(page, /^The viaduct/))
  await page.keyboard.press('Enter')
  await expect.poll(() => positionOf(page)).toBe(8)
  await expect.poll(() => hasFocus(chapter)).toBe(true)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => positionOf(page)).toBe(16)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => positionOf(page)).toBeLessThan(16)
}

/** Opens a page of the menu from its button. */
async function openPage(page: Page, name: RegExp): Promise<void> {
  await pressByKeys(page, button(page, 'Settings'))
  await arrowTo(page, item(page, name))
  await page.keyboard.press('ArrowRight')
}

async function chooseInMenu(page: Page): Promise<void> {
  await openPage(page, /^Quality/)
  await arrowTo(page, choice(page, /^360p/))
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await hasFocus(button(page, 'Settings'))).toBe(true)
  await openPage(page, /^Quality\s*360p$/)
  expect(await choice(page, /^360p/).getAttribute('aria-checked')).toBe('true')
  await page.keyboard.press('Escape')
  await openPage(page, /^Speed/)
  await arrowTo(page, choice(page, /^1.5$/))
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await videoOf(page)).playbackRate).toBe(1.5)
  await page.keyboard.press('<')
  await expect.poll(async () => (await videoOf(page)).playbackRate).toBe(1.25)
  await openPage(page, /^Timed notes/)
  const half = page.getByRole('menuitemradio', { name: '50%' })
  await arrowTo(page, half)
  await page.keyboard.press('Enter')
  await expect.poll(() => half.getAttribute('aria-checked')).toBe('true')
  await page.keyboard.press('ArrowLeft')
  const loop = page.getByRole('menuitemcheckbox', { name: 'Loop' })
  await arrowTo(page, loop)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await videoOf(page)).loop).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await hasFocus(button(page, 'Settings'))).toBe(true)
}

async function showCaptions(page: Page): Promise<void> {
  const shown = () => page.locator('.player-captions p').allInnerTexts()
  await tabTo(page, slider(page, 'Seek'), 'Shift+Tab')
  await page.keyboard.press('Home')
  // Page Up seeks by a tenth of the video.
  await page.keyboard.press('PageUp')
  await expect.poll(() => positionOf(page)).toBeCloseTo(2.4, 1)
  await page.keyboard.press('c')
  await expect.poll(shown).toEqual(['You said the last one waits!'])
  await pressByKeys(page, button(page, 'Captions on'))
  await expect.poll(shown).toEqual([])
  await openPage(page, /^Captions/)
  await arrowTo(page, choice(page, /^Japanese/))
  await page.keyboard.press('Enter')
  await expect.poll(shown).toEqual(['さいごのは、まつって言った！'])
  await pressByKeys(page, button(page, 'Settings'))
  await arrowTo(page, item(page, /^Caption style/))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Caption style' })
  await tabTo(page, sheet.getByLabel('Size'))
  await page.keyboard.press('ArrowRight')
  for (const [group, chosen] of [
    ['Color', 'Yellow'],
    ['Edge style', 'Box'],
    ['Position', 'Top'],
  ] as const) {
    await tabTo(page, sheet.getByRole('group', { name: group }).getByRole('radio', { checked: true }))
    await arrowTo(page, sheet.getByRole('radio', { name: chosen }), 'ArrowRight')
  }
  await tabTo(page, sheet.getByRole('switch', { name: 'Keep original style for signs and songs' }))
  await page.keyboard.press('Space')
  await pressByKeys(page, button(page, 'Done'))
  await sheet.waitFor({ state: 'detached' })
  const classes = 'captions is-large is-yellow has-edge-box is-at-top'
  await expect.poll(() => page.locator('.player-captions .captions').getAttribute('class')).toBe(classes)
  expect(await hasFocus(button(page, 'Settings'))).toBe(true)
}

/** Buttons that are on or off, by Enter and by their keys. */
async function changePicture(page: Page): Promise<void> {
  for (const [name, key] of [
    ['Dim flashes', 'd'],
    ['Theatre', 't'],
    ['Full screen', 'f'],
  ] as const) {
    const isOn = () => button(page, name).getAttribute('aria-pressed')
    const before = await isOn()
    await pressByKeys(page, button(page, name))
    await expect.poll(isOn, { message: name }).not.toBe(before)
    await page.keyboard.press(key)
    await expect.poll(isOn, { message: key }).toBe(before)
    expect(await hasFocus(button(page, name)), name).toBe(true)
  }
}

async function readKeys(page: Page): Promise<void> {
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard' })
  await sheet.waitFor()
  await tabTo(page, sheet.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await hasFocus(button(page, 'Full screen'))).toBe(true)
}

async function writeNote(page: Page): Promise<void> {
  await page.keyboard.press('n')
  await button(page, 'Timed notes off').waitFor()
  await pressByKeys(page, button(page, 'Timed notes off'), 'Shift+Tab')
  await button(page, 'Timed notes on').waitFor()
  await page.keyboard.press('w')
  await expect.poll(() => hasFocus(page.getByLabel('Your comment'))).toBe(true)
  await page.keyboard.type('the kettle is on twos')
  await tabTo(page, page.getByRole('switch', { name: 'Show on the picture' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await page.locator('li.comment').getByText('on the picture').waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('tab', { name: 'Up next', exact: true }))
  await arrowTo(page, page.getByRole('tab', { name: 'Notes 1', exact: true }), 'ArrowRight')
  const row = page.getByRole('tabpanel', { name: /^Notes/ }).getByRole('listitem')
  await row.filter({ hasText: 'the kettle is on twos' }).waitFor()
  await page.locator('.note-on-picture').waitFor()
  await page.keyboard.press('Escape')
}

async function findLine(page: Page): Promise<void> {
  await tabTo(page, slider(page, 'Seek'), 'Shift+Tab')
  await page.keyboard.press('/')
  await expect.poll(() => hasFocus(page.getByLabel('Search the transcript'))).toBe(true)
  await page.keyboard.type('waited')
  await page.getByText('1 line', { exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(3)
  await page.keyboard.press('k')
  await button(page, 'Play').waitFor()
}

async function share(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Share', exact: true })
  await pressByKeys(page, link)
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await pressByKeys(page, dialog.getByRole('button', { name: 'Copy', exact: true }))
  await dialog.getByRole('status').filter({ hasText: 'Link copied.' }).waitFor()
  await tabTo(page, dialog.getByLabel('Embed code', { exact: true }))
  expect(await dialog.getByLabel('Embed code', { exact: true }).inputValue()).toContain('<iframe')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await hasFocus(link)).toBe(true)
}

async function goThroughSeries(page: Page): Promise<void> {
  await page.keyboard.press('Shift+N')
  await waitForPlaying(page, 'All Change')
  await pressByKeys(page, page.getByRole('link', { name: 'Previous in series' }))
  await waitForPlaying(page, 'The Last Local')
  await page.keyboard.press('Shift+P')
  await waitForPlaying(page, 'Laundry Weather')
  await pressByKeys(page, page.getByRole('link', { name: 'Next in series' }))
  await waitForPlaying(page, 'The Last Local')
}

/** The address changes before the page: keys would still reach the player of the episode before. */
async function waitForPlaying(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await button(page, 'Pause').waitFor()
}

async function openLoopLink(page: Page): Promise<void> {
  await page.goto(`${app.hoshi.url}${paths[1]}?f=2-6`)
  await waitForHydration(page)
  await page.getByText('0:00 +02 to 0:00 +06').waitFor()
  await pressByKeys(page, button(page, 'Stop loop'))
  await page.getByText('0:00 +02 to 0:00 +06').waitFor({ state: 'detached' })
}
