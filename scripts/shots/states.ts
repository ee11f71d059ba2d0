import type { Page } from 'playwright-core'
import { alertsOf, chooseAccountType } from '#tests/support/browser/forms.ts'
import { archiveOf, exportedEpisode } from '#tests/support/http/archives.ts'
import { EDITED_TITLE } from './shot.ts'

/** Holds the video at one moment: while it plays, its controls hide after a while. */
export async function pauseVideo(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.pause()
    const sought = new Promise((done) => video.addEventListener('seeked', done, { once: true }))
    video.currentTime = 60
    await sought
  })
}

/** Plays the last half second, until the end card stands over the last picture. */
export async function endVideo(page: Page): Promise<void> {
  await pauseVideo(page)
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const ended = new Promise((done) => video.addEventListener('ended', done, { once: true }))
    video.currentTime = video.duration - 0.5
    await video.play()
    await ended
  })
  await page.locator('.end-card').waitFor()
}

/** Ends the video while the next episode starts automatically. */
export async function endVideoCounting(page: Page): Promise<void> {
  const autoplay = page.getByRole('switch', { name: 'Autoplay next episode' })
  // On a narrow screen the comments have the first tab.
  if (!(await autoplay.isVisible())) await page.getByRole('tab', { name: 'Up next' }).click()
  await autoplay.check()
  await page.evaluate(() => window.scrollTo(0, 0))
  await endVideo(page)
}

export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

export async function openGenres(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter by Genre' }).click()
}

export async function showLoading(page: Page): Promise<void> {
  await page.route('**/explore.data**', () => {})
  await page.getByRole('switch', { name: 'Trending Only' }).check()
  await page.getByText('Loading episodes...').waitFor()
}

export async function playPreview(page: Page): Promise<void> {
  await page.clock.install()
  await page.getByRole('button', { name: 'Play preview' }).nth(1).click()
  await page.locator('.preview-bar').waitFor()
  await page.clock.runFor(5000)
}

export async function endPreview(page: Page): Promise<void> {
  await playPreview(page)
  await page.clock.runFor(8000)
  await page.getByText('Preview ended').waitFor()
}

export async function refuseLogin(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('mio@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log In' }).click()
  await alertsOf(page)
}

export async function refuseSignup(page: Page): Promise<void> {
  await chooseAccountType(page, 'Creator')
  await page.getByLabel('Email', { exact: true }).fill('mio@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Register' }).click()
  await alertsOf(page)
}

export async function sendReset(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('mio@example.com')
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await page.getByText('Password reset email sent!').waitFor()
}

/** Selects two episodes, with the menu of the bar open. */
export async function selectTwo(page: Page): Promise<void> {
  const boxes = page.getByRole('article').getByRole('checkbox')
  for (const index of [0, 1]) await boxes.nth(index).check()
  await page.getByRole('region', { name: 'Selected episodes' }).getByText('Visibility').click()
}

export async function openEdit(page: Page): Promise<void> {
  await page.getByRole('article', { name: EDITED_TITLE, exact: true }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').waitFor()
}

/** The step 'Scheduled' of the edit dialog, and the place in a series below it. */
export async function openSchedule(page: Page): Promise<void> {
  await openEdit(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Scheduled' }).check()
  await dialog.getByLabel('Publish at').fill('2031-07-17T18:00')
  await dialog.getByRole('combobox', { name: 'Series' }).evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await page.mouse.move(0, 0)
}

export async function chooseSeries(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Filter by series' }).selectOption('The Vega Line')
  await page.getByRole('article', { name: 'After Midnight', exact: true }).waitFor({ state: 'detached' })
}

export async function openPosterChoice(page: Page): Promise<void> {
  await openEdit(page)
  const choose = page.getByText('Choose another picture')
  await choose.click()
  await choose.evaluate((summary) => summary.scrollIntoView({ block: 'start' }))
  await page.mouse.move(0, 0)
}

export async function openDelete(page: Page): Promise<void> {
  await page.getByRole('article', { name: EDITED_TITLE, exact: true }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').waitFor()
}

/** Chooses an erasure at once, which shows its checkbox. */
export async function chooseErasure(page: Page): Promise<void> {
  const sheet = page.getByRole('region', { name: 'Delete my account' })
  await sheet.getByRole('radio', { name: 'Delete now' }).check()
  await sheet.getByRole('checkbox').waitFor()
  await sheet.scrollIntoViewIfNeeded()
}

/** Sends an export of which something is left out, until the list of the omissions appears. */
export async function bringAccount(page: Page): Promise<void> {
  const { episode, video } = exportedEpisode('one', { title: 'Paper boats' })
  const document = { profile: { bio: 'Draws stars.' }, episodes: [episode], videos: [video] }
  const file = { name: 'hoshi-export.tar', mimeType: 'application/x-tar', buffer: await archiveOf(document) }
  const sheet = page.getByRole('region', { name: 'Import an account' })
  await sheet.getByLabel('Export').setInputFiles(file)
  await sheet.getByRole('button', { name: 'Start Import' }).click()
  await sheet.getByText('Skipped or changed').click()
  await sheet.scrollIntoViewIfNeeded()
}

/** Password of every `createPerson`. */
const PASSWORD = 'correct horse battery'

/** Up to the QR code of a new secret. */
export async function setUpTwoStep(page: Page): Promise<void> {
  const sheet = page.getByRole('region', { name: 'Two-step verification' })
  await sheet.locator('summary').click()
  await sheet.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await sheet.getByRole('button', { name: 'Set Up' }).click()
  await sheet.getByRole('img').waitFor()
}

export async function openShare(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await page.getByRole('dialog', { name: 'Share' }).waitFor()
}

export async function openReport(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this episode' })
  await dialog.getByRole('radio', { name: 'Not marked NSFW' }).check()
}

/** The viewer has reported it before. */
export async function openOwnReport(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Report', exact: true }).click()
  await page.getByRole('dialog', { name: /^You reported this on / }).waitFor()
}

export async function failShare(page: Page): Promise<void> {
  await page.route('**/share-dialog-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await alertsOf(page)
}

/** From 920 pixels on in the top bar, below it in the menu. */
export async function openAccount(page: Page): Promise<void> {
  await openMenu(page)
  const account = page.getByRole('banner').getByLabel('Account').first()
  if (await account.isVisible()) await account.click()
}

/** From 920 pixels on a panel, below it a page. */
export async function openBell(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .click()
  await page.locator('.notification-item').first().waitFor()
}

/** A refused row of support links. */
export async function refuseSupportLink(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Link 4' }).getByLabel('URL').fill('http://shop.example/')
  await page.getByRole('button', { name: 'Save Links' }).click()
  await alertsOf(page)
}
