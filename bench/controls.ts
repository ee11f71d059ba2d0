import type { Page } from 'playwright-core'
import { openBrowser, type TestBrowser } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { onCleanup } from './cleanup.ts'
import { type Control, playerControls, studyControls } from './control-steps.ts'
import { type Figure, median } from './figures.ts'
import { withDataDir, withHoshi } from './hoshi-process.ts'
import { publishFile, waitForVideo } from './short-clip.ts'

const ROUNDS = 3
const GOAL_MS = 100
/** Chromium reports no interaction that took less. */
const SHORTEST_MS = 16
const BARE_CLICKS = 10

/** Milliseconds from the use of a control until the screen shows its effect, once a round. */
type Delays = Map<string, number[]>

/**
 * Measures the time from each press of a control of the player, by pointer or key, until the next frame of the screen
 * (Event Timing, in steps of 8 ms), while a video at 720p24 plays; compared with a button alone on a bare page.
 */
export async function measureControls(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dir) => {
    const path = await makeClip(dir, { seconds: 20, width: 1280, height: 720, keyframeSeconds: 4, isNumbered: true })
    return withHoshi(async ({ url }) => {
      const creator = await createPerson(url, 'creator', 'Bench')
      const { episodeId, uid } = await publishFile(creator, path)
      await waitForVideo(creator, uid, ({ status }) => status.percentComplete === 100)
      await furnish(creator, episodeId)
      const browser = await openBrowser()
      const unregister = onCleanup(() => browser.close())
      try {
        const bare = await bareClicks(browser, url)
        const delays: Delays = new Map()
        for (let round = 1; round <= ROUNDS; round += 1) {
          await pressAll(browser, url, `/watch/${episodeId}`, creator, delays)
          report(`round ${round} of ${ROUNDS}: ${delays.size} controls`)
        }
        return figures(delays, bare, report)
      } finally {
        unregister()
        await browser.close()
      }
    })
  })
}

/** Adds chapters, texts in two languages and a note. */
async function furnish(creator: Person, episodeId: string): Promise<void> {
  await approveText(creator, episodeId, linesFile(['Put the kettle on.', 'You said the last one waits!', 'It waited.']))
  await approveText(creator, episodeId, linesFile(['おちゃ、いれて。']), { language: 'ja', kind: 'captions' })
  const changes = { description: '0:00 The platform\n0:08 The viaduct\n0:16 One minute late\n' }
  const changed = await creator.call('PATCH', `/api/v1/episodes/${episodeId}`, changes)
  if (changed.status !== 200) throw new Error(`Adding chapters answered ${changed.status}.`)
  const noted = await creator.call('POST', `/api/v1/episodes/${episodeId}/notes`, { text: 'on twos', frame: 48 })
  if (noted.status !== 201) throw new Error(`Adding a note answered ${noted.status}.`)
}

async function bareClicks(browser: TestBrowser, url: string): Promise<number[]> {
  const visitor = await browser.visit(url)
  try {
    const { page } = visitor
    await recordInteractions(page)
    await page.goto('about:blank')
    await page.setContent('<button>On</button>')
    await page.evaluate(() => {
      const button = document.querySelector('button')!
      button.addEventListener('click', () => (button.textContent = button.textContent === 'On' ? 'Off' : 'On'))
    })
    const taken: number[] = []
    for (let click = 0; click < BARE_CLICKS; click += 1)
      taken.push(await delayOf(page, () => page.locator('button').click()))
    return taken
  } finally {
    await visitor.close()
  }
}

async function pressAll(
  browser: TestBrowser,
  url: string,
  path: string,
  viewer: Person,
  delays: Delays,
): Promise<void> {
  const visitor = await browser.visit(url, { viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  try {
    const { page } = visitor
    await visitor.logInAs(viewer)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    page.setDefaultTimeout(15_000)
    await recordInteractions(page)
    await page.goto(path)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await page.getByRole('button', { name: /^Timed notes/ }).waitFor()
    await pressControls(page, playerControls, delays)
    await page.keyboard.press('k')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await pressControls(page, [openStudy], delays)
    await page.getByRole('slider', { name: 'Seek' }).fill('0')
    await page.locator('.study-frame:not([hidden])').waitFor()
    await pressControls(page, studyControls, delays)
  } finally {
    await visitor.close()
  }
}

const openStudy: Control = {
  name: 'Study mode',
  use: (page) => page.getByRole('button', { name: 'Study mode', exact: true }).click(),
  opens: (page) => page.getByRole('timer'),
}

async function pressControls(page: Page, controls: readonly Control[], delays: Delays): Promise<void> {
  for (const { name, use, opens } of controls) {
    // Controls at rest take no clicks.
    for (const x of [300, 310]) await page.mouse.move(x, 200)
    const taken = await delayOf(page, () => use(page))
    delays.set(name, [...(delays.get(name) ?? []), taken])
    await opens?.(page).waitFor()
  }
}

type ObservedWindow = Window & { interactions?: PerformanceObserver; slowest?: number }

async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observed = window as ObservedWindow
    const keep = (entries: PerformanceEntryList) => {
      for (const entry of entries as PerformanceEventTiming[])
        if (entry.interactionId) observed.slowest = Math.max(observed.slowest ?? 0, entry.duration)
    }
    observed.interactions = new PerformanceObserver((list) => keep(list.getEntries()))
    observed.interactions.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Milliseconds of the slowest interaction in a use of a control. */
async function delayOf(page: Page, use: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => ((window as ObservedWindow).slowest = 0))
  await use()
  const slowest = await page.evaluate(async () => {
    // Entries come after the frame that shows the effect.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve, 100))
    return (window as ObservedWindow).slowest ?? 0
  })
  return Math.max(slowest, SHORTEST_MS)
}

function figures(delays: Delays, bare: number[], report: (line: string) => void): Figure[] {
  const bySlowest = [...delays].map(([name, taken]) => ({ name, ms: median(taken) })).sort((a, b) => b.ms - a.ms)
  report(
    `slowest: ${bySlowest
      .slice(0, 12)
      .map(({ name, ms }) => `${name} ${Math.round(ms)}`)
      .join(', ')}`,
  )
  const [slowest] = bySlowest
  return [
    {
      name: `slowest of ${bySlowest.length} controls of the player, ${slowest!.name}`,
      value: slowest!.ms,
      unit: 'ms',
      baseline: { value: median(bare) },
      goal: GOAL_MS,
    },
    {
      name: 'half of the controls',
      value: median(bySlowest.map(({ ms }) => ms)),
      unit: 'ms',
      baseline: { value: median(bare) },
    },
  ]
}
