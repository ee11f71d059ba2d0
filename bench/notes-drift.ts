import type { CDPSession, Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { onCleanup } from './cleanup.ts'
import { type Figure, percentile } from './figures.ts'
import { withDataDir, withHoshi } from './hoshi-process.ts'
import { publishFile, waitForVideo } from './short-clip.ts'

const SECONDS = 12
const NOTES = 200
/** The notes belong to this part of the video. */
const [FROM_SECONDS, CROWD_SECONDS] = [2, 5]
const LONGEST_TASK_MS = 50
/** A frame of the screen, and half of the next. */
const FRAME_GOAL_MS = 25

interface Watched {
  /** Milliseconds between the frames of the screen. */
  frames: number[]
  longestTaskMs: number
  /** Milliseconds in which the page's thread worked. */
  busyMs: number
}

/**
 * Plays a video of 12 s at 720p24 with 200 notes in five of its seconds. Measures the frames of the screen, the longest
 * task and the work of the page's thread, compared with the same lanes drawn on a canvas at each frame of the screen.
 */
export async function measureNotesDrift(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dir) => {
    const path = await makeClip(dir, { seconds: SECONDS, width: 1280, height: 720 })
    return withHoshi(async ({ url }) => {
      const creator = await createPerson(url, 'creator', 'Bench')
      const { episodeId, uid } = await publishFile(creator, path)
      await waitForVideo(creator, uid, ({ status }) => status.percentComplete === 100)
      const browser = await openBrowser()
      const unregister = onCleanup(() => browser.close())
      try {
        const options = { reducedMotion: 'no-preference' as const, viewport: { width: 1440, height: 900 } }
        const { page } = await browser.visit(url, options)
        await page.route('**/notes', (route) => route.fulfill({ json: { notes: crowd(), total: NOTES } }))
        const session = await page.context().newCDPSession(page)
        await session.send('Performance.enable')
        await page.goto(`/watch/${episodeId}`)
        await waitForHydration(page)
        await page.locator('.notes-bars').waitFor({ state: 'attached' })
        const drifting = await watch(page, session)
        await page.keyboard.press('n')
        await page.locator('.notes-dots').waitFor({ state: 'attached' })
        await drawOnCanvas(page)
        const drawn = await watch(page, session)
        report(`longest tasks: ${Math.round(drifting.longestTaskMs)} ms, canvas ${Math.round(drawn.longestTaskMs)} ms`)
        return [
          {
            name: 'longest task while 200 notes pass in 5 s',
            value: drifting.longestTaskMs,
            unit: 'ms',
            baseline: { value: drawn.longestTaskMs },
            goal: LONGEST_TASK_MS,
          },
          {
            name: 'between two frames of the screen, 95 %',
            value: percentile(drifting.frames, 95),
            unit: 'ms',
            baseline: { value: percentile(drawn.frames, 95) },
            goal: FRAME_GOAL_MS,
          },
          {
            name: "work of the page's thread in these 5 s",
            value: drifting.busyMs,
            unit: 'ms',
            baseline: { value: drawn.busyMs },
          },
        ]
      } finally {
        unregister()
        await browser.close()
      }
    })
  })
}

function crowd() {
  return Array.from({ length: NOTES }, (_, at) => ({
    id: `note-${at}`,
    text: `the scarf is on twos, I checked it ${at} times`,
    frame: Math.floor((FROM_SECONDS + (at * CROWD_SECONDS) / NOTES) * 24),
    author: { uid: `viewer-${at}`, username: '', avatarUrl: '' },
    hidden: false,
    pinned: false,
    held: false,
  }))
}

/** Plays from the crowd on, for as long as it lasts. */
async function watch(page: Page, session: CDPSession): Promise<Watched> {
  await page.evaluate(async (seconds) => {
    const video = document.querySelector('video')!
    const hasSought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
    video.currentTime = seconds
    await hasSought
    await video.play()
  }, FROM_SECONDS)
  const before = await busyMs(session)
  const seen = await page.evaluate(async (milliseconds) => {
    const frames: number[] = []
    const tasks: number[] = [0]
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    const startedAt = performance.now()
    let last = startedAt
    while (last - startedAt < milliseconds) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - last)
      last = now
    }
    observer.disconnect()
    return { frames: frames.slice(1), longestTaskMs: Math.max(...tasks) }
  }, CROWD_SECONDS * 1000)
  return { ...seen, busyMs: (await busyMs(session)) - before }
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Draws three notes as the picture has them, at each frame of the screen. */
async function drawOnCanvas(page: Page): Promise<void> {
  await page.evaluate(() => {
    const picture = document.querySelector('.player-picture')!
    const canvas = document.createElement('canvas')
    canvas.width = picture.clientWidth
    canvas.height = picture.clientHeight / 3
    canvas.style.cssText = 'position:absolute;inset:0 0 auto;pointer-events:none'
    picture.append(canvas)
    const context = canvas.getContext('2d')!
    const video = document.querySelector('video')!
    const draw = () => {
      context.clearRect(0, 0, canvas.width, canvas.height)
      context.font = '700 20px sans-serif'
      context.lineWidth = 4
      context.strokeStyle = '#0b1a24'
      context.fillStyle = '#fff'
      for (const lane of [0, 1, 2]) {
        const text = `the scarf is on twos, I checked it ${lane} times`
        const share = ((video.currentTime + lane) % 5) / 5
        const x = canvas.width - share * (canvas.width + context.measureText(text).width)
        context.strokeText(text, x, 36 + 48 * lane)
        context.fillText(text, x, 36 + 48 * lane)
      }
      requestAnimationFrame(draw)
    }
    draw()
  })
}
