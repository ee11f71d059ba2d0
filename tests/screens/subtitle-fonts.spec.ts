import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { openPaused } from '#tests/support/browser/player.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { boldFont, scriptIn } from '#tests/support/media/fonts.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { approveText } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const run = promisify(execFile)
const wide = { viewport: { width: 1440, height: 900 } }

let creator: Person
let id: string
let textId: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  id = await publishFinished(app.hoshi, creator, 'numbered', { title: 'The Last Local' })
  textId = await approveText(creator, id, new Blob([scriptIn('Dela Gothic One', 'Vega')]))
})

async function openEditor(options = {}) {
  const visitor = await app.visit({ ...wide, ...options })
  await visitor.logInAs(creator)
  await visitor.open(`/subtitles/${id}?text=${textId}`)
  if (!('javaScriptEnabled' in options)) await waitForHydration(visitor.page)
  return visitor
}
const fontsOf = (page: Page) => page.locator('.subtitles-fonts')

/** Share of the picture that is as white as the letters. */
async function whiteness(page: Page): Promise<number> {
  const path = join(app.hoshi.dataDir, 'captions.png')
  await writeFile(path, await page.locator('.captions-drawn').screenshot())
  const raw = ['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
  const { stdout } = await run('ffmpeg', raw, { encoding: 'buffer', maxBuffer: 1e8 })
  return stdout.filter((level) => level > 250).length / stdout.length
}

async function watch(): Promise<{ page: Page; requested: string[] }> {
  const requested: string[] = []
  const { page } = await openPaused(app, `/watch/${id}`, wide, 1.5)
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.keyboard.press('c')
  await page.locator('.captions-drawn canvas').waitFor()
  await page.evaluate(() => document.querySelector('.player')!.classList.add('is-resting'))
  return { page, requested }
}

describe('a font of subtitles', () => {
  test('is refused beside its field, added once the box is ticked, and drawn in the player', async () => {
    const before = await watch()
    await expect.poll(() => whiteness(before.page)).toBeGreaterThan(0.001)
    const thin = await whiteness(before.page)
    expect(before.requested.filter((path) => path.startsWith('/fonts/'))).toEqual([])

    const { page, errors } = await openEditor()
    const fonts = fontsOf(page)
    await fonts.getByLabel('Font', { exact: true }).setInputFiles(boldFont)
    await fonts.getByRole('button', { name: 'Add Font' }).click()
    await fonts.getByText('Please confirm that you have the right to share this font.').waitFor()
    await fonts.getByLabel('I have the right to share this font with viewers.').check()
    await fonts.getByLabel('Font', { exact: true }).setInputFiles(boldFont)
    await fonts.getByRole('button', { name: 'Add Font' }).click()
    await fonts.getByRole('button', { name: 'Remove Dela Gothic One' }).waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])

    const after = await watch()
    await expect.poll(() => whiteness(after.page)).toBeGreaterThan(thin * 1.25)
    expect(after.requested.filter((path) => path.startsWith('/fonts/'))).toHaveLength(1)

    await fonts.getByRole('button', { name: 'Remove Dela Gothic One' }).click()
    await fonts.getByText('No fonts added. Hoshi uses its default font.').waitFor()
    expect(errors.filter((error) => !error.includes('status of 422'))).toEqual([])
  })

  test('is added without scripts', async () => {
    const { page } = await openEditor({ javaScriptEnabled: false })
    const fonts = fontsOf(page)
    await fonts.getByLabel('Font', { exact: true }).setInputFiles({
      name: 'a.ttf',
      mimeType: 'font/ttf',
      buffer: Buffer.from('Hello'),
    })
    await fonts.getByLabel('I have the right to share this font with viewers.').check()
    await fonts.getByRole('button', { name: 'Add Font' }).click()
    await fonts.getByText('This is not a valid TrueType, OpenType or WOFF font.').waitFor()
    await fonts.getByLabel('Font', { exact: true }).setInputFiles(boldFont)
    await fonts.getByLabel('I have the right to share this font with viewers.').check()
    await fonts.getByRole('button', { name: 'Add Font' }).click()
    await fonts.getByRole('button', { name: 'Remove Dela Gothic One' }).waitFor()
  })
})
