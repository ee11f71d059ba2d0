import type { ReactNode } from 'react'
import type { WatchData } from './load-watch.server.ts'
import { NotPlayable } from './not-playable.tsx'
import { NsfwGate } from './nsfw-gate.tsx'
import { NsfwNotice } from './nsfw-notice.tsx'
import { TakenDown } from './restriction.tsx'

interface WatchPictureProps {
  data: WatchData
  isTakenDown: boolean
  isPlayable: boolean
  /** The player, where the episode may be played. */
  children: ReactNode
}

/** The place of the player: the player itself, or why there is none. */
export function WatchPicture({ data, isTakenDown, isPlayable, children }: WatchPictureProps) {
  const { episode, playback, notReady, gate, creator } = data
  if (isTakenDown) return <TakenDown poster={playback.poster} />
  if (gate !== null && notReady === null) return <NsfwGate episode={episode} gate={gate} poster={playback.poster} />
  if (!isPlayable) return <NotPlayable reason={notReady?.reason ?? null} isPrivate={creator.isOwn && !data.isHeld} />
  return (
    <>
      {data.isShownBySetting && <NsfwNotice />}
      {children}
    </>
  )
}
