import type { EarlyPlayback } from '#app/playback/early-playback.ts'

/** The scripts run after this time at the latest, whatever is still loading. */
const MAX_WAIT_MS = 3000

/** Inserts the deferred rest of the page, which follows this script, once the page is on screen, or at the first input. */
async function runDeferred(): Promise<void> {
  await Promise.all([documentParsed(), Promise.race([onScreen(), firstInput(), sleep(MAX_WAIT_MS)])])
  const deferred = document.getElementById('deferred')
  deferred?.after(document.createRange().createContextualFragment(deferred.textContent))
}

function documentParsed(): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** Resolves when a video shows its first frame, or any other page shows its loaded styles, fonts and pictures. */
async function onScreen(): Promise<void> {
  const playback = window.earlyMedia?.playback
  if (playback) return videoFrameShown(playback)
  // The player of a video without an early start is one of the scripts.
  if (document.querySelector('video')) return
  await loaded()
  await framePainted()
}

async function videoFrameShown({ video, firstSegment }: EarlyPlayback): Promise<void> {
  // On a fast connection the segment arrives early, and the frame waits for the decoder.
  const frameShown =
    'requestVideoFrameCallback' in video
      ? new Promise((resolve) => video.requestVideoFrameCallback(resolve))
      : Promise.resolve()
  await firstSegment.then(() => frameShown).catch(() => {})
}

function loaded(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/** The second frame begins when the first one, with all that has loaded, is drawn. A hidden page has no frames. */
function framePainted(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** The first input, which is kept for the scripts, even if it came before this one ran (early-input.script.ts). */
function firstInput(): Promise<unknown> {
  return window.earlyInput?.firstInput ?? new Promise(() => {})
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

void runDeferred()
