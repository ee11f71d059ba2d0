import { useSearchParams } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import { head } from '#app/head.ts'
import { Player } from '#app/player/player.tsx'
import { refusePage } from '#app/refused.server.ts'
import { Nsfw } from '#app/ui/badges.tsx'
import { isPossibleId } from '#platform/ids.server.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/iframe'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...head(loaderData?.title ?? '404 Not Found', 'A video on Hoshi.'),
  { name: 'robots', content: 'noindex' },
]

/** Decided as for a stranger, whoever asks: a frame stands on somebody else's page. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { hasIframes, catalog, video } = context.get(hoshiContext)
  // One answer for everything that is not shown, so that it tells nothing of what exists.
  const refuse = () => refusePage(new Refusal('request.not_found'))
  const isAsked = hasIframes && isPossibleId(params.videoId)
  const media = isAsked ? (await video.findMany([params.videoId])).get(params.videoId) : undefined
  if (media?.status.state !== 'ready' || media.playback.hls === null) return refuse()
  const { width, height, durationSeconds } = media
  const { hls, poster, storyboard } = media.playback
  // A frame that waits to be played fetches nothing before.
  const plays = new URL(request.url).searchParams.get('autoplay') === 'true'
  const beginning = plays ? await video.beginningOf(params.videoId) : null
  const picture = { hls, beginning, poster, storyboard, width, height, durationSeconds }
  const episodeId = await catalog.episodeOn(params.videoId)
  if (episodeId === null) return media.creatorId === null ? { title: media.name, picture, episode: null } : refuse()
  if (!(await catalog.isOpenToAll(episodeId))) return refuse()
  const { id, title, nsfw, nsfwReason } = await catalog.find(episodeId, null).catch((error: unknown) => {
    if (isRefusal(error)) return refuse()
    throw error
  })
  return { title, picture, episode: { id, nsfw, nsfwReason } }
}

export default function Iframe({ loaderData }: Route.ComponentProps) {
  const { title, picture, episode } = loaderData
  const [asked] = useSearchParams()
  const isSilent = asked.get('muted') === 'true'
  const isPlaying = asked.get('autoplay') === 'true'
  const start = isPlaying ? (isSilent ? 'silent' : 'playing') : isSilent ? 'waiting silent' : 'waiting'
  return (
    <main id="main" className="framed">
      {episode && (
        <div className="framed-words">
          <a href={`/watch/${episode.id}`} target="_blank" rel="noopener">
            {title}
          </a>
          {episode.nsfw && <Nsfw />}
          {episode.nsfw && episode.nsfwReason !== '' && <span className="nsfw-reason">{episode.nsfwReason}</span>}
        </div>
      )}
      <Player title={title} {...picture} start={start} />
    </main>
  )
}
