import { type RefObject, useEffect } from 'react'

/** Tells the styles of a part how many pixels of the window the keyboard of a phone covers, as `--keyboard`. */
export function useAboveKeyboard(part: RefObject<HTMLElement | null>, isUsed: boolean): void {
  useEffect(() => {
    const { visualViewport: viewport } = window
    if (!isUsed || !viewport) return
    const update = () => {
      const covered = Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))
      part.current?.style.setProperty('--keyboard', `${covered}px`)
    }
    update()
    const controller = new AbortController()
    for (const type of ['resize', 'scroll']) viewport.addEventListener(type, update, { signal: controller.signal })
    return () => controller.abort()
  }, [part, isUsed])
}
