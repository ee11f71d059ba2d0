import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { alertsOf, chooseAccountType, fillUpload, sendUpload, waitForSuccess } from '#tests/support/forms.ts'

/** Who looks at a screen: the creator of the episodes, one who uploads, one without any episode, or a viewer. */
export type Role = 'creator' | 'uploader' | 'newcomer' | 'viewer'

/** Facts about the Hoshi in the screenshots. */
export interface Fixtures {
  people: Record<Role, { account: { uid: string }; email: string; password: string }>
  /** Ids of one of each. */
  episodeId: string
  adultId: string
  seriesId: string
  /** Paths of a clip that Hoshi accepts, and of one that is too long. */
  clip: string
  longClip: string
}

/** Title of the creator's episode that is edited; all its files are ready. */
export const EDITED_TITLE = 'The Last Local to Vega'

export interface Shot {
  name: string
  path: string
  /** Seen by this person instead of a stranger. */
  as?: Role
  /** Only what fits the window, for overlays. */
  isWindow?: boolean
  /** Prepared again at each width, for states that do not survive a resize. */
  isWidthBound?: boolean
  /** Brings the screen into the state to show, once its scripts run. */
  prepare?: (page: Page) => Promise<unknown>
}

/** Every screen, and every state of it that looks different. */
export function shotsOf(fixtures: Fixtures): Shot[] {
  return [
    ...openShots(fixtures),
    ...entryShots,
    ...cardShots,
    ...readingShots,
    ...creatorShots,
    ...creditShots(fixtures),
    ...uploadShots(fixtures),
  ]
}

function openShots({ people, episodeId, adultId, seriesId }: Fixtures): Shot[] {
  const profile = `/creator/${people.creator.account.uid}`
  return [
    { name: 'landing', path: '/' },
    { name: 'landing-signed-in', path: '/', as: 'creator', isWindow: true },
    { name: 'landing-viewer', path: '/', as: 'viewer' },
    { name: 'landing-menu', path: '/', isWindow: true, isWidthBound: true, prepare: openMenu },
    { name: 'explore', path: '/explore' },
    { name: 'explore-narrowed', path: '/explore?genre=Fantasy&search=e' },
    { name: 'explore-empty', path: '/explore?search=nothing+like+this' },
    { name: 'creator', path: profile },
    { name: 'creator-own', path: profile, as: 'creator' },
    { name: 'creator-worked-on', path: `/creator/${people.uploader.account.uid}` },
    { name: 'creator-empty', path: `/creator/${people.newcomer.account.uid}` },
    { name: 'creator-not-found', path: '/creator/nobody' },
    { name: 'watch', path: `/watch/${episodeId}`, prepare: pauseVideo },
    { name: 'watch-ended', path: `/watch/${episodeId}`, isWindow: true, isWidthBound: true, prepare: endVideo },
    {
      name: 'watch-counting',
      path: `/watch/${episodeId}`,
      isWindow: true,
      isWidthBound: true,
      prepare: endVideoCounting,
    },
    { name: 'watch-signed-in', path: `/watch/${episodeId}`, as: 'viewer', prepare: pauseVideo },
    { name: 'watch-own', path: `/watch/${episodeId}`, as: 'creator', prepare: pauseVideo },
    { name: 'watch-nsfw', path: `/watch/${adultId}`, prepare: pauseVideo },
    { name: 'watch-not-found', path: '/watch/nothing' },
    { name: 'library', path: '/library', as: 'viewer' },
    { name: 'series', path: `/series/${seriesId}`, as: 'viewer' },
    { name: 'series-edit', path: `/series/${seriesId}/edit`, as: 'creator' },
    { name: 'series-new', path: '/series/new', as: 'creator' },
    { name: 'series-not-found', path: '/series/none' },
    { name: 'library-empty', path: '/library', as: 'newcomer' },
    { name: 'library-device', path: '/library' },
    { name: 'not-found', path: '/nowhere' },
  ]
}

const cardShots: Shot[] = [
  { name: 'explore-menu', path: '/explore', isWindow: true, isWidthBound: true, prepare: openGenres },
  { name: 'explore-waiting', path: '/explore', prepare: showLoading },
  { name: 'explore-preview', path: '/explore', isWindow: true, isWidthBound: true, prepare: playPreview },
  { name: 'explore-preview-ended', path: '/explore', isWindow: true, isWidthBound: true, prepare: endPreview },
]

