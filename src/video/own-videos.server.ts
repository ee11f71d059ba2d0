import type { Account } from '#identity/account.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { VideoVerbParts } from './library-parts.ts'
import type { Video } from './video.ts'
import { mayOwn } from './video-permissions.ts'
import { findVideoRow, toVideo, type VideoRow, type VideoViewRow } from './video-rows.server.ts'
import { isInQueue } from './video-step.ts'

export function shape({ adapter }: VideoVerbParts, row: VideoViewRow): Video {
  return toVideo(row, {
    playback: adapter.playbackOf(row),
    largePoster: adapter.largePosterOf?.(row) ?? null,
    cover: adapter.coverOf?.(row) ?? null,
  })
}

/** Videos as owners see them: with their queue positions where they wait for a worker. */
export async function shapeAll(parts: VideoVerbParts, rows: VideoViewRow[]): Promise<Video[]> {
  const positions = rows.some(isInQueue) ? await parts.adapter.queuePositions?.() : undefined
  return rows.map((row) => {
    const video = shape(parts, row)
    const ahead = isInQueue(row) ? positions?.get(row.uid) : undefined
    if (ahead === undefined) return video
    return { ...video, status: { ...video.status, step: 'waiting', stepParameters: { ahead } } }
  })
}

/** A video as its owner sees it, with its queue position where it waits for a worker. */
export async function shapeNow(parts: VideoVerbParts, row: VideoRow): Promise<Video> {
  const [video] = await shapeAll(parts, [row])
  return video!
}

/** @throws Refusal video.not_found, both for an absent video and for someone else's */
export async function ownRow({ db }: VideoVerbParts, account: Account, uid: string): Promise<VideoRow> {
  const row = isPossibleId(uid) ? await findVideoRow(db, uid) : undefined
  if (!row || !mayOwn(account, row)) throw new Refusal('video.not_found')
  return row
}

/** The row of an own video, refreshed from a host that keeps its own state. @throws Refusal video.not_found */
export async function freshRow(parts: VideoVerbParts, account: Account, uid: string): Promise<VideoRow> {
  const row = await ownRow(parts, account, uid)
  return parts.adapter.refresh ? await parts.adapter.refresh(row) : row
}
