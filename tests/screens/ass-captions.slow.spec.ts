import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssSite, serveAssPage } from '#tests/support/browser/ass-page.server.ts'
import { canvasBox, frameOf, layer, playTo, resizeHost, seek, start } from '#tests/support/browser/ass-page-calls.ts'
import {
  type Difference,
  differenceOf,
  type Frame,
  type Libass,
  openLibass,
} from '#tests/support/media/ass-frames.server.ts'
import { assScript } from '#tests/support/media/ass-script.ts'
import { type DrawnScript, ownScripts } from '#tests/support/media/drawn-scripts.ts'
import { NO_REAL_FILES } from '#tests/support/media/real-clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

/**
 * By how much a frame may differ from libass's own. The browser blends on a GPU's grid of floats and ffmpeg in bytes: under
 * 0.15 of 255 on average. Debian's libass is 0.17.1 and JASSUB's 0.17.4: what moves or turns stands a fraction of a
 * pixel off, which reaches 0.5 and six pixels in a thousand.
 */
const TOLERANCE = { mean: 0.75, shareOff: 0.009 }
/** Between those versions, letters that are slanted because their font has no italics moved by two pixels. */
const SLANTED_TOLERANCE = { mean: 3, shareOff: 0.025 }
/** Difference of a colour value, of 255. Antialiased edges alone differ by less. */
const PIXEL_THRESHOLD = 32

const size = { width: 640, height: 360 }
const blank: Frame = { ...size, rgb: new Uint8Array(size.width * size.height * 3).fill(128) }
const app = setUpApp()
let site: AssSite
let libass: Record<DrawnScript['font'], Libass>

beforeAll(async () => {
  const page = await fetch(`${app.hoshi.url}/faq`)
  site = await serveAssPage(page.headers.get('content-security-policy') ?? '')
  libass = { latin: await openLibass('latin'), japanese: await openLibass('japanese') }
})
afterAll(async () => {
  await site.close()
  await Promise.all(Object.values(libass).map((each) => each.close()))
})

async function openPage(options = {}) {
  const visitor = await app.visit(options, site.url)
  await visitor.page.goto('/')
  await expect.poll(() => visitor.page.evaluate(() => 'assPage' in window)).toBe(true)
  return visitor
}

const isWithin = ({ mean, shareOff }: Difference, tolerance: Difference) =>
  mean <= tolerance.mean && shareOff <= tolerance.shareOff

/** Waits until the page shows a frame, and returns how far it is from it. */
async function expectFrame(page: Page, wanted: Frame, tolerance = TOLERANCE): Promise<void> {
  let difference: Difference = { mean: 255, shareOff: 1 }
  await expect
    .poll(async () => {
      difference = differenceOf(await frameOf(page), wanted, PIXEL_THRESHOLD)
      return isWithin(difference, tolerance) ? 'the same' : difference
    })
    .toBe('the same')
}

async function expectSameAsLibass({ text, font, isSlanted }: DrawnScript, seconds: number): Promise<void> {
  const tolerance = isSlanted ? SLANTED_TOLERANCE : TOLERANCE
  const wanted = await libass[font].draw(text, seconds, size)
  expect(isWithin(differenceOf(wanted, blank, PIXEL_THRESHOLD), tolerance)).toBe(false)
  const { page, errors } = await openPage()
  await start(page, text)
  await seek(page, seconds)
  await expectFrame(page, wanted, tolerance)
  expect(errors).toEqual([])
}

const drawnScripts = [
  'positions and movements',
  'karaoke by syllable, sweep and outline',
  'fades and transforms',
  'drawings',
  'borders, shadows and blur',
  'rotations and shears',
  'clips',
  'layers and collisions',
  'Japanese',
  'alignments',
  'wrapping',
  'margins and spacing',
]

describe('a frame is the same as from libass itself', () => {
  test('of each script', () => {
    expect(ownScripts.map(({ name }) => name)).toEqual(drawnScripts)
  })
  test.each(drawnScripts)('early in %s', async (wanted) => {
    const script = ownScripts.find(({ name }) => name === wanted)!
    await expectSameAsLibass(script, script.moments[0])
  })
  test.each(drawnScripts)('later in %s', async (wanted) => {
    const script = ownScripts.find(({ name }) => name === wanted)!
    await expectSameAsLibass(script, script.moments[1])
  })
})

const realScripts = [
  ['aegisub-format-tests.ass', 1],
  ['aegisub-format-tests.ass', 30],
  ['styled-test.ass', 12.6],
  ['styled-test.ass', 40],
  ['typical.ass', 2],
  ['typical.ssa', 2],
] as const

