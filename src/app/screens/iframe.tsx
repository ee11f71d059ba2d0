import { useSearchParams } from 'react-router'
import { EpisodePlayer } from '#app/episode-player/episode-player.tsx'
import { FlashGate } from '#app/flashes/flash-gate.tsx'
import { loadStartMedia } from '#app/flashes/load-media.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { refusePage } from '#app/http/refused.server.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { NsfwBadge } from '#app/ui/badges.tsx'
import { isPossibleId } from '#platform/ids.server.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/iframe'
import '../styles/playing.css'

export const handle: RouteHandle = { isFramed: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...head(loaderData?.title ?? '404 Not Found', 'A video on Hoshi.'),
  { name: 'robots', content: 'noindex' },
]

/** Treats every visitor as anonymous, even a signed-in one, since an iframe is part of another site's page. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { hasIframes, catalog, creators, video } = context.get(hoshiContext)
  // The same response for every video that is not shown, so that it does not reveal which ones exist.
  const refuse = () => refusePage(new Refusal('request.not_found'))
  const isValidRequest = hasIframes && isPossibleId(params.videoId)
  const media = isValidRequest ? (await video.findMany([params.videoId])).get(params.videoId) : undefined
  if (media?.status.state !== 'ready' || media.playback.hls === null) return refuse()
  const { width, height, durationSeconds } = media
  const { hls, poster, storyboard } = media.playback
  // An iframe without autoplay fetches no video before the viewer plays it.
  const isAutoplay = new URL(request.url).searchParams.get('autoplay') === 'true'
  const start = await loadStartMedia(video, params.videoId, isAutoplay)
  const playback = { hls, ...start, poster, storyboard, width, height, durationSeconds }
  const episodeId = await catalog.episodeOn(params.videoId)
  if (episodeId === null) return media.creatorId === null ? { title: media.name, playback, episode: null } : refuse()
  if (!(await catalog.isOpenToAll(episodeId))) return refuse()
  if (media.creatorId !== null && !(await creators.isTrainingReserved(media.creatorId)))
    context.get(pageRequestContext).allowTraining()
  const { id, title, isCovered } = await catalog.find(episodeId, null).catch((error: unknown) => {
    if (isRefusal(error)) return refuse()
    throw error
  })
  // No page of another site can ask its visitors whether they want to see it.
  return { title, playback: isCovered ? null : playback, episode: { id } }
}

export default function Iframe({ loaderData }: Route.ComponentProps) {
  const { title, playback, episode } = loaderData
  const [searchParams] = useSearchParams()
  const isMuted = searchParams.get('muted') === 'true'
  const isAutoplay = searchParams.get('autoplay') === 'true'
  const start = isAutoplay ? (isMuted ? 'muted' : 'playing') : isMuted ? 'paused muted' : 'paused'
  return (
    <main id="main" className="framed">
      {episode && (
        <div className="framed-text row cluster">
          <a href={`/watch/${episode.id}`} target="_blank" rel="noopener">
            {title}
          </a>
        </div>
      )}
      {playback ? (
        <FlashGate {...playback} canGoBack={false}>
          {(dimsFlashes) => (
            <EpisodePlayer
              title={title}
              {...playback}
              flashes={playback.flashes.spans}
              dimsFlashes={dimsFlashes}
              start={start}
            />
          )}
        </FlashGate>
      ) : (
        <MarkedNsfw path={`/watch/${episode?.id}`} />
      )}
    </main>
  )
}

/** In the place of the player of an adult episode, none of whose media are sent. */
function MarkedNsfw({ path }: { path: string }) {
  return (
    <div className="framed-nsfw" data-theme="dark">
      <NsfwBadge />
      <p>Marked NSFW</p>
      <a className="button" href={path} target="_blank" rel="noopener">
        Watch on Hoshi
      </a>
    </div>
  )
}
