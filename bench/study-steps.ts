import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { prepareFrameReader, stepThrough } from '#tests/support/browser/frame-numbers.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { onCleanup } from './cleanup.ts'
import { type Figure, percentile } from './figures.ts'
import { withDataDir, withHoshi } from './hoshi-process.ts'
import { publishFile, waitForVideo } from './short-clip.ts'

const SECONDS = 20
const FRAMES = SECONDS * 24
/** The first steps come while the first frames are decoded. */
const STEPS = FRAMES - 1
const GOALS_MS = { forwards: 50, backwards: 80 }

/**
 * Measures the time from the press of a key in study mode until its frame is drawn, through a video of 20 s at 720p24
 * with a keyframe every 4 s, compared with seeks of the same element to the same frames. Every frame's number is
 * checked.
 */
export async function measureStudySteps(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dir) => {
    const clip = { seconds: SECONDS, width: 1280, height: 720, keyframeSeconds: 4, isNumbered: true }
    const path = await makeClip(dir, clip)
    return withHoshi(async ({ url }) => {
      const creator = await createPerson(url, 'creator', 'Bench')
      const { episodeId, uid } = await publishFile(creator, path)
      await waitForVideo(creator, uid, ({ status }) => status.percentComplete === 100)
      const browser = await openBrowser()
      const unregister = onCleanup(() => browser.close())
      try {
        const { page } = await browser.visit(url)
        await page.goto(`/watch/${episodeId}`)
        await openStudy(page)
        const forwards = await stepsOf(page, '.', (step) => step + 1)
        const backwards = await stepsOf(page, ',', (step) => STEPS - 1 - step)
        const seeks = {
          forwards: await seekThrough(page, (step) => step + 1),
          backwards: await seekThrough(page, (step) => STEPS - 1 - step),
        }
        report(
          `medians: ${Math.round(percentile(forwards, 50))} ms forwards, ${Math.round(percentile(backwards, 50))} back`,
        )
        return [figure('forwards', forwards, seeks.forwards), figure('backwards', backwards, seeks.backwards)]
      } finally {
        unregister()
        await browser.close()
      }
    })
  })
}

function figure(direction: 'forwards' | 'backwards', steps: number[], seeks: number[]): Figure {
  return {
    name: `a step ${direction} in study mode, 95 %, beside a seek`,
    value: percentile(steps, 95),
    unit: 'ms',
    baseline: { value: percentile(seeks, 95) },
    goal: GOALS_MS[direction],
  }
}

async function openStudy(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.keyboard.press('s')
  await page.getByRole('slider', { name: 'Seek' }).fill('0')
  await page.locator('.study-frame:not([hidden])').waitFor()
  await prepareFrameReader(page)
}

/** @throws Error when a step shows another frame */
async function stepsOf(page: Page, key: string, frameAfter: (step: number) => number): Promise<number[]> {
  const steps = await stepThrough(page, key, STEPS)
  const wrong = steps.findIndex(({ frame }, step) => frame !== frameAfter(step))
  if (wrong !== -1) throw new Error(`Step ${wrong} showed frame ${steps[wrong]?.frame}.`)
  return steps.map(({ ms }) => ms)
}

/** Milliseconds from each seek of the video element until it presents a frame. */
async function seekThrough(page: Page, frameAfter: (step: number) => number): Promise<number[]> {
  const seconds = Array.from({ length: STEPS }, (_, step) => (frameAfter(step) + 0.5) / 24)
  return page.evaluate(async (targets) => {
    const video = document.querySelector('video')!
    const taken: number[] = []
    for (const target of targets) {
      const startedAt = performance.now()
      const presented = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
      video.currentTime = target
      await presented
      taken.push(performance.now() - startedAt)
    }
    return taken
  }, seconds)
}
