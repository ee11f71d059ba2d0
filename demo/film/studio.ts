import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { browserPath } from '#tests/support/browser/browser-path.ts'
import { Synth } from '../audio/synth.ts'
import { endCard, titleCard } from './cards.ts'
import { DRAWINGS_PER_SECOND, STAGE } from './drawing.ts'
import { END_SECONDS, type Film, type Shot, TITLE_SECONDS } from './film.ts'

const packages = join(import.meta.dirname, '../../node_modules')
const origin = 'http://studio.example'
const fonts = [
  '@fontsource/dela-gothic-one/index.css',
  '@fontsource/klee-one/600.css',
  '@fontsource-variable/figtree/index.css',
  '@fontsource/m-plus-2/400.css',
  '@fontsource/m-plus-2/700.css',
]

/** Drawings on one contact sheet. */
const CONTACT_SHEET_DRAWINGS = 24

/** The entire film, cards included. */
function shotsOf(film: Film, creator: string): Shot[] {
  return [titleCard(film.card, creator), ...film.shots, endCard(film.card, creator)]
}

export function secondsOf(film: Film): number {
  return film.shots.reduce((sum, shot) => sum + shot.seconds, TITLE_SECONDS + END_SECONDS)
}

/** Draws a film and writes it as a file that browsers play unchanged. */
export async function makeFilm(browser: Browser, film: Film, creator: string, out: string): Promise<void> {
  const synth = new Synth(secondsOf(film))
  film.score(synth)
  const ffmpeg = spawn('ffmpeg', encoding(film, out), { stdio: ['pipe', 'inherit', 'inherit', 'pipe'] })
  const ended = once(ffmpeg, 'exit')
  const pcm = ffmpeg.stdio[3] as NodeJS.WritableStream
  pcm.on('error', () => {})
  pcm.end(synth.toPcm())
  for await (const screenshot of screenshotsOf(browser, film, drawingsOf(film, creator), film.size)) {
    if (!ffmpeg.stdin!.write(screenshot)) await once(ffmpeg.stdin!, 'drain')
  }
  ffmpeg.stdin!.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`)
}

/** Drawings in one screenshot: a request to the browser costs more than the drawing. */
const DRAWINGS_PER_SCREENSHOT = 8

/** Every drawing of the film in order. */
function* drawingsOf(film: Film, creator: string): Generator<string> {
  for (const shot of shotsOf(film, creator)) {
    for (let n = 0; n < Math.round(shot.seconds * DRAWINGS_PER_SECOND); n += 1) yield shot.draw(n / DRAWINGS_PER_SECOND)
  }
}

/** PNGs with several drawings one above the other; the last PNG is filled up with the last drawing. */
async function* screenshotsOf(
  browser: Browser,
  film: Film,
  drawings: Iterable<string>,
  { width, height }: Film['size'],
): AsyncGenerator<Buffer> {
  const page = await browser.newPage({ viewport: { width, height: height * DRAWINGS_PER_SCREENSHOT } })
  await page.route(`${origin}/**`, async (route) => {
    const path = normalize(new URL(route.request().url()).pathname)
    if (path === '/') return await route.fulfill({ contentType: 'text/html', body: stageFor(film) })
    const contentType = path.endsWith('.css') ? 'text/css' : 'font/woff2'
    await route.fulfill({ body: await readFile(join(packages, path)), contentType })
  })
  await page.goto(origin)
  const session = await page.context().newCDPSession(page)
  let pending: string[] = []
  const flush = async () => {
    while (pending.length < DRAWINGS_PER_SCREENSHOT) pending.push(pending.at(-1) ?? '')
    await page.evaluate(async (texts) => {
      for (const [n, stage] of [...document.querySelectorAll('svg')].entries()) stage.innerHTML = texts[n] ?? ''
      await document.fonts.ready
    }, pending)
    pending = []
    return await takeScreenshot(session)
  }
  for (const drawing of drawings) {
    pending.push(drawing)
    if (pending.length === DRAWINGS_PER_SCREENSHOT) yield await flush()
  }
  if (pending.length > 0) yield await flush()
  await page.close()
}

/** Draws a contact sheet: a few drawings of a film, scaled down. */
export async function makeContactSheet(browser: Browser, film: Film, creator: string, out: string): Promise<void> {
  const all = [...drawingsOf(film, creator)]
  const chosen = Array.from(
    { length: CONTACT_SHEET_DRAWINGS },
    (_, n) => all[Math.floor(((n + 0.5) * all.length) / CONTACT_SHEET_DRAWINGS)] ?? '',
  )
  const size = { width: Math.round(film.size.width / 3), height: Math.round(film.size.height / 3) }
  const filters = `untile=1x${DRAWINGS_PER_SCREENSHOT},tile=4x${CONTACT_SHEET_DRAWINGS / 4}`
  const options = `-v error -y -f image2pipe -c:v png -i pipe:0 -vf ${filters} -frames:v 1`.split(' ')
  const ffmpeg = spawn('ffmpeg', [...options, out], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(ffmpeg, 'exit')
  ffmpeg.stdin.on('error', () => {})
  for await (const screenshot of screenshotsOf(browser, film, chosen, size)) ffmpeg.stdin.write(screenshot)
  ffmpeg.stdin.end()
  await ended
}

async function takeScreenshot(session: CDPSession): Promise<Buffer> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
  return Buffer.from(data, 'base64')
}

function stageFor({ size }: Film): string {
  const shown = Math.min(STAGE.width, (STAGE.height * size.width) / size.height)
  const view = `${(STAGE.width - shown) / 2} 0 ${shown} ${STAGE.height}`
  const stage = `<svg viewBox="${view}" preserveAspectRatio="xMidYMid slice"></svg>`
  const links = fonts.map((font) => `<link rel="stylesheet" href="/${font}">`).join('')
  return `<!doctype html>${links}<style>body{margin:0;background:#000}svg{display:block;width:100vw;height:calc(100vh / ${DRAWINGS_PER_SCREENSHOT})}</style>${stage.repeat(DRAWINGS_PER_SCREENSHOT)}`
}

function encoding(film: Film, out: string): string[] {
  const { width, height } = film.size
  const filters = `untile=1x${DRAWINGS_PER_SCREENSHOT},fps=24,scale=${width}:${height}:out_color_matrix=bt709:out_range=tv,format=yuv420p`
  const options = [
    `-v error -y -f image2pipe -c:v png -framerate ${DRAWINGS_PER_SECOND / DRAWINGS_PER_SCREENSHOT} -i pipe:0`,
    `-f s16le -ar 48000 -ac 2 -i pipe:3 -t ${secondsOf(film)} -vf ${filters}`,
    '-c:v libx264 -profile:v high -level 4.0 -refs 4 -preset slow -tune animation',
    // Each segment that is cut from it begins with a keyframe: one at least every four seconds.
    `-crf ${film.crf ?? 29} -g 96 -flags +cgop -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv`,
    '-c:a aac -b:a 48k -map_metadata -1 -fflags +bitexact -movflags +faststart',
  ]
  return [...options.join(' ').split(' '), out]
}

export function openStudio(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
  })
}
