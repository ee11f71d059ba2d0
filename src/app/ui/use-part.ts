import { useEffect, useRef, useState } from 'react'

/** The code of a part, from the first time on that it is wanted; null until it is loaded. */
export function usePart<Part>(load: () => Promise<Part>, isWanted: boolean, onFailed: () => void): Part | null {
  const [part, setPart] = useState<{ code: Part } | null>(null)
  const latestOnFailed = useRef(onFailed)
  latestOnFailed.current = onFailed
  useEffect(() => {
    if (!isWanted || part) return
    let isCurrent = true
    load().then(
      (code) => isCurrent && setPart({ code }),
      () => isCurrent && latestOnFailed.current(),
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted, part])
  return part?.code ?? null
}
