import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { button, holdAt, positionOf } from '#tests/support/browser/player.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let creator: Person
let id = ''
const flashes = [
  { from: 8, to: 10, kind: 'luminance', perSecond: 8, share: 0.6 },
  { from: 15, to: 18, kind: 'red', perSecond: 6, share: 0.4 },
]

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  id = await publishFinished(app.hoshi, creator, 'film', { title: 'Unit Zero Overslept' })
  await queryDatabase(
    app.hoshi.connectionString,
    `update frame_analyses set flashes = $2 where video_uid = (select video_id from episodes where id = $1)`,
    [id, JSON.stringify(flashes)],
  )
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'This episode flashes' })

/** Extensions of the page's requests below /media/. */
function mediaOf(page: Page): string[] {
  const extensions: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/media/')) extensions.push(pathname.split('.').at(-1)!)
  })
  return extensions
}

/** The filter that the picture has. */
const filterOf = (page: Page) => page.locator('.player video').evaluate((video) => getComputedStyle(video).filter)

/** Difference of the relative luminance of two colours, drawn with the filter that the picture has. */
async function lightBetween(page: Page, colours: [string, string]): Promise<number> {
  const [one, other] = await page.locator('.player video').evaluate((video, [first, second]) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    context.filter = getComputedStyle(video).filter
    return [first, second].map((colour) => {
      context.fillStyle = colour!
      context.fillRect(0, 0, 9, 9)
      const [red, green, blue] = [...context.getImageData(4, 4, 1, 1).data].map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    })
  }, colours)
  return Math.abs(one! - other!)
}

/** Holds the video there, once it has begun to play. */
async function seekTo(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0)
  await holdAt(page, seconds)
}

describe('an episode that flashes', () => {
  test('starts nothing but its poster until the viewer has chosen', async () => {
    const { page, open, errors } = await app.visit()
    const media = mediaOf(page)
    await open(`/watch/${id}`)
    const dialog = dialogOf(page)
    await dialog
      .getByText('Flashing lights in 2 places: more than three flashes per second, 5 seconds in total.')
      .waitFor()
    const dimmed = dialog.getByRole('button', { name: 'Watch with Flashes Dimmed' })
    await expect.poll(() => dimmed.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator('video').count()).toBe(0)
    expect(new Set(media)).toEqual(new Set(['webp']))
    const panel = page.getByRole('region', { name: 'Flashing lights in this episode' })
    expect(await panel.getByRole('listitem').allTextContents()).toEqual([
      '0:082 secondswhite, 8 per second',
      '0:153 secondsred, 6 per second',
    ])
    await page.getByText('Flashing lights', { exact: true }).waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test('is dimmed around its flashes only, and D shows them as made', async () => {
    const { page, open, errors } = await app.visit()
    await open(`/watch/${id}`)
    await dialogOf(page).getByRole('button', { name: 'Watch with Flashes Dimmed' }).click()
    await seekTo(page, 2)
    await expect.poll(() => filterOf(page)).toBe('none')
    await seekTo(page, 9)
    await expect.poll(() => filterOf(page)).toBe('contrast(0.25) brightness(0.6) saturate(0.4)')
    expect(await lightBetween(page, ['black', 'white'])).toBeLessThan(0.08)
    await page.getByRole('status').getByText('Flashes dimmed').waitFor()
    expect(await button(page, 'Picture in picture').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])

    await page.keyboard.press('d')
    await expect.poll(() => filterOf(page)).toBe('none')
    await page.getByText('Flashing lights until 0:10').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await seekTo(page, 11)
    await page.getByText('Flashing lights in 4 s').waitFor()
    await page.getByRole('button', { name: 'Dim', exact: true }).click()
    expect(await button(page, 'Dim flashes').getAttribute('aria-pressed')).toBe('true')
    await seekTo(page, 20)
    expect(await filterOf(page)).toBe('none')
    expect(errors).toEqual([])
  })

  test('plays as made from the beginning for those who choose so, and asks once if the device may remember', async () => {
    const { page, open, errors } = await app.visit()
    await open(`/watch/${id}`)
    await dialogOf(page).getByText('Remember my choice on this device').click()
    await dialogOf(page).getByRole('button', { name: 'Watch Original' }).click()
    await page.locator('.player video').waitFor()
    expect(await button(page, 'Dim flashes').getAttribute('aria-pressed')).toBe('false')
    await open(`/watch/${id}`)
    await page.locator('.player video').waitFor()
    await seekTo(page, 16)
    await page.getByText('Flashing lights until 0:18').waitFor()
    expect(await filterOf(page)).toBe('none')
    expect(errors).toEqual([])
  })

  test('is left by Go back, to where the viewer came from', async () => {
    const { page, open } = await app.visit()
    await open('/explore')
    await page.locator(`a[href="/watch/${id}"]`).first().click()
    await dialogOf(page).getByRole('button', { name: 'Go back' }).click()
    await page.waitForURL('**/explore')
  })

  test('asks in the player for pages of other sites too', async () => {
    const { page, open } = await app.visit()
    const media = mediaOf(page)
    await open(`/embed/${id}`)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    const dialog = dialogOf(page)
    await dialog.waitFor()
    expect(await dialog.getByRole('button', { name: 'Go back' }).count()).toBe(0)
    expect(new Set(media)).toEqual(new Set(['webp']))
    await dialog.getByRole('button', { name: 'Watch with Flashes Dimmed' }).click()
    await page.locator('.player video').waitFor()
  })

  test('shows its notice and a way to watch it without scripts', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open(`/watch/${id}`)
    await dialogOf(page).getByText('This can trigger seizures').waitFor()
    await page.locator('video.player-plain').waitFor()
    expect(await page.getByRole('button', { name: 'Watch Original' }).isVisible()).toBe(false)
  })
})

