import { useEffect, useRef } from 'react'

/** Focuses an element after the next render, in place of one that is gone by then: the one with this `data-focus`. */
export function useFocusNext(): (id: string) => void {
  const next = useRef<string | null>(null)
  useEffect(() => {
    const id = next.current
    if (id === null) return
    next.current = null
    document.querySelector<HTMLElement>(`[data-focus="${id}"]`)?.focus()
  })
  return (id) => {
    next.current = id
  }
}