describe('a frame of a script from elsewhere is the same as from libass itself', () => {
  test.for(realScripts)('%s at %s s', async ([name, seconds], { skip }) => {
    const folder = process.env.HOSHI_MEDIA
    if (!folder) return skip(NO_REAL_FILES)
    const text = await readFile(join(folder, 'subs', name), 'utf8')
    await expectSameAsLibass({ name, text, font: 'latin', moments: [seconds, seconds] }, seconds)
  })
})

/** The first and the last row with pixels of a colour that is pure red or pure green. */
function rowsOf({ width, height, rgb }: Frame, colour: 0 | 1): [number, number] {
  const rows = Array.from({ length: height }, (_, row) => row).filter((row) =>
    Array.from({ length: width }, (_, column) => (row * width + column) * 3).some(
      (at) => rgb[at + colour]! > 220 && rgb[at + 1 - colour]! < 40,
    ),
  )
  return [rows.at(0) ?? -1, rows.at(-1) ?? -1]
}

const spokenAndSign = assScript({
  events: ['{\\bord0\\shad0\\c&H0000FF&}Spoken', '{\\bord0\\shad0\\pos(320,300)\\c&H00FF00&}A sign'],
})

describe('the layer', () => {
  test('follows playback at another speed, and holds the frame at which it pauses', async () => {
    const at = (from: string, to: string, text: string) => `Dialogue: 0,${from},${to},Default,,0,0,0,,${text}`
    const text = assScript({
      events: [at('0:00:00.00', '0:00:01.50', 'Before'), at('0:00:01.50', '0:00:50.00', 'After')],
    })
    const { page } = await openPage()
    await start(page, text)
    await expectFrame(page, await libass.latin.draw(text, 0, size))
    await playTo(page, 2)
    await expectFrame(page, await libass.latin.draw(text, 2, size))
  })

  test('covers the picture between letterboxes, at the pixels of the screen, as the player changes its size', async () => {
    const { page, errors } = await openPage({ deviceScaleFactor: 2 })
    await start(page, spokenAndSign)
    await expect.poll(() => canvasBox(page)).toEqual({ x: 0, y: 0, width: 640, height: 360, pixels: 1280 })
    await resizeHost(page, 320, 400)
    await expect.poll(() => canvasBox(page)).toEqual({ x: 0, y: 110, width: 320, height: 180, pixels: 640 })
    await resizeHost(page, 1600, 900)
    await expect.poll(() => canvasBox(page)).toEqual({ x: 0, y: 0, width: 1600, height: 900, pixels: 1920 })
    expect(errors).toEqual([])
  })

  test('raises dialogue by the pixels that it is told, and leaves signs where they are', async () => {
    const { page } = await openPage()
    await start(page, spokenAndSign)
    const wanted = await libass.latin.draw(spokenAndSign, 0, size)
    await expectFrame(page, wanted)
    const [top, bottom] = rowsOf(wanted, 0)
    const sign = rowsOf(wanted, 1)
    await layer(page, 'liftDialogue', 70)
    await expect.poll(async () => rowsOf(await frameOf(page), 0)).toEqual([top - 70, bottom - 70])
    expect(rowsOf(await frameOf(page), 1)).toEqual(sign)
    await layer(page, 'liftDialogue', 0)
    await expectFrame(page, wanted)
  })

  test('changes its script, and fetches the Japanese font when one needs it', async () => {
    const { page, context, errors } = await openPage()
    const requested: string[] = []
    context.on('request', (request) => requested.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\./, '.')))
    await start(page, spokenAndSign)
    await expectFrame(page, await libass.latin.draw(spokenAndSign, 0, size))
    expect(requested).toContain('/assets/default.woff2')
    expect(requested).not.toContain('/assets/BIZUDPGothic_400Regular.ttf')
    const text = assScript({ events: ['{\\fnAny}さいごのは、まつって言った！'] })
    await layer(page, 'setScript', text)
    await expectFrame(page, await libass.japanese.draw(text, 0, size))
    expect(requested).toContain('/assets/BIZUDPGothic_400Regular.ttf')
    const unnamed = spokenAndSign.replaceAll('Liberation Sans', 'Any')
    await layer(page, 'setScript', unnamed)
    await expectFrame(page, await libass.latin.draw(unnamed, 0, size))
    expect(errors).toEqual([])
  })

  test('draws with the fonts that come with a script, and without those that cannot be loaded', async () => {
    const text = assScript({ events: ['{\\fnBIZ UDPGothic\\fs60}Its own font'] })
    const { page } = await openPage()
    const font = site.files.find((name) => name.endsWith('.ttf'))
    await start(page, text, [`/${font}`, '/assets/absent.ttf'])
    await expectFrame(page, await libass.japanese.draw(text, 0, size))
  })

  test('draws nothing while the page is hidden, and goes on when it is shown', async () => {
    const { page } = await openPage()
    const { text } = ownScripts[0]!
    await start(page, text)
    await expectFrame(page, await libass.latin.draw(text, 0, size))
    const messages = () => page.evaluate(() => window.assPage.messages)
    const show = (state: string) =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: now })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await show('hidden')
    const before = await messages()
    await seek(page, 3)
    await seek(page, 4)
    expect(await messages()).toBe(before)
    await show('visible')
    await expectFrame(page, await libass.latin.draw(text, 4, size))
  })

  test('takes its worker and its canvas along when it is destroyed, even in the middle of a long draw', async () => {
    const { page, errors } = await openPage()
    await start(
      page,
      assScript({ events: Array.from({ length: 900 }, (_, at) => `{\\pos(320,${at % 360})\\blur9}${at}`) }),
    )
    await expect.poll(() => page.workers().length).toBe(1)
    await layer(page, 'destroy')
    await layer(page, 'destroy')
    await expect.poll(() => page.workers().length).toBe(0)
    expect(await page.locator('canvas').count()).toBe(0)
    expect(await page.evaluate(() => window.assPage.failures)).toEqual([])
    expect(errors).toEqual([])
  })

  test('is never there when its code cannot be loaded', async () => {
    const { page } = await openPage()
    await page.route('**/*.wasm', (route) => route.abort())
    await expect(start(page, spokenAndSign)).rejects.toThrow('TypeError')
    expect(await page.locator('canvas').count()).toBe(0)
    await expect.poll(() => page.workers().length).toBe(0)
  })
})

