import { Fragment, useCallback, useMemo, useState } from 'react'
import { CommentsSection, type RefusedForm } from '#app/comments/comments-section.tsx'
import { MadeBy } from '#app/credits/made-by.tsx'
import { EpisodePlayer } from '#app/episode-player/episode-player.tsx'
import { formatContentNotes } from '#app/episodes/content-notes.ts'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { FlashGate } from '#app/flashes/flash-gate.tsx'
import { FlashPanel } from '#app/flashes/flash-panel.tsx'
import { usePlaybackPosition } from '#app/library/use-playback-position.ts'
import { WatchLaterButton } from '#app/library/watch-later-button.tsx'
import { trendingReason } from '#app/messages/trending.ts'
import type { NoteOptions } from '#app/notes/note-options.ts'
import { SidePanel } from '#app/notes/side-panel.tsx'
import type { SidePanelProps } from '#app/notes/side-panel-props.ts'
import { currentSeconds } from '#app/playback/watch-video.ts'
import { readChapters } from '#app/player/chapters.ts'
import type { SeriesPaths } from '#app/player/series-links.tsx'
import { ReportLink } from '#app/report/report-link.tsx'
import { SeriesStrip } from '#app/series/series-strip.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import { FlashBadge, GenreBadge, NsfwBadge, TrendingBadge, VisibilityBadge } from '#app/ui/badges.tsx'
import { formatDate, formatViews } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { EndOfEpisode } from '#app/up-next/end-of-episode.tsx'
import { UpNextList } from '#app/up-next/up-next-list.tsx'
import { CreatorBlock } from './creator-block.tsx'
import { Description } from './description.tsx'
import { LikeButton } from './like-button.tsx'
import type { WatchData } from './load-watch.server.ts'
import { NotPlayable } from './not-playable.tsx'
import { NsfwGate, useFocusAfterGate } from './nsfw-gate.tsx'
import { NsfwNotice } from './nsfw-notice.tsx'
import { readMoment } from './read-moment.ts'
import { HeldNotice, RestrictionNotice, TakenDown } from './restriction.tsx'
import { useNoteOptions } from './use-note-options.ts'
import { useStudyOptions } from './use-study-options.ts'
import { useRevalidatePrefetched, useWatchCount } from './use-watch-count.ts'

function seriesPaths(strip: WatchData['strip']): SeriesPaths | undefined {
  if (!strip) return undefined
  const pathOf = (part: typeof strip.next) => (part ? `/watch/${part.id}` : null)
  return { previous: pathOf(strip.previous), next: pathOf(strip.next) }
}

/**
 * The parts beside the player. Signed-in people may have notes that others do not see, even where comments are closed.
 */
function sideParts(
  { episode, playback, creator, texts, noteCount }: WatchData,
  notes: NoteOptions,
  takesNotes: boolean,
): Omit<SidePanelProps, 'hasPlayer'> {
  const { tracks, lineCount } = texts
  const hasNotes = takesNotes || noteCount > 0 || notes.viewerUid !== null
  return {
    episodeId: episode.id,
    creatorUid: creator.uid,
    notes: hasNotes ? { options: notes, durationSeconds: playback.durationSeconds, count: noteCount } : null,
    lines: tracks.length > 0 ? { texts: tracks, count: lineCount } : null,
  }
}

