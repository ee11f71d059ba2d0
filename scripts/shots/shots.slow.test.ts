import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '#tests/support/browser/browser.server.ts'
import { allSchemes, allWidths, type CaptureResult, captureAll } from './capture.ts'
import { shotsOf } from './screens.ts'
import { openSeededSite, type SeededSite } from './seeded-site.ts'
import type { Shot } from './shot.ts'

const run = promisify(execFile)
/** Looked at closely: each person, and each kind of state: none, typed, refused, prepared once and at each width. */
const sample = [
  'landing-menu',
  'explore-preview-ended',
  'watch',
  'login-refused',
  'dashboard-edit-picture',
  'dashboard-empty',
  'settings-viewer',
  'upload-queue',
]
type Variant = { width: (typeof allWidths)[number]; scheme: (typeof allSchemes)[number] }
const variants: Variant[] = allWidths.flatMap((width) => allSchemes.map((scheme) => ({ width, scheme })))
/** The first, in which every screen is prepared: the other five add time and hardly another step. */
const everyShot: Variant = { width: 1440, scheme: 'dark' }
/** Filling the site and taking every image, on a busy machine. Only ends what hangs. */
const CAPTURE_MAX_MS = 1_800_000

let browser: Browser
let site: SeededSite
let shots: Shot[]
let folder: string
let captured: CaptureResult
let sampled: CaptureResult

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hoshi-shots-'))
  browser = await launchChromium()
  site = await openSeededSite(browser)
  shots = shotsOf(site)
  const isSampled = ({ name }: Shot) => sample.includes(name)
  const context = { ...site, browser, folder }
  const { width, scheme } = everyShot
  captured = await captureAll(
    context,
    shots.filter((shot) => !isSampled(shot)),
    { widths: [width], schemes: [scheme] },
  )
  sampled = await captureAll(context, shots.filter(isSampled))
}, CAPTURE_MAX_MS)

afterAll(async () => {
  await site?.close()
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

function fileOf(name: string, { width, scheme }: Variant): string {
  return `${name}-${width}-${scheme}.png`
}

/** Brightness of the image, 0 to 255, at 32 by 32 points. */
async function greysOf(file: string): Promise<number[]> {
  const small = ['-vf', 'scale=32:32', '-pix_fmt', 'gray', '-f', 'rawvideo', '-']
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', join(folder, file), ...small], {
    encoding: 'buffer',
  })
  return [...stdout]
}

describe('the screenshots', () => {
  test('have unique names', () => {
    const names = shots.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('are all taken, a sample at every width and in both schemes', async () => {
    const others = shots.filter(({ name }) => !sample.includes(name))
    expect(others.length).toBe(shots.length - sample.length)
    const files = [
      ...others.map(({ name }) => fileOf(name, everyShot)),
      ...sample.flatMap((name) => variants.map((variant) => fileOf(name, variant))),
    ]
    expect(captured).toEqual({ images: others.length, failures: [] })
    expect(sampled).toEqual({ images: sample.length * variants.length, failures: [] })
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted())
  })

  test.each(sample)('%s is a PNG as wide as each window, and never blank', async (name) => {
    expect(variants).toHaveLength(6)
    for (const variant of variants) {
      const file = fileOf(name, variant)
      const bytes = await readFile(join(folder, file))
      expect(bytes.subarray(0, 8).toString('latin1'), file).toBe('\x89PNG\r\n\x1a\n')
      expect(bytes.readUInt32BE(16), file).toBe(variant.width)
      const greys = await greysOf(file)
      expect(Math.max(...greys) - Math.min(...greys), file).toBeGreaterThan(32)
    }
  })

  test('have the colour scheme in their name', async () => {
    const mean = async (file: string) => (await greysOf(file)).reduce((sum, grey) => sum + grey) / 32 ** 2
    const dark = await mean('settings-viewer-1440-dark.png')
    expect(await mean('settings-viewer-1440-light.png')).toBeGreaterThan(dark + 32)
  })
})

test('a shot that fails is named and leaves no image, and the others are taken', async () => {
  const name = 'broken'
  const prepare = async () => {
    throw new Error('There is no such button.')
  }
  await writeFile(join(folder, `${name}-390-dark.png`), 'of an earlier time')
  const about = shots.filter((shot) => shot.name === 'about')
  const context = { ...site, browser, folder }
  const { images, failures } = await captureAll(context, [{ name, path: '/', prepare }, ...about], {
    widths: [390],
    schemes: ['dark'],
  })
  expect({ images, failures }).toEqual({
    images: 1,
    failures: [{ name, reason: 'There is no such button.' }],
  })
  const files = await readdir(folder)
  expect(files).toContain('about-390-dark.png')
  expect(files).not.toContain(`${name}-390-dark.png`)
})
