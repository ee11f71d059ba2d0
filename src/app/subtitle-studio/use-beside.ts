import { useEffect, useMemo, useState } from 'react'
import type { ScriptLine } from '#subtitles/script/script-parts.ts'
import type { Cue } from '#subtitles/subtitle.ts'
import { placeBeside } from './beside.ts'
import { loadCues } from './stored-text.ts'

/** A text that can be read beside the one that is edited. */
export interface OtherText {
  id: string
  label: string
  language: string
}

/** The text that is read beside, and its lines once they are loaded. */
export function useBeside(others: readonly OtherText[], lines: readonly ScriptLine[]) {
  const [chosen, setChosen] = useState(others[0]?.id ?? '')
  const [loaded, setLoaded] = useState<{ id: string; cues: readonly Cue[] | null } | null>(null)
  const other = others.find(({ id }) => id === chosen)
  const id = other?.id
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    loadCues(id, controller.signal).then(
      (cues) => setLoaded({ id, cues }),
      () => !controller.signal.aborted && setLoaded({ id, cues: null }),
    )
    return () => controller.abort()
  }, [id])
  const cues = loaded && loaded.id === id ? loaded.cues : null
  const placed = useMemo(() => cues && placeBeside(lines, cues), [lines, cues])
  const hasFailed = loaded !== null && loaded.id === id && loaded.cues === null
  const { label, language } = other ?? { label: '', language: '' }
  const beside = useMemo(
    () => (cues && placed ? { ...placed, cues, label, language } : null),
    [cues, placed, label, language],
  )
  return { chosen, choose: setChosen, beside, hasFailed }
}
