import { useEffect } from 'react'

/** Saves with Ctrl or Command and S, which otherwise would save the page as a file. */
export function useSaveKey(onSave: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      onSave()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [onSave])
}