const points = Array.from({ length: 9_000 }, (_, at) => `${(at * 7919) % 640} ${(at * 104_729) % 360}`).join(' ')
const hostile = {
  'no script at all': '\u0000{\\p1'.repeat(500_000),
  'a broken header':
    '[V4+ Styles]\nFormat: , ,\nStyle: ,,,\n[Events]\nFormat: Text, Text\nDialogue: x\n[Fonts]\nfontname:',
  'drawings of many points': assScript({
    events: Array.from({ length: 10 }, () => `{\\p1\\blur9\\bord9}m 0 0 l ${points}`),
  }),
  'thousands of transforms': assScript({ events: [`{${'\\t(0,9000,\\frz360\\fscx500)'.repeat(3_000)}}x`] }),
  'nested transforms': assScript({ events: [`{${'\\t('.repeat(30_000)}}x`] }),
  'letters larger than any screen': assScript({ events: ['{\\fs100000}x', '{\\fs3000\\bord900\\blur90\\frx89}xyz'] }),
  'a font that is none': `[Fonts]\nfontname: a_0.ttf\n${`${'M'.repeat(80)}\n`.repeat(9_000)}${spokenAndSign}`,
  'coordinates of one pixel': assScript({ info: ['PlayResX: 1', 'PlayResY: 1'], events: ['x'] }),
}

describe('a hostile script', () => {
  test.each(Object.entries(hostile))(
    'leaves the page usable, and the next script is drawn: %s',
    async (_name, text) => {
      const { page, errors } = await openPage()
      await start(page, text)
      await seek(page, 2)
      await layer(page, 'liftDialogue', 50)
      await start(page, spokenAndSign)
      await expectFrame(page, await libass.latin.draw(spokenAndSign, 2, size))
      expect(await page.evaluate(() => window.assPage.failures)).toEqual([])
      expect(errors).toEqual([])
    },
  )
})

test('the worker, WebAssembly and fonts are files of the site, cached for good, in a page that shares no memory', async () => {
  const { page, errors } = await openPage()
  const responses = new Map<string, string | null>()
  page.context().on('response', async (response) => {
    responses.set(new URL(response.url()).pathname, (await response.allHeaders())['cache-control'] ?? null)
  })
  await start(page, spokenAndSign)
  const names = ['captions-ass-', 'captions-worker-', 'jassub-worker', 'default-']
  const cachedAs = (name: string) => [...responses].find(([path]) => path.startsWith(`/assets/${name}`))?.[1]
  await expect.poll(() => names.map(cachedAs)).toEqual(names.map(() => 'public, max-age=31536000, immutable'))
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
  expect(errors).toEqual([])
})
