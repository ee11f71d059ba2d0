/** The scripts run after this time at the latest, even if the video shows no frame. */
const MAX_WAIT_MS = 3000

/** Inserts the deferred rest of the page, which follows this script, once the video shows its first frame. */
async function runDeferred(): Promise<void> {
  await Promise.all([documentParsed(), Promise.race([firstFrameShown(), sleep(MAX_WAIT_MS)])])
  const deferred = document.getElementById('deferred')
  deferred?.after(document.createRange().createContextualFragment(deferred.textContent))
}

function documentParsed(): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

async function firstFrameShown(): Promise<void> {
  const playback = window.earlyMedia?.playback
  if (!playback) return
  const { video } = playback
  // On a fast connection the segment arrives early, and the frame waits for the decoder.
  const frameShown =
    'requestVideoFrameCallback' in video
      ? new Promise((resolve) => video.requestVideoFrameCallback(resolve))
      : Promise.resolve()
  await playback.firstSegment.then(() => frameShown).catch(() => {})
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

void runDeferred()
