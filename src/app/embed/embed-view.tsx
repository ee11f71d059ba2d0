import { type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { EpisodePlayer } from '#app/episode-player/episode-player.tsx'
import { FlashGate } from '#app/flashes/flash-gate.tsx'
import { readFrameRange, startOfRange } from '#app/playback/frame-range.ts'
import { readStartTime } from '#app/playback/start-time.ts'
import type { StudyOptions } from '#app/playback/study-options.ts'
import { NsfwBadge } from '#app/ui/badges.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { EmbedEnd } from './embed-end.tsx'
import { EmbedRest } from './embed-rest.tsx'
import type { EmbedData } from './load-embed.server.ts'
import { useEmbedCount } from './use-embed-count.ts'
import { useEmbedMessages } from './use-embed-messages.ts'
import { type EmbedStart, useEmbedPlayer } from './use-embed-player.ts'

type Media = NonNullable<EmbedData['media']>

/** An episode on the page of another site. */
export function EmbedView({ data: { episode, media } }: { data: EmbedData }) {
  if (media) return <PlayableEmbed episode={episode} media={media} />
  const { nsfwReason } = episode
  return (
    <EmbedFrame>
      <Veil>
        <NsfwBadge />
        <h1>Marked NSFW</h1>
        <p>{nsfwReason === '' ? 'Watch this episode on Hoshi.' : `${nsfwReason}. Watch this episode on Hoshi.`}</p>
        <div className="embed-actions cluster">
          <a className="button button-small" href={watchPath(episode.id)} target="_blank" rel="noopener">
            Watch on Hoshi
            <Icon name="out" />
          </a>
        </div>
      </Veil>
    </EmbedFrame>
  )
}

/** In the place of an episode that is not there, or not for everybody. */
export function NotOnAnySheet() {
  return <Message title="Episode unavailable">This episode is private or no longer available.</Message>
}

/** After a fault of ours. */
export function NotLoaded() {
  return <Message title="Something went wrong">Please try again in a moment.</Message>
}

function Message({ title, children }: { title: string; children: string }) {
  return (
    <EmbedFrame>
      <Veil>
        <a href="/" target="_blank" rel="noopener" aria-label="Hoshi">
          <Mark />
        </a>
        <h1>{title}</h1>
        <p>{children}</p>
      </Veil>
    </EmbedFrame>
  )
}

function PlayableEmbed({ episode, media }: { episode: EmbedData['episode']; media: Media }) {
  const { durationSeconds, embedSites: sites } = media
  const root = useRef<HTMLElement>(null)
  const [searchParams] = useSearchParams()
  const range = readFrameRange(searchParams.get('f') ?? '')
  const loopSeconds = range && startOfRange(range, media.study.frameRate)
  const isLoopInside = loopSeconds !== null && (durationSeconds === null || loopSeconds < durationSeconds)
  const startSeconds = (isLoopInside ? loopSeconds : null) ?? readStartTime(searchParams.get('t') ?? '') ?? 0
  const { start, player } = useEmbedPlayer(root, { startSeconds, durationSeconds })
  const onFailed = useEmbedMessages({ root, player, video: media, sites })
  useEmbedCount(root, episode.id)
  return (
    <EmbedFrame ref={root} isStarted={start !== null}>
      <header className="embed-top">
        <a className="embed-title row gap-3" href={watchPath(episode.id)} target="_blank" rel="noopener">
          <Mark />
          <span>
            <h1 className="text-face">{episode.title}</h1>
            <small>{episode.creatorName}</small>
          </span>
        </a>
        <a className="button button-small embed-watch" href={watchPath(episode.id)} target="_blank" rel="noopener">
          <span>
            <span className="embed-watch-on">Watch on </span>Hoshi
          </span>
          <Icon name="out" />
        </a>
      </header>
      {start ? (
        <StartedPlayer episode={episode} media={media} start={start} onFailed={onFailed} />
      ) : (
        <EmbedRest media={media} onPlay={() => void player.play()} />
      )}
    </EmbedFrame>
  )
}

interface StartedPlayerProps {
  episode: EmbedData['episode']
  media: Media
  start: EmbedStart
  onFailed(): void
}

function StartedPlayer({ episode, media, start, onFailed }: StartedPlayerProps) {
  const { hls, fastStart, poster, storyboard, width, height, durationSeconds, flashes, tracks, next } = media
  const playback = { hls, fastStart, poster, storyboard, width, height, durationSeconds }
  const path = watchPath(episode.id)
  const wrapper = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => wrapper.current?.querySelector<HTMLElement>('.player')?.focus({ preventScroll: true }), [])
  const { seconds } = start
  const study = useEmbedStudy(episode, media)
  // Nothing here depends on who is signed in.
  const captions = useMemo(() => ({ tracks, credentials: 'omit' as const }), [tracks])
  const notes = useMemo(
    () => ({ episodeId: episode.id, ...media.study, viewerUid: null, isEmbedded: true }),
    [episode.id, media.study],
  )
  const position = useMemo(
    () => (seconds > 0 ? { resumeSeconds: seconds, rounded: Math.floor, report() {} } : undefined),
    [seconds],
  )
  return (
    <div ref={wrapper} className="embed-player">
      <FlashGate flashes={flashes} poster={poster} hls={hls} canGoBack={false}>
        {(dimsFlashes) => (
          <EpisodePlayer
            title={episode.title}
            by={episode.creatorName}
            {...playback}
            flashes={flashes.spans}
            dimsFlashes={dimsFlashes}
            start={start.isPlaying ? 'playing' : 'paused'}
            {...(position && { position })}
            onFailed={onFailed}
            study={study}
            captions={captions}
            notes={notes}
            rowEnd={
              <a
                className="icon-button embed-row-link"
                href={path}
                target="_blank"
                rel="noopener"
                aria-label="Watch on Hoshi"
              >
                <Icon name="out" />
              </a>
            }
            renderOver={({ video }) => <EmbedEnd video={video} path={path} next={next} />}
          />
        )}
      </FlashGate>
    </div>
  )
}

/** Loop links lead to the page of the episode. */
function useEmbedStudy(episode: EmbedData['episode'], { study }: Media): StudyOptions {
  const [searchParams] = useSearchParams()
  const frames = searchParams.get('f') ?? ''
  const { id, creatorName, framesOpen } = episode
  return useMemo(
    () => ({
      ...study,
      framesOpen,
      by: creatorName,
      path: watchPath(id),
      loop: readFrameRange(frames),
      credentials: 'omit',
    }),
    [study, framesOpen, creatorName, id, frames],
  )
}

interface EmbedFrameProps {
  ref?: Ref<HTMLElement>
  isStarted?: boolean
  children: ReactNode
}

/** The player is night, whatever the page around it. */
function EmbedFrame({ ref, isStarted = false, children }: EmbedFrameProps) {
  const className = isStarted ? 'framed embed is-started' : 'framed embed'
  return (
    <main ref={ref} id="main" className={className} data-theme="dark">
      {children}
    </main>
  )
}

function Veil({ children }: { children: ReactNode }) {
  return <div className="embed-veil column gap-2">{children}</div>
}

function Mark() {
  return <img className="embed-mark" src="/icon.svg" alt="" width="32" height="32" />
}

function watchPath(id: string): string {
  return `/watch/${id}`
}
