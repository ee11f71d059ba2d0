import type { Beginning } from '#video/video.ts'
import { beginPicture } from './begin-picture.ts'
import { playWithSound } from './play-with-sound.ts'

/**
 * In the head of the page: asks for the first bytes of its video before styles and scripts are there, and begins it as
 * soon as its element is. A script beside the element would wait for the styles.
 */
function start(beginning: Beginning): void {
  // Safari plays HLS without our help.
  if (!('MediaSource' in window) || 'ManagedMediaSource' in window) return
  const early: Record<string, Promise<Response>> = {}
  for (const address of [beginning.init, ...beginning.segments.slice(0, 1)]) {
    const answer = fetch(address, { priority: 'high' })
    answer.catch(() => {})
    early[address] = answer
  }
  window.earlyAnswers = early
  const parsed = new MutationObserver(() => {
    const video = document.querySelector('video')
    if (!video) return
    parsed.disconnect()
    begin(video, beginning)
  })
  parsed.observe(document, { childList: true, subtree: true })
}

function begin(video: HTMLVideoElement, beginning: Beginning): void {
  const begun = beginPicture(video, beginning)
  video.begunPicture = begun
  if (!begun) return
  void playWithSound(video, () => {
    begun.isMutedByBrowser = true
  })
}

start(JSON.parse(document.currentScript?.dataset.given ?? 'null'))
