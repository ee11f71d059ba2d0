import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import type { Account } from '#identity/account.ts'

export type FlashCheckData = Awaited<ReturnType<typeof loadFlashCheck>>

/** Loads the flash check of an episode for its creator; the page does not exist for everybody else. */
export async function loadFlashCheck(context: Readonly<RouterContextProvider>, account: Account, episodeId: string) {
  const { catalog, video } = context.get(hoshiContext)
  const found = await catalog.find(episodeId, account).catch((thrown: unknown) => {
    refusedFrom(thrown)
    throw data(null, { status: 404 })
  })
  const { id, title, creatorId, videoId, poster, durationSeconds } = found
  if (creatorId !== account.uid) throw data(null, { status: 404 })
  const [{ state, spans, perSecond, checkedAt }, isRateVarying] = await Promise.all([
    video.flashesOf(videoId),
    video.isRateVarying(videoId),
  ])
  // An average would name wrong frames.
  const frameRate = isRateVarying ? null : found.frameRate
  // A hosted service gives no frames.
  const shown = video.carrier === null ? state : ('unavailable' as const)
  return {
    episode: { id, title, poster, durationSeconds },
    framesPerSecond: frameRate ? frameRate.numerator / frameRate.denominator : null,
    check: { state: shown, spans, perSecond, checkedAt },
  }
}
