/** When the scripts run at the latest, whatever has come of the video. */
const LATEST_MS = 3000

/** Before the deferred rest of the page: makes it part of the page once the video shows its first picture. */
async function runDeferred(): Promise<void> {
  await Promise.all([isParsed(), Promise.race([hasPicture(), sleep(LATEST_MS)])])
  const deferred = document.getElementById('deferred')
  deferred?.after(document.createRange().createContextualFragment(deferred.textContent))
}

function isParsed(): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

async function hasPicture(): Promise<void> {
  const video = document.querySelector('video')
  if (!video?.begunPicture) return
  // On a fast line the bytes are there first, and the processor is what the picture waits for.
  const shown =
    'requestVideoFrameCallback' in video
      ? new Promise((resolve) => video.requestVideoFrameCallback(resolve))
      : Promise.resolve()
  await video.begunPicture.firstSegment.then(() => shown).catch(() => {})
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

void runDeferred()
