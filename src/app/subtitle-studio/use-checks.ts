import { useMemo, useRef } from 'react'
import { type CueCheck, checkCues } from '#app/subtitle-lines/reading-speed.ts'
import type { Cue } from '#subtitles/subtitle.ts'

/** Checks of all lines. Rows whose check is the same as before are not drawn again. */
export function useChecks(cues: readonly Cue[]): readonly CueCheck[] {
  const last = useRef<readonly CueCheck[]>([])
  return useMemo(() => {
    last.current = checkCues(cues, last.current)
    return last.current
  }, [cues])
}
