/** Plays with sound where the browser allows it, else without; a refusal of both leaves the video paused. */
export async function playWithSound(element: HTMLVideoElement, onMuted: () => void): Promise<void> {
  try {
    await element.play()
  } catch (refused) {
    if (!(refused instanceof DOMException) || refused.name !== 'NotAllowedError') return
    element.muted = true
    onMuted()
    await element.play().catch(() => {})
  }
}
