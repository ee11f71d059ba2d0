import { useMemo } from 'react'
import { useCurrentUser } from '#app/http/current-user.ts'
import type { NoteOptions } from '#app/notes/note-options.ts'
import type { WatchData } from './load-watch.server.ts'

/** Options of notes in the player and in the list, from the data of the watch page. */
export function useNoteOptions({ episode, study }: Pick<WatchData, 'episode' | 'study'>): NoteOptions {
  const viewerUid = useCurrentUser()?.uid ?? null
  const { videoId, frameRate, isRateVarying } = study
  return useMemo(
    () => ({ episodeId: episode.id, videoId, frameRate, isRateVarying, viewerUid }),
    [episode.id, videoId, frameRate, isRateVarying, viewerUid],
  )
}
