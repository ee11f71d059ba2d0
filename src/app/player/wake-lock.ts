/**
 * Keeps the screen on while a video plays and its page is seen.
 * @returns a function that ends it, with no effect where it is unsupported, or refused as in a frame of another site
 */
export function keepScreenOn(video: HTMLVideoElement): () => void {
  if (!('wakeLock' in navigator)) return () => {}
  let lock: Promise<WakeLockSentinel | null> | null = null
  const release = () => {
    void lock?.then((sentinel) => sentinel?.release()).catch(() => {})
    lock = null
  }
  const update = () => {
    const isWanted = !video.paused && document.visibilityState === 'visible'
    if (!isWanted) release()
    else lock ??= navigator.wakeLock.request('screen').catch(() => null)
  }
  const controller = new AbortController()
  const { signal } = controller
  for (const type of ['playing', 'pause', 'emptied']) video.addEventListener(type, update, { signal })
  // The browser ends the lock of a hidden page.
  document.addEventListener('visibilitychange', update, { signal })
  update()
  return () => {
    controller.abort()
    release()
  }
}