/** The watch page of one episode. @param answer to a refused form without scripts */
export function WatchEpisode({ data, answer }: { data: WatchData; answer: RefusedForm | null }) {
  const { episode, playback, notReady, creator } = data
  const { hls } = playback
  // Moderators watch it, to decide about an appeal.
  const isTakenDown = data.restriction?.isTakenDown === true && creator.isOwn
  const isPlayable = notReady === null && hls !== null && !isTakenDown
  useRevalidateWhile(notReady?.state === 'Processing')
  useRevalidatePrefetched(episode.id)
  const position = usePlaybackPosition({
    id: episode.id,
    positionSeconds: data.positionSeconds,
    durationSeconds: playback.durationSeconds,
    frameRate: data.study.frameRate,
  })
  const study = useStudyOptions(data)
  const { tracks } = data.texts
  const captions = useMemo(() => ({ tracks, credentials: 'same-origin' as const }), [tracks])
  const notes = useNoteOptions(data)
  const chapters = useMemo(
    () => readChapters(episode.description, playback.durationSeconds),
    [episode.description, playback.durationSeconds],
  )
  // A view counts once the player is shown: an episode that flashes asks before.
  const [hasPlayer, setHasPlayer] = useState(false)
  const showPlayer = useCallback(() => setHasPlayer(true), [])
  const countedViews = useWatchCount(episode.id, isPlayable && hasPlayer)
  useFocusAfterGate(data.gate !== null)
  const isShown = isPlayable && data.gate === null
  const takesNotes = isShown && episode.commentsOpen && !data.discussion.isClosedEverywhere
  const isLikeRefused = answer?.values.intent === 'like' || answer?.values.intent === 'unlike'
  return (
    <div className="wrap watch">
      <div className="watch-main">
        {data.isShownBySetting && isPlayable && <NsfwNotice />}
        {isTakenDown ? (
          <TakenDown poster={playback.poster} />
        ) : data.gate !== null && notReady === null ? (
          <NsfwGate episode={episode} gate={data.gate} poster={playback.poster} />
        ) : hls !== null && isPlayable ? (
          <FlashGate flashes={data.flashes} poster={playback.poster} hls={hls} onPlayer={showPlayer}>
            {(dimsFlashes) => (
              <EpisodePlayer
                title={episode.title}
                {...playback}
                by={creator.name}
                hls={hls}
                chapters={chapters}
                flashes={data.flashes.spans}
                dimsFlashes={dimsFlashes}
                position={position}
                series={seriesPaths(data.strip)}
                study={study}
                captions={captions}
                notes={notes}
                hasTheatre
                renderOver={(video) => <EndOfEpisode video={video} episode={episode} upNext={data.upNext} />}
              />
            )}
          </FlashGate>
        ) : (
          <NotPlayable reason={notReady?.reason ?? null} isPrivate={creator.isOwn && !data.isHeld} />
        )}
        <h1 className="watch-title text-face">{episode.title}</h1>
        {data.isHeld && <HeldNotice isOwn={creator.isOwn} />}
        {data.restriction && <RestrictionNotice restriction={data.restriction} isOwn={creator.isOwn} />}
        <div className="watch-facts">
          <GenreBadge name={episode.genre} />
          {episode.trending && <TrendingBadge reason={trendingReason(data.trendingWatches)} />}
          <VisibilityBadge {...episode} />
          {episode.nsfw && <NsfwBadge />}
          {episode.nsfw && episode.nsfwReason !== '' && <span className="nsfw-reason">{episode.nsfwReason}</span>}
          {data.flashes.spans.length > 0 && <FlashBadge />}
          {episode.contentNotes.length > 0 && (
            <span className="content-notes-line">
              <Icon name="warn" />
              {formatContentNotes(episode.contentNotes)}
            </span>
          )}
          <p className="views-and-date figures">
            <span>{formatViews(countedViews ?? data.views)}</span>
            <span aria-hidden="true">·</span>
            <time dateTime={episode.date.toISOString()}>{formatDate(episode.date)}</time>
          </p>
          {creator.isOwn || (episode.translationsOpen && data.positionSeconds !== undefined) ? (
            <Link className="button button-text button-small" to={`/subtitles/${episode.id}`}>
              <Icon name="cc" />
              {creator.isOwn ? 'Subtitles' : 'Contribute Subtitles'}
            </Link>
          ) : null}
          {!creator.isOwn && <ReportLink subject={{ kind: 'episode', id: episode.id }} readMoment={readMoment} />}
        </div>
        <div className="watch-actions">
          <LikeButton
            episodeId={episode.id}
            liked={data.liked}
            likes={data.likes}
            refused={isLikeRefused ? answer.refused.message : null}
          />
          <WatchLaterButton
            episodeId={episode.id}
            isInWatchLater={data.isInWatchLater}
            isSignedIn={data.positionSeconds !== undefined}
          />
          <ShareButton
            path={`/watch/${episode.id}`}
            title={episode.title}
            by={creator.name}
            durationSeconds={isPlayable ? playback.durationSeconds : null}
            embeddable={data.embeddable}
            startSeconds={currentSeconds}
          />
        </div>
        <CreatorBlock creator={creator} founderBadge={episode.founderBadge} path={`/watch/${episode.id}`} />
        <Description text={episode.description}>{episode.tags.length > 0 && <Tags tags={episode.tags} />}</Description>
        {data.strip && <SeriesStrip strip={data.strip} episodeId={episode.id} />}
        <MadeBy credits={episode.credits} />
        <CommentsSection data={data} answer={answer} notes={isShown ? notes : null} />
      </div>
      <aside className="watch-side">
        {isShown && <SidePanel {...sideParts(data, notes, takesNotes)} hasPlayer={hasPlayer} />}
        {isPlayable && <FlashPanel {...data.flashes} />}
        <UpNextList episodes={data.upNext} />
        <section className="panel watch-about">
          <h2>About the Creator</h2>
          <p className="muted">{creator.bio || `${creator.name} has not written a bio yet.`}</p>
        </section>
        <div className="ad">
          <span>Advertisement</span>
        </div>
      </aside>
    </div>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <p className="watch-tags muted">
      Tags:{' '}
      {tags.map((tag, at) => (
        <Fragment key={tag}>
          {at > 0 && ', '}
          <Link to={`/explore?${new URLSearchParams({ search: tag })}`}>{tag}</Link>
        </Fragment>
      ))}
    </p>
  )
}