describe('the flash check', () => {
  test('names each place, with what would help', async () => {
    const { page, open, logInAs, errors } = await app.visit()
    await logInAs(creator)
    await open(`/dashboard/flashes/${id}`)
    await page.getByText('Viewers see a warning').waitFor()
    expect(await page.getByRole('row').allTextContents()).toEqual([
      'FromLengthKindFlashes per secondShare of the frameHow to fix it',
      '0:08 +002 s 00 fWhite light860%Remove 5 flashes per second, or keep flashes under a quarter of the frame',
      '0:15 +003 s 00 fSaturated red640%Use a less saturated red. Saturated red counts at any brightness.',
    ])
    expect(await page.getByRole('img', { name: /Above three per second at 0:08, 0:15\.$/ }).count()).toBe(1)
    await page.getByRole('link', { name: '0:15 +00' }).click()
    await page.waitForURL(`**/watch/${id}?t=15`)
    expect(errors).toEqual([])
  })

  test('names no frames where they last differently long', async () => {
    const varying = await publishFinished(app.hoshi, creator, 'varyingRate')
    await queryDatabase(
      app.hoshi.connectionString,
      `update frame_analyses set flashes = $2 where video_uid = (select video_id from episodes where id = $1)`,
      [varying, JSON.stringify([{ from: 1, to: 2.5, kind: 'luminance', perSecond: 8, share: 0.6 }])],
    )
    const { page, open, logInAs } = await app.visit()
    await logInAs(creator)
    await open(`/dashboard/flashes/${varying}`)
    await page.getByRole('link', { name: '0:01', exact: true }).waitFor()
    await page.getByRole('cell', { name: '1.5 s', exact: true }).waitFor()
  })

  // One without a preview, or that failed just now, is not queued by the minute's cleanup.
  test.each([
    { state: 'done', change: `update frame_analyses set state = 'done'`, title: 'No fast flashes found' },
    {
      state: 'failed',
      change: `update frame_analyses set state = 'failed', analysed_at = now()`,
      title: 'The check did not finish',
    },
    {
      state: 'pending',
      change: 'with gone as (update videos set preview_name = null where uid = $1) delete from frame_analyses',
      title: 'Checking for flashes...',
    },
  ])('says what became of it: $state', async ({ change, title }) => {
    const calm = await publishFinished(app.hoshi, creator, 'film')
    const { videoId } = (await (await creator.call('GET', `/api/v1/episodes/${calm}`)).json()) as { videoId: string }
    await queryDatabase(app.hoshi.connectionString, `${change} where video_uid = $1`, [videoId])
    const { page, open, logInAs } = await app.visit()
    await logInAs(creator)
    await open(`/dashboard/flashes/${calm}`)
    await page.getByText(title).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})

test('an episode without flashes is played at once', async () => {
  const calm = await publishFinished(app.hoshi, creator, 'film')
  const { page, open } = await app.visit()
  await open(`/watch/${calm}`)
  await page.locator('.player video').waitFor()
  expect(await button(page, 'Dim flashes').count()).toBe(0)
  expect(await page.getByText('Flashing light').count()).toBe(0)
})
