import type { Page } from 'playwright-core'

/**
 * The part of the picture that its box shows.
 *
 * @returns the scale, and the points of the picture, 0 to 1, that are at the left and at the top of where it is as a whole
 */
export function view(page: Page) {
  return page.evaluate(() => {
    const [stage, picture, frame] = ['.study-stage', '.study-picture', '.study-frame'].map(
      (selector) => document.querySelector<HTMLElement>(selector)!,
    )
    const [box, shown, drawn] = [stage!, picture!, frame!].map((element) => element.getBoundingClientRect())
    const video = document.querySelector('video')!
    const { left, top, width, height } = video.getBoundingClientRect()
    const videoWidth = Math.min(width, (height * video.videoWidth) / video.videoHeight)
    const { offsetWidth, offsetHeight } = picture!
    // Without a negative zero.
    const two = (value: number) => Math.round(value * 100) / 100 + 0
    return {
      scale: two(shown!.width / offsetWidth),
      left: two((box!.left + (box!.width - offsetWidth) / 2 - shown!.left) / shown!.width),
      top: two((box!.top + (box!.height - offsetHeight) / 2 - shown!.top) / shown!.height),
      // The frame that was decoded lies exactly over the video's own.
      isAligned:
        Math.abs(left + width / 2 - drawn!.left - drawn!.width / 2) < 1 &&
        Math.abs(top + height / 2 - drawn!.top - drawn!.height / 2) < 1 &&
        Math.abs(videoWidth - drawn!.width) < 2,
      hasGap: [
        drawn!.width > box!.width && (drawn!.left > box!.left + 1 || drawn!.right < box!.right - 1),
        drawn!.height > box!.height && (drawn!.top > box!.top + 1 || drawn!.bottom < box!.bottom - 1),
      ].includes(true),
    }
  })
}

export const soundView = { isAligned: true, hasGap: false }
export const wholeView = { ...soundView, scale: 1, left: 0, top: 0 }
