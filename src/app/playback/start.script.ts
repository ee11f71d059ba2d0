import type { FastStartMedia } from '#video/video.ts'
import { autoplay } from './autoplay.ts'
import { type EarlyMedia, type EarlyPlayback, startEarlyPlayback } from './early-playback.ts'
import { applyRememberedVolume } from './remembered-volume.ts'

/**
 * In the head of the page: requests the first segment of its video before styles and scripts are loaded, and starts
 * playback as soon as the element exists. A script beside the element would wait for the styles.
 */
function start(fastStart: FastStartMedia): void {
  // Safari plays HLS natively.
  if (!('MediaSource' in window) || 'ManagedMediaSource' in window) return
  const responses: Record<string, Promise<Response>> = {}
  for (const url of [fastStart.init, ...fastStart.segments.slice(0, 1)]) {
    const response = fetch(url, { priority: 'high' })
    response.catch(() => {})
    responses[url] = response
  }
  const media: EarlyMedia = { responses, playback: null }
  window.earlyMedia = media
  const observer = new MutationObserver(() => {
    const video = document.querySelector('video')
    if (!video) return
    observer.disconnect()
    media.playback = startVideo(video, fastStart)
  })
  observer.observe(document, { childList: true, subtree: true })
}

function startVideo(video: HTMLVideoElement, fastStart: FastStartMedia): EarlyPlayback | null {
  const playback = startEarlyPlayback(video, fastStart)
  if (!playback) return null
  // The iframe's URL may have muted it.
  if (!video.muted) applyRememberedVolume(video)
  void autoplay(video, () => {
    playback.isMutedByBrowser = true
  })
  return playback
}

start(JSON.parse(document.currentScript?.dataset.given ?? 'null'))
