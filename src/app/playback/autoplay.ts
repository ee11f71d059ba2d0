/** Plays with audio where the browser allows it, otherwise muted; if both are refused, the video stays paused. */
export async function autoplay(element: HTMLVideoElement, onMuted: () => void): Promise<void> {
  try {
    await element.play()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
    element.muted = true
    onMuted()
    await element.play().catch(() => {})
  }
}
