import type { Page } from 'playwright-core'
import type { Frame } from '#tests/support/media/ass-frames.server.ts'

// Commands for the page of `ass-page.server.ts`, and readings of its picture.

export const start = (page: Page, script: string, fonts: string[] = []) =>
  page.evaluate(([text, urls]) => window.assPage.start('/assets/blank.mp4', text, { fonts: urls }), [
    script,
    fonts,
  ] as const)
export const seek = (page: Page, seconds: number) => page.evaluate((to) => window.assPage.seek(to), seconds)

export async function frameOf(page: Page): Promise<Frame> {
  const { width, height, base64 } = await page.evaluate(() => window.assPage.pixels())
  return { width, height, rgb: Buffer.from(base64, 'base64') }
}

export const layer = (page: Page, call: 'liftDialogue' | 'setScript' | 'destroy', value: number | string = 0) =>
  page.evaluate(([name, argument]) => (window.assPage.layer()[name] as (value: unknown) => void)(argument), [
    call,
    value,
  ] as const)
export const canvasBox = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas')!
    const { x, y, width, height } = canvas.getBoundingClientRect()
    return { x, y, width, height, pixels: canvas.width }
  })
export const resizeHost = (page: Page, width: number, height: number) =>
  page.evaluate((to) => Object.assign(document.querySelector('main')!.style, to), {
    width: `${width}px`,
    height: `${height}px`,
  })
export const playTo = (page: Page, seconds: number) =>
  page.evaluate(async (to) => {
    const video = document.querySelector('video')!
    video.playbackRate = 2
    await video.play()
    while (video.currentTime < to)
      await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }))
    video.pause()
  }, seconds)
