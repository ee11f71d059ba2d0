import type { Db } from '#platform/database.server.ts'
import { FAST_START_SEGMENTS } from '../media/rendition.ts'
import { currentAudience, isPublicAudience } from '../media-audience.ts'
import { type PosterImage, posterBox, scaledDown } from '../poster.ts'
import { mediaKey, playbackNamesOf, shownLargePosterOf, smallPosterNamesOf } from '../stored-objects.ts'
import type { FastStartMedia, Playback } from '../video.ts'
import { fastStartNamesOf, findVideoRow, renditionsOf, type VideoRow, type VideoViewRow } from '../video-rows.server.ts'

type MediaBase = (row: VideoViewRow) => string

/**
 * Base URL of media: public media are at the CDN, if there is one. Others are served from here, and those of adult episodes,
 * because cookies are sent nowhere else.
 */
export function mediaBase(mediaBaseUrl: string | null): MediaBase {
  return (row) => (isPublicAudience(currentAudience(row)) && row.nsfw_episode_id === null && mediaBaseUrl) || ''
}

/** URLs of a video's media on our own storage. */
export function embeddedPlayback(baseOf: MediaBase): (row: VideoViewRow) => Playback {
  return (row) => {
    const { hls, poster, preview, storyboard } = playbackNamesOf(row)
    const urlOf = (name: string | null) => (name === null ? null : `${baseOf(row)}/${mediaKey(row.uid, name)}`)
    return { hls: urlOf(hls), poster: urlOf(poster), preview: urlOf(preview), storyboard: urlOf(storyboard) }
  }
}

/** URL of the large poster of the poster that is shown. */
export function embeddedLargePoster(baseOf: MediaBase): (row: VideoViewRow) => string | null {
  return (row) => {
    const name = shownLargePosterOf(row)
    return name === null ? null : `${baseOf(row)}/${mediaKey(row.uid, name)}`
  }
}

/** URL of a video's blurred poster. */
export function embeddedCover({ uid, cover_name }: VideoViewRow): string | null {
  return cover_name === null ? null : `/${mediaKey(uid, cover_name)}`
}

/** @see VideoHost.postersOf */
export function embeddedPosters(baseOf: MediaBase): (row: VideoRow) => PosterImage[] {
  return (row) => {
    const { poster } = playbackNamesOf(row)
    const size = posterSize(row)
    if (poster === null || !size) return []
    const urlOf = (name: string) => `${baseOf(row)}/${mediaKey(row.uid, name)}`
    const small = row.small_posters_name === null ? [] : smallPosterNamesOf(row.small_posters_name)
    return [
      { url: urlOf(poster), ...size },
      ...small.map(({ sidePixels, name }) => ({ url: urlOf(name), ...scaledDown(size, sidePixels) })),
    ]
  }
}

/** Size of the poster that is shown. That of a chosen one is known with its small posters. */
function posterSize(row: VideoRow) {
  const { small_posters_name, poster_width, poster_height, chosen_poster_name, width, height } = row
  if (small_posters_name !== null && poster_width && poster_height)
    return { width: poster_width, height: poster_height }
  return chosen_poster_name === null && width && height ? posterBox({ width, height }) : null
}

/** @see VideoHost.fastStartOf */
export async function fastStartOf(db: Db, baseOf: MediaBase, uid: string): Promise<FastStartMedia | null> {
  const row = await findVideoRow(db, uid)
  if (row?.state !== 'ready') return null
  const [smallest] = (await renditionsOf(db, uid)).toSorted(
    (one, other) => one.width * one.height - other.width * other.height,
  )
  if (!smallest || row.duration_seconds === null) return null
  const count = smallest.segment_frames?.length
  const urlOf = (name: string) => `${baseOf(row)}/${mediaKey(uid, `${smallest.id}/${name}`)}`
  const { init, segments } = fastStartNamesOf(smallest, Math.min(count ?? 1, FAST_START_SEGMENTS))
  return {
    codecs: smallest.codecs,
    init: urlOf(init),
    segments: segments.map(urlOf),
    isComplete: count !== undefined && count <= FAST_START_SEGMENTS,
    durationSeconds: row.duration_seconds,
  }
}
