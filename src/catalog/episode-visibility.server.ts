import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { changeEpisode } from './apply-audience.server.ts'
import type { VisibilityChoice } from './episode-fields.ts'
import { lockEpisodeWithVideos } from './episode-lock.server.ts'
import type { EpisodeRow } from './episode-rows.server.ts'

export interface EpisodeVisibilityParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  emit: Emit
  video: Pick<VideoHost, 'lock' | 'restrict'>
}

/** Columns of an episode with a given visibility. */
type VisibilityColumns = Pick<EpisodeRow, 'visibility' | 'publish_at' | 'was_public' | 'published_at'>

/** Changes who may find an episode, and publishes scheduled ones in time. */
export interface EpisodeVisibility {
  /** Stores the job that publishes a scheduled episode. @returns the columns to store */
  apply(
    trx: Trx,
    episode: Pick<EpisodeRow, 'id' | 'was_public' | 'published_at'>,
    choice: VisibilityChoice,
    now: Date,
  ): Promise<VisibilityColumns>
}

/** Publishes a scheduled episode. `publishAt` is an ISO time; the job does nothing once another one is stored. */
const publishJob: JobKind<{ id: string; publishAt: string }> = {
  name: 'catalog.publish-scheduled',
  about: ({ id }) => ({ kind: 'episode', id }),
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

export function createEpisodeVisibility(parts: EpisodeVisibilityParts): EpisodeVisibility {
  const { db, clock, jobs, events, emit, video } = parts

  async function enqueuePublishing(trx: Trx, id: string, publishAt: Date): Promise<void> {
    const startAfterSeconds = Math.max(1, Math.ceil((publishAt.getTime() - clock.now().getTime()) / 1000))
    await jobs.enqueue(trx, publishJob, { id, publishAt: publishAt.toISOString() }, { startAfterSeconds })
  }

  jobs.handle(publishJob, 2, ({ id, publishAt }) =>
    transact(db, async (trx) => {
      const row = await lockEpisodeWithVideos({ video }, trx, id)
      if (!row?.publish_at || row.publish_at.toISOString() !== publishAt) return
      // The clocks of the queue and of this process may differ.
      if (row.publish_at > clock.now()) return await enqueuePublishing(trx, id, row.publish_at)
      const date = row.publish_at
      const columns = await visibility.apply(trx, row, { visibility: 'public', publishAt: null }, date)
      await changeEpisode({ events, emit, video }, trx, row, { ...columns, updated_at: clock.now() })
    }),
  )

  const visibility: EpisodeVisibility = {
    async apply(trx, episode, { visibility, publishAt }, now) {
      if (publishAt) await enqueuePublishing(trx, episode.id, publishAt)
      const isFirstPublic = visibility === 'public' && !episode.was_public
      return {
        visibility,
        publish_at: publishAt,
        was_public: episode.was_public || visibility === 'public',
        published_at: isFirstPublic ? now : episode.published_at,
      }
    },
  }
  return visibility
}
