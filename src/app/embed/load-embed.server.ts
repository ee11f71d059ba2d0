import type { RouterContextProvider } from 'react-router'
import { loadTexts } from '#app/captions/load-texts.server.ts'
import { loadStartMedia } from '#app/flashes/load-media.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { displayName } from '#creators/creator.ts'
import { Refusal } from '#platform/refusal.ts'

export type EmbedData = Awaited<ReturnType<typeof loadEmbed>>

/** Data of the player for pages of other sites. Everybody is a stranger there, with an account or without. */
export async function loadEmbed(context: Readonly<RouterContextProvider>, episodeId: string) {
  const { catalog, subtitles, series, creators, video } = context.get(hoshiContext)
  const { allowFraming, allowTraining } = context.get(pageRequestContext)
  // Every site may show that there is nothing: whose episode it was, and who might embed it, stays hidden.
  allowFraming(null)
  const episode = await catalog.find(episodeId, null).catch(refusePage)
  const { id, title, nsfwReason, isCovered, hls, embedSites, frameRate, framesOpen } = episode
  if (hls === null && !isCovered) return refusePage(new Refusal('catalog.episode_not_found'))
  allowFraming(embedSites)
  if (!(await creators.isTrainingReserved(episode.creatorId))) allowTraining()
  const { poster, largePoster, storyboard, width, height, durationSeconds } = episode
  const shown = { id, title, creatorName: displayName(episode.creator), nsfwReason, framesOpen }
  // No page of another site can ask its visitors whether they want to see it.
  if (hls === null || isCovered) return { episode: shown, media: null }
  const [{ fastStart, flashes }, { tracks }, isRateVarying, around] = await Promise.all([
    loadStartMedia(video, episode.videoId),
    loadTexts(subtitles, episode, null),
    video.isRateVarying(episode.videoId),
    series.neighboursOf(id, null).catch(refusePage),
  ])
  const [next] = around?.nextListed ? await catalog.findMany([around.nextListed.id], null) : []
  return {
    episode: shown,
    media: {
      hls,
      poster,
      largePoster,
      storyboard,
      width,
      height,
      durationSeconds,
      fastStart,
      flashes,
      study: { videoId: episode.videoId, frameRate, isRateVarying },
      embedSites,
      tracks,
      next: next && around?.nextListed ? nextPart(around.nextListed.number, next) : null,
    },
  }
}

function nextPart(number: number, next: { title: string; durationSeconds: number | null }) {
  return { number, title: next.title, durationSeconds: next.durationSeconds }
}