const entryShots: Shot[] = [
  { name: 'login', path: '/login' },
  { name: 'login-refused', path: '/login', prepare: refuseLogin },
  { name: 'signup', path: '/signup' },
  { name: 'signup-creator', path: '/signup', prepare: refuseSignup },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'forgot-password-sent', path: '/forgot-password', prepare: sendReset },
  { name: 'reset-password', path: '/reset-password?token=none' },
]

const readingShots: Shot[] = [
  { name: 'about', path: '/about' },
  { name: 'about-signed-in', path: '/about', as: 'creator' },
  { name: 'contact', path: '/contact' },
  { name: 'faq', path: '/faq' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
]

const creatorShots: Shot[] = [
  { name: 'dashboard', path: '/dashboard', as: 'creator' },
  { name: 'dashboard-content', path: '/dashboard?tab=content', as: 'creator' },
  { name: 'dashboard-selected', path: '/dashboard?tab=content', as: 'creator', isWindow: true, prepare: selectTwo },
  { name: 'dashboard-analytics', path: '/dashboard?tab=analytics', as: 'creator' },
  { name: 'dashboard-edit', path: '/dashboard?tab=content', as: 'creator', isWindow: true, prepare: openEdit },
  {
    name: 'dashboard-edit-picture',
    path: '/dashboard?tab=content',
    as: 'creator',
    isWindow: true,
    isWidthBound: true,
    prepare: openPosterChoice,
  },
  { name: 'dashboard-delete', path: '/dashboard?tab=content', as: 'creator', isWindow: true, prepare: openDelete },
  { name: 'dashboard-empty', path: '/dashboard', as: 'newcomer' },
  { name: 'dashboard-content-empty', path: '/dashboard?tab=content', as: 'newcomer' },
  { name: 'dashboard-analytics-empty', path: '/dashboard?tab=analytics', as: 'newcomer' },
  { name: 'following', path: '/following', as: 'viewer' },
  { name: 'following-empty', path: '/following', as: 'newcomer' },
  { name: 'notifications', path: '/notifications', as: 'creator' },
  { name: 'notifications-empty', path: '/notifications', as: 'newcomer' },
  { name: 'settings', path: '/settings', as: 'creator' },
  { name: 'settings-viewer', path: '/settings', as: 'viewer' },
  { name: 'settings-delete', path: '/settings', as: 'creator', isWindow: true, prepare: openAccountDelete },
]

function creditShots({ episodeId }: Fixtures): Shot[] {
  return [
    { name: 'credits', path: '/dashboard/credits', as: 'uploader' },
    { name: 'credits-empty', path: '/dashboard/credits', as: 'newcomer' },
    { name: 'credits-edit', path: `/dashboard/credits/${episodeId}`, as: 'creator' },
    { name: 'dashboard-credits', path: '/dashboard', as: 'uploader' },
  ]
}

function uploadShots({ clip, longClip }: Fixtures): Shot[] {
  const path = '/upload'
  const filled = { title: EDITED_TITLE, genre: 'Fantasy', file: clip }
  const form = (name: string, prepare?: Shot['prepare']): Shot => ({
    name: `upload${name}`,
    path,
    as: 'uploader',
    ...(prepare ? { prepare } : {}),
  })
  return [
    form(''),
    form('-chosen', (page) => fillUpload(page, filled).then(() => page.getByText(/ · [\d.]+ [KM]B/).waitFor())),
    form('-refused', (page) => sendUpload(page).then(() => alertsOf(page))),
    form('-too-long', (page) => fillUpload(page, { ...filled, file: longClip }).then(() => alertsOf(page))),
    form('-uploading', async (page) => {
      // The upload URL is returned, and then every request to it hangs.
      await page.route('**/api/uploads/**', () => {})
      await fillUpload(page, filled)
      await sendUpload(page)
      await page.getByRole('button', { name: 'Uploading...' }).waitFor()
    }),
    form('-failed', async (page) => {
      await page.route('**/api/v1/videos', (route) => route.fulfill({ status: 500, json: {} }))
      await fillUpload(page, filled)
      await sendUpload(page)
      await alertsOf(page)
    }),
    form('-queue', async (page) => {
      const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no film') }
      const files = [await asFile(clip, 'the_last_local.mp4'), await asFile(longClip, "director's cut.mp4"), notes]
      await page.getByLabel('Genre', { exact: true }).fill('Fantasy')
      await page.getByLabel('Video file', { exact: true }).setInputFiles(files)
      await page.getByText('Video exceeds 10-minute limit.').waitFor()
    }),
    form('-queue-sending', async (page) => {
      await chooseThree(page, clip)
      await page.route('**/api/uploads/**', () => {})
      await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()
      await page.getByText('Waiting, 2 ahead').waitFor()
    }),
    form('-leave', async (page) => {
      await page.route('**/api/uploads/**', () => {})
      await fillUpload(page, filled)
      await sendUpload(page)
      await page.getByRole('button', { name: 'Uploading...' }).waitFor()
      await page.getByRole('link', { name: 'About' }).last().click()
      await page.getByRole('dialog').waitFor()
    }),
    form('-queue-done', async (page) => {
      await chooseThree(page, clip)
      await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()
      await page.getByRole('link', { name: 'View My Profile' }).waitFor()
    }),
    form('-done', async (page) => {
      await fillUpload(page, filled)
      await sendUpload(page)
      await waitForSuccess(page)
    }),
  ]
}

async function asFile(path: string, name: string) {
  return { name, mimeType: 'video/mp4', buffer: await readFile(path) }
}

async function chooseThree(page: Page, clip: string): Promise<void> {
  const names = ['the_last_local.mp4', 'salt on the handlebars.mp4', 'downhill-at-24.mp4']
  await page.getByLabel('Genre', { exact: true }).fill('Fantasy')
  const files = await Promise.all(names.map((name) => asFile(clip, name)))
  await page.getByLabel('Video file', { exact: true }).setInputFiles(files)
}

/** Holds the video at one moment: while it plays, its controls hide after a while. */
async function pauseVideo(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.pause()
    const sought = new Promise((done) => video.addEventListener('seeked', done, { once: true }))
    video.currentTime = 60
    await sought
  })
}

