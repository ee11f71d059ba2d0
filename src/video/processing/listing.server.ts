import { join } from 'node:path'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { av1RenditionsOf } from '../av1-rows.server.ts'
import { MEDIA_PLAYLIST } from '../ffmpeg/hls-arguments.ts'
import type { RenditionFacts } from '../ffmpeg/verify-rendition.server.ts'
import { highestFrameRateOf } from '../measurement.ts'
import { type ListedRendition, masterPlaylist } from '../rendition.ts'
import { glimpsesJob, hashJob, posterJob, TIDY_AFTER_SECONDS, tidyJob } from '../video-jobs.ts'
import { playlistOf, renditionsOf, type VideoRow, videoTables } from '../video-rows.server.ts'
import type { OutcomeParts } from './video-outcomes.server.ts'

/** A rendition whose files are stored in the folder of its id. */
export interface StoredRendition {
  id: string
  origin: 'copy' | 'encode'
  facts: Omit<RenditionFacts, 'files'>
  /** Where files of it lie in that folder, as `renditions.file_names` says it; absent for plain names. */
  fileNames?: string[]
}

/** A rendition of which only the beginning is stored. */
export interface GrowingRendition extends Omit<ListedRendition, 'highestFrameRate'> {}

/** What renditions mean for their video. */
export interface Advance {
  /** Of the whole ladder, when these are listed; 100 when nothing more comes. */
  percentComplete: number
  /** Enqueues what comes next, in the same transaction. */
  next?: (trx: Trx, row: VideoRow) => Promise<void>
}

/** How renditions come to be listed, always inside the transaction that holds their video's row. */
export function createListing({ jobs, storage, news }: Pick<OutcomeParts, 'jobs' | 'storage' | 'news'>) {
  /** Lists renditions, all at once: from here on the video plays, if it did not before. Null when none of them is new. */
  async function list(
    trx: Trx,
    row: VideoRow,
    made: StoredRendition[],
    advance: Advance,
  ): Promise<Partial<VideoRow> | null> {
    let isAnyNew = false
    for (const each of made) isAnyNew = (await insertRendition(trx, row, each)) || isAnyNew
    if (!isAnyNew) return null
    const changes = await point(trx, row, [])
    await advance.next?.(trx, row)
    const percent_complete = Math.max(row.percent_complete, Math.floor(advance.percentComplete))
    const end = percent_complete === 100 ? await complete(trx, row) : { step: '', percent_complete }
    return { ...changes, ...end }
  }

  /** Writes a new master playlist, and has the video play by it. */
  async function point(trx: Trx, row: VideoRow, growing: GrowingRendition[]): Promise<Partial<VideoRow>> {
    const master_name = `master-${newId()}.m3u8`
    await storage.putText(`media/${row.uid}/${master_name}`, await masterFor(trx, row, growing))
    await jobs.enqueue(trx, tidyJob, { uid: row.uid }, { startAfterSeconds: TIDY_AFTER_SECONDS })
    if (row.state !== 'ready') {
      await jobs.enqueue(trx, posterJob, { uid: row.uid })
      // Nothing waits for it, and what somebody waits for is done now.
      await jobs.enqueue(trx, hashJob, { uid: row.uid })
      await news.becamePlayable(trx, row.uid)
    }
    return { state: 'ready', master_name }
  }

  /** Nothing is played any more of a video whose beginning did. */
  async function withdraw(trx: Trx, row: VideoRow): Promise<Partial<VideoRow>> {
    if (row.state === 'ready') await news.ceasedToPlay(trx, row.uid)
    return { master_name: null }
  }

  /** No further rendition comes, so that the smallest is known. */
  async function complete(trx: Trx, row: VideoRow): Promise<Partial<VideoRow>> {
    if (row.preview_name === null) await jobs.enqueue(trx, glimpsesJob, { uid: row.uid })
    return { percent_complete: 100, step: '' }
  }

  /** Tidying may come between storing and naming, and takes what nothing names. @throws Error: the attempt is repeated */
  async function mustStillBeThere(key: string): Promise<void> {
    if (!(await storage.stat(key))) throw new Error('What was just stored has been tidied away.')
  }

  /** False when another attempt has made this size meanwhile. */
  async function insertRendition(trx: Trx, row: VideoRow, made: StoredRendition): Promise<boolean> {
    const { id, origin, facts, fileNames } = made
    const inserted = await videoTables(trx)
      .insertInto('renditions')
      .values({
        id,
        video_uid: row.uid,
        origin,
        width: facts.width,
        height: facts.height,
        codecs: facts.codecs,
        peak_bandwidth: Math.ceil(facts.peakBandwidth),
        average_bandwidth: Math.ceil(facts.averageBandwidth),
        frame_rate: averageFrameRateOf(row),
        size_bytes: facts.sizeBytes,
        segment_frames: facts.segmentFrames,
        file_names: fileNames ?? null,
      })
      .onConflict((conflict) => conflict.columns(['video_uid', 'height', 'width']).doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  }

  async function masterFor(trx: Trx, row: VideoRow, growing: GrowingRendition[]): Promise<string> {
    const highestFrameRate = row.measurement?.video
      ? highestFrameRateOf(row.measurement.video)
      : averageFrameRateOf(row)
    const listed = (await renditionsOf(trx, row.uid)).map((each) => ({
      uri: join(each.id, playlistOf(each)),
      width: each.width,
      height: each.height,
      codecs: each.codecs,
      peakBandwidth: each.peak_bandwidth,
      averageBandwidth: each.average_bandwidth,
      highestFrameRate,
    }))
    const inAv1 = (await av1RenditionsOf(trx, row.uid)).map(({ id, playlist, ...each }) => ({
      ...each,
      uri: join(id, playlist ?? MEDIA_PLAYLIST),
      highestFrameRate,
    }))
    return masterPlaylist([...listed, ...growing.map((each) => ({ ...each, highestFrameRate }))], inAv1)
  }

  return { list, point, withdraw, complete, mustStillBeThere }
}

function averageFrameRateOf(row: VideoRow): number {
  return (row.frame_rate_numerator ?? 24) / (row.frame_rate_denominator ?? 1)
}

export type Listing = ReturnType<typeof createListing>
