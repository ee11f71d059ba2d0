import type { Catalog } from '#catalog/catalog.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { TextTrack } from '#video/text-track.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { Conversions } from './conversions.server.ts'
import { type SubtitleRow, shownVersionOf, subtitlesOn } from './subtitle-rows.server.ts'

/** Keeps the playlists of videos in step with the approved texts of their episodes. */
export interface TrackPublishing {
  /** Has the tracks of an episode's video listed after the commit, by a job. */
  queue(trx: Trx, episodeId: string): Promise<void>
  /** Has the tracks listed as `queue` does, if the episode has any. */
  queueAny(trx: Trx, episodeId: string): Promise<void>
  /** Lists the tracks now, or leaves them to the job after a failure. @param by who is waiting; null for a moderator */
  publishSoon(episodeId: string, by: string | null): Promise<void>
}

export interface TrackPublishingParts {
  db: Db
  jobs: Jobs
  catalog: Pick<Catalog, 'videoIdOf'>
  video: Pick<VideoHost, 'setTextTracks'>
  conversions: Conversions
}

/** Lists the approved texts of an episode in the playlist of its video, whichever that is by then. */
const publishTracksJob: JobKind<{ episodeId: string }> = {
  name: 'subtitles.publish',
  about: ({ episodeId }) => ({ kind: 'episode', id: episodeId }),
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 120,
}

type ApprovedText = Pick<SubtitleRow, 'id' | 'language' | 'label' | 'kind'> & { approved_version: number }

async function approvedOn(db: Db | Trx, episodeId: string): Promise<ApprovedText[]> {
  return (await subtitlesOn(db, episodeId)).flatMap((row) => {
    const { id, language, label, kind } = row
    const approved_version = shownVersionOf(row)
    return approved_version === null ? [] : [{ id, language, label, kind, approved_version }]
  })
}

export function createTrackPublishing(parts: TrackPublishingParts): TrackPublishing {
  const { db, jobs, catalog, video, conversions } = parts

  async function publish(episodeId: string, by: string | null): Promise<void> {
    for (;;) {
      const videoId = await catalog.videoIdOf(episodeId)
      if (videoId === null) return
      const approved = await approvedOn(db, episodeId)
      await video.setTextTracks(videoId, await tracksOf(approved, by))
      // A call that read before another may store after it: the last one to store has read everything.
      if (JSON.stringify(approved) === JSON.stringify(await approvedOn(db, episodeId))) return
    }
  }

  async function tracksOf(approved: ApprovedText[], by: string | null): Promise<TextTrack[]> {
    const tracks: TextTrack[] = []
    for (const { id, approved_version, language, label, kind } of approved) {
      const vtt = await conversions.plainText({ id, number: approved_version }, by).catch(withoutTrack)
      if (vtt !== null) tracks.push({ source: `${id}-${approved_version}`, language, name: label, kind, vtt })
    }
    return tracks
  }

  jobs.handle(publishTracksJob, 1, ({ episodeId }) => publish(episodeId, null))

  return {
    queue: (trx, episodeId) => jobs.enqueue(trx, publishTracksJob, { episodeId }),
    async queueAny(trx, episodeId) {
      if ((await approvedOn(trx, episodeId)).length > 0) await jobs.enqueue(trx, publishTracksJob, { episodeId })
    },
    publishSoon: (episodeId, by) => publish(episodeId, by).catch(() => {}),
  }
}

/** A text whose conversion reaches the limits of a thread reaches them every time: it has no track, and the others have. */
function withoutTrack(error: unknown): null {
  if (isRefusal(error) && error.code === 'subtitles.too_much_work') return null
  throw error
}