/** Plays the last half second, up to what stands over the last picture. */
async function endVideo(page: Page): Promise<void> {
  await pauseVideo(page)
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const ended = new Promise((done) => video.addEventListener('ended', done, { once: true }))
    video.currentTime = video.duration - 0.5
    await video.play()
    await ended
  })
  await page.locator('.end-card').waitFor()
}

/** The same, where the next episode plays by itself. */
async function endVideoCounting(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Play the next episode by itself' }).check()
  await endVideo(page)
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

async function openGenres(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter by Genre' }).click()
}

async function showLoading(page: Page): Promise<void> {
  await page.route('**/explore.data**', () => {})
  await page.getByRole('switch', { name: 'Trending Only' }).check()
  await page.getByText('Loading episodes...').waitFor()
}

async function playPreview(page: Page): Promise<void> {
  await page.clock.install()
  await page.getByRole('button', { name: 'Play preview' }).nth(1).click()
  await page.locator('.preview-bar').waitFor()
  await page.clock.runFor(5000)
}

async function endPreview(page: Page): Promise<void> {
  await playPreview(page)
  await page.clock.runFor(8000)
  await page.getByText('Preview ended').waitFor()
}

async function refuseLogin(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('mio@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log In' }).click()
  await alertsOf(page)
}

async function refuseSignup(page: Page): Promise<void> {
  await chooseAccountType(page, 'Creator')
  await page.getByLabel('Email', { exact: true }).fill('mio@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Register' }).click()
  await alertsOf(page)
}

async function sendReset(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('mio@example.com')
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await page.getByText('Password reset email sent!').waitFor()
}

/** Selects two episodes, with the menu of the bar open. */
async function selectTwo(page: Page): Promise<void> {
  const boxes = page.getByRole('article').getByRole('checkbox')
  for (const index of [0, 1]) await boxes.nth(index).check()
  await page.getByRole('region', { name: 'Selected episodes' }).getByText('Visibility').click()
}

async function openEdit(page: Page): Promise<void> {
  await page.getByRole('article', { name: EDITED_TITLE, exact: true }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openPosterChoice(page: Page): Promise<void> {
  await openEdit(page)
  const choose = page.getByText('Choose another picture')
  await choose.click()
  await choose.evaluate((summary) => summary.scrollIntoView({ block: 'start' }))
  await page.mouse.move(0, 0)
}

async function openDelete(page: Page): Promise<void> {
  await page.getByRole('article', { name: EDITED_TITLE, exact: true }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openAccountDelete(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}
