// Takes a picture of every screen at three widths, dark and light, into shots/. Words pick the screens whose names hold them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { openStage, type Stage } from './stage.ts'

interface Shot {
  name: string
  path: string
  /** Seen by the creator instead of a stranger. */
  isSignedIn?: boolean
}

const folder = join(import.meta.dirname, '../shots')
const widths = [1440, 800, 390]
const schemes = ['dark', 'light'] as const
const wanted = process.argv.slice(2)

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  console.log('hoshi: filling a Hoshi to look at…')
  const stage = await openStage(browser)
  try {
    await mkdir(folder, { recursive: true })
    const shots = screensOf(stage).filter(
      ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
    )
    for (const width of widths) for (const scheme of schemes) await takeAll(browser, stage, shots, width, scheme)
    console.log(`hoshi: ${shots.length * widths.length * schemes.length} pictures in shots/`)
  } finally {
    await stage.close()
  }
} finally {
  await browser.close()
}

function screensOf({ creator, episodeId, adultId }: Stage): Shot[] {
  const profile = `/creator/${creator.account.uid}`
  return [
    { name: 'landing', path: '/' },
    { name: 'explore', path: '/explore' },
    { name: 'login', path: '/login' },
    { name: 'signup', path: '/signup' },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password', path: '/reset-password?token=none' },
    { name: 'creator', path: profile },
    { name: 'creator-not-found', path: '/creator/nobody' },
    { name: 'watch', path: `/watch/${episodeId}` },
    { name: 'watch-nsfw', path: `/watch/${adultId}` },
    { name: 'watch-not-found', path: '/watch/nothing' },
    { name: 'about', path: '/about' },
    { name: 'about-signed-in', path: '/about', isSignedIn: true },
    { name: 'contact', path: '/contact' },
    { name: 'faq', path: '/faq' },
    { name: 'terms', path: '/terms' },
    { name: 'privacy', path: '/privacy' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'dashboard', path: '/dashboard', isSignedIn: true },
    { name: 'upload', path: '/upload', isSignedIn: true },
    { name: 'settings', path: '/settings', isSignedIn: true },
  ]
}

async function takeAll(
  browser: Browser,
  { url, creator }: Stage,
  shots: readonly Shot[],
  width: number,
  colorScheme: (typeof schemes)[number],
): Promise<void> {
  const height = width === 390 ? 844 : 900
  const options = { baseURL: url, viewport: { width, height }, colorScheme, reducedMotion: 'reduce' } as const
  const stranger = await browser.newContext(options)
  const signedIn = await browser.newContext(options)
  const { email, password } = creator
  await signedIn.request.post('/api/auth/sign-in/email', { headers: { Origin: url }, data: { email, password } })
  for (const { name, path, isSignedIn } of shots) {
    const page = await (isSignedIn ? signedIn : stranger).newPage()
    await page.goto(path, { waitUntil: 'load' })
    await settle(page)
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    await page.close()
  }
  await stranger.close()
  await signedIn.close()
}

/** Fonts are in, and pictures below the fold too. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
    const loaded = [...document.images].map((image) => image.decode().catch(() => undefined))
    await Promise.all([document.fonts.ready, ...loaded])
  })
}
