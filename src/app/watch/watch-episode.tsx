import { Fragment, useCallback, useMemo, useState } from 'react'
import { CommentsSection, type RefusedForm } from '#app/comments/comments-section.tsx'
import { useFollow } from '#app/community/use-follow.ts'
import { MadeBy } from '#app/credits/made-by.tsx'
import { EpisodePlayer } from '#app/episode-player/episode-player.tsx'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { FlashGate } from '#app/flashes/flash-gate.tsx'
import { FlashPanel } from '#app/flashes/flash-panel.tsx'
import { usePlaybackPosition } from '#app/library/use-playback-position.ts'
import type { NoteOptions } from '#app/notes/note-options.ts'
import type { SeriesPaths } from '#app/player/series-links.tsx'
import { SeriesStrip } from '#app/series/series-strip.tsx'
import { Link } from '#app/ui/link.tsx'
import { EndOfEpisode } from '#app/up-next/end-of-episode.tsx'
import { readChapters } from '#catalog/chapters.ts'
import { CreatorBlock } from './creator-block.tsx'
import { Description } from './description.tsx'
import { EndActions } from './end-actions.tsx'
import type { WatchData } from './load-watch.server.ts'
import { useFocusAfterGate } from './nsfw-gate.tsx'
import { HeldNotice, RestrictionNotice } from './restriction.tsx'
import { offeredParts, SidePanel } from './side-panel.tsx'
import type { SideContents } from './side-panel-props.ts'
import { useLike } from './use-like.ts'
import { useNoteOptions } from './use-note-options.ts'
import { usePictureHeight } from './use-picture-height.ts'
import { useSidePart } from './use-side-part.ts'
import { useStudyOptions } from './use-study-options.ts'
import { useRevalidatePrefetched, useWatchCount } from './use-watch-count.ts'
import { WatchAbout } from './watch-about.tsx'
import { WatchActions } from './watch-actions.tsx'
import { WatchFacts, WatchTitle } from './watch-facts.tsx'
import { WatchPicture } from './watch-picture.tsx'

function seriesPaths(strip: WatchData['strip']): SeriesPaths | undefined {
  if (!strip) return undefined
  const pathOf = (part: typeof strip.next) => (part ? `/watch/${part.id}` : null)
  return { previous: pathOf(strip.previous), next: pathOf(strip.next) }
}

/**
 * The tabs beside the player. Signed-in people may have notes that others do not see, even where comments are closed.
 *
 * @param isShown whether the episode itself is shown, and with it what people wrote on it
 */
function sideContents(
  { episode, playback, creator, texts, noteCount, upNext }: WatchData,
  notes: NoteOptions,
  isShown: boolean,
  takesNotes: boolean,
): Omit<SideContents, 'hasPlayer'> {
  const { tracks, lineCount } = texts
  const hasNotes = isShown && (takesNotes || noteCount > 0 || notes.viewerUid !== null)
  return {
    episodeId: episode.id,
    creatorUid: creator.uid,
    upNext,
    notes: hasNotes
      ? { options: notes, durationSeconds: playback.durationSeconds, count: noteCount, areTaken: takesNotes }
      : null,
    lines: isShown && tracks.length > 0 ? { texts: tracks, count: lineCount } : null,
  }
}

/** The watch page of one episode. @param answer to a refused form without scripts */
export function WatchEpisode({ data, answer }: { data: WatchData; answer: RefusedForm | null }) {
  const { episode, playback, notReady, creator } = data
  const { hls } = playback
  // Moderators watch it, to decide about an appeal.
  const isRestrictedOwn = data.restriction?.isTakenDown === true && creator.isOwn
  const isTakenDown = isRestrictedOwn && !data.restriction?.isShown
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
  const countedViews = useWatchCount(episode.id, isPlayable && hasPlayer && !isRestrictedOwn)
  useFocusAfterGate(data.gate !== null)
  const isShown = isPlayable && data.gate === null
  const takesNotes = isShown && episode.commentsOpen && !data.discussion.isClosedEverywhere
  const isLikeRefused = answer?.values.intent === 'like' || answer?.values.intent === 'unlike'
  const contents = sideContents(data, notes, isShown, takesNotes)
  const choice = useSidePart(offeredParts(contents))
  const page = usePictureHeight()
  const [endPlace, setEndPlace] = useState<HTMLElement | null>(null)
  const like = useLike(episode.id, data)
  const follow = useFollow(creator)
  const [comments, setComments] = useState(data.discussion.total)
  return (
    <div ref={page} className="wrap watch" data-part={choice.chosen === null ? undefined : choice.shown}>
      <div className="watch-picture">
        <WatchPicture data={data} isTakenDown={isTakenDown} isPlayable={isPlayable}>
          {hls !== null && (
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
                  renderOver={(parts) => (
                    <EndOfEpisode
                      {...parts}
                      episode={episode}
                      upNext={data.upNext}
                      phonePlace={endPlace}
                      actions={<EndActions data={data} like={like} follow={follow} />}
                    />
                  )}
                />
              )}
            </FlashGate>
          )}
        </WatchPicture>
      </div>
      <div ref={setEndPlace} className="watch-end" />
      <div className="watch-main">
        <WatchTitle title={episode.title} />
        <WatchFacts data={data} views={countedViews ?? data.views} />
        {data.isHeld && <HeldNotice isOwn={creator.isOwn} />}
        {data.restriction && (
          <RestrictionNotice episodeId={episode.id} restriction={data.restriction} isOwn={creator.isOwn} />
        )}
        <CreatorBlock
          creator={creator}
          follow={follow}
          founderBadge={episode.founderBadge}
          path={`/watch/${episode.id}`}
        />
        <WatchActions
          data={data}
          isPlayable={isPlayable}
          hasPlayer={isShown && hasPlayer}
          like={like}
          likeRefusal={isLikeRefused ? answer.refused.message : null}
        />
        <Description episodeId={episode.id} text={episode.description} chapters={chapters}>
          {episode.tags.length > 0 && <Tags tags={episode.tags} />}
        </Description>
        {data.strip && <SeriesStrip strip={data.strip} episodeId={episode.id} />}
        <MadeBy credits={episode.credits} />
      </div>
      <aside className="watch-side">
        <SidePanel {...contents} comments={comments} choice={choice} hasPlayer={hasPlayer} />
        {isPlayable && <FlashPanel {...data.flashes} />}
        <WatchAbout creator={creator} />
        <div className="ad middle muted small">
          <span>Advertisement</span>
        </div>
      </aside>
      <div
        className="watch-talk"
        {...(choice.isNarrow && { role: 'tabpanel', id: 'side-comments', 'aria-labelledby': 'side-tab-comments' })}
      >
        <CommentsSection data={data} answer={answer} notes={isShown ? notes : null} onTotal={setComments} />
      </div>
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
