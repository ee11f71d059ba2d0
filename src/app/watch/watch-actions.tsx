import { WatchLaterButton } from '#app/library/watch-later-button.tsx'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import { currentSeconds } from '#app/playback/watch-video.ts'
import { ReportLink } from '#app/report/report-link.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { LikeButton } from './like-button.tsx'
import type { WatchData } from './load-watch.server.ts'
import { MoreMenu } from './more-menu.tsx'
import { readMoment } from './read-moment.ts'
import type { Like } from './use-like.ts'

interface WatchActionsProps {
  data: WatchData
  /** Whether it could be played, were it not behind a gate. */
  isPlayable: boolean
  hasPlayer: boolean
  like: Like
  /** Why the form of the like was refused, without scripts. */
  likeRefusal: string | null
}

/** What a viewer can do with the episode; at the end, what its creator can do. */
export function WatchActions({ data, isPlayable, hasPlayer, like, likeRefusal }: WatchActionsProps) {
  const { episode, creator } = data
  const isSignedIn = data.positionSeconds !== undefined
  return (
    <div className="watch-actions row cluster">
      <LikeButton episodeId={episode.id} like={like} refused={likeRefusal} />
      <WatchLaterButton episodeId={episode.id} isInWatchLater={data.isInWatchLater} isSignedIn={isSignedIn} />
      <ShareButton
        path={`/watch/${episode.id}`}
        title={episode.title}
        by={creator.name}
        durationSeconds={isPlayable ? data.playback.durationSeconds : null}
        embeddable={data.embeddable}
        startSeconds={currentSeconds}
      />
      {!creator.isOwn && (
        <span className="watch-report">
          <ReportLink subject={{ kind: 'episode', id: episode.id }} readMoment={readMoment} />
        </span>
      )}
      {(hasPlayer || !creator.isOwn) && (
        <MoreMenu episodeId={episode.id} hasPlayer={hasPlayer} isOwn={creator.isOwn} download={data.download} />
      )}
      {creator.isOwn ? (
        <div className="watch-own cluster">
          <OwnLink icon="edit" name="Edit" to={editAddress(episode.id)} />
          <OwnLink icon="numbers" name="Numbers" to={`/dashboard?tab=analytics&episode=${episode.id}`} />
          <OwnLink icon="cc" name="Subtitles" to={`/subtitles/${episode.id}`} />
        </div>
      ) : (
        episode.translationsOpen &&
        isSignedIn && (
          <div className="watch-own cluster">
            <OwnLink icon="cc" name="Contribute Subtitles" to={`/subtitles/${episode.id}`} />
          </div>
        )
      )}
    </div>
  )
}

function OwnLink({ icon, name, to }: { icon: IconName; name: string; to: string }) {
  return (
    <Link className="button" to={to}>
      <Icon name={icon} />
      {name}
    </Link>
  )
}
