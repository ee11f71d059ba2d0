import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ingest, IngestResult } from '../ingest/ingest.server.ts'
import { canToneMap } from '../media/ffmpeg/tone-mapping.server.ts'
import { createEarlyCopy, type EarlyCopy } from '../media/hls/early-copy.server.ts'
import { copyToHls } from '../media/hls/hls.server.ts'
import type { NewRendition } from '../media/hls/verify-rendition.server.ts'
import { verifyRendition } from '../media/hls/verify-rendition.server.ts'
import { planRenditions, shareOfWork } from '../media/ladder.ts'
import { isHighDynamicRange, type MediaInfo, type ProbeResult } from '../media/media-info.ts'
import { probeMedia } from '../media/probe/probe.server.ts'
import type { ReasonCode } from '../media/reason-codes.ts'
import { isWideGamut } from '../media/source-colours.ts'
import { makePoster } from '../media/stills/poster.server.ts'
import { validate } from '../media/validation.ts'
import type { ScratchFolder } from '../scratch.server.ts'
import { ladderJob, type ProbeJobData, probeJob } from '../video-jobs.ts'
import { findVideoRow, queueOwnerOf, renditionsOf, thumbnailShareOf, type VideoRow } from '../video-rows.server.ts'
import { createAv1 } from './av1.server.ts'
import { createChunks } from './chunks.server.ts'
import { type CoverParts, makeVideoCover } from './cover.server.ts'
import { createEncoding } from './encoding.server.ts'
import { isFileAtFault } from './fault.server.ts'
import { makeVideoLargePoster } from './large-poster.server.ts'
import { makeMp4Files } from './mp4-files.server.ts'
import { makeVideoPreviewAssets } from './preview-assets.server.ts'
import { type ProcessingParts, runWithScratch, type VideoJobData } from './run-with-scratch.server.ts'
import { makeVideoSmallPosters } from './small-posters.server.ts'

interface ProbeParts extends ProcessingParts {
  ingest: Ingest
}

/**
 * Handlers of the processing jobs. Every step starts from stored state, so that any of them may be killed and resumed.
 */
export function createProcessing(parts: ProbeParts & CoverParts & { makesAv1: boolean }) {
  const chunks = createChunks(parts)
  return {
    probeVideo: (data: ProbeJobData, stopped: AbortSignal) => probeVideo(parts, data, stopped),
    makeVideoPoster: (data: VideoJobData, stopped: AbortSignal) => makeVideoPoster(parts, data, stopped),
    makeVideoCover: (data: VideoJobData) => makeVideoCover(parts, data),
    makeMp4Files: (data: VideoJobData) => makeMp4Files(parts, data),
    makeVideoSmallPosters: (data: VideoJobData, signal: AbortSignal) => makeVideoSmallPosters(parts, data, signal),
    makeVideoLargePoster: (data: VideoJobData, signal: AbortSignal) => makeVideoLargePoster(parts, data, signal),
    makeVideoPreviewAssets: (data: VideoJobData, signal: AbortSignal) => makeVideoPreviewAssets(parts, data, signal),
    ...createEncoding(parts, chunks),
    encodeChunk: chunks.encode,
    av1: createAv1(parts, chunks, parts.makesAv1),
  }
}

/** Probes, validates, and stream-copies when that is enough: the shortest way to a playable video. */
async function probeVideo(parts: ProbeParts, { uid, onlyGrew }: ProbeJobData, stopped: AbortSignal): Promise<void> {
  const { transitions, ingest } = parts
  const row = await transitions.start(uid, 'probing')
  if (!row) return
  if (!onlyGrew) ingest.cancel(uid)
  const isPublished = await ingest.withResult(uid, stopped, async (ingested) => {
    if (ingested !== null) await publishIngested(parts, uid, ingested)
    return ingested !== null
  })
  if (isPublished) return
  await runWithScratch(parts, { uid }, probeJob, stopped, async (scratchFolder, signal) => {
    const early = createEarlyCopy(scratchFolder, row.max_seconds, signal)
    try {
      const mediaInfo = row.media_info ?? (await probeAndValidate(parts, row, scratchFolder, early, signal))
      if (!mediaInfo) return
      const isCopied = await cutIntoHls(parts, uid, scratchFolder, mediaInfo, early, signal)
      if (!isCopied) await transitions.queueEncoding(uid)
    } finally {
      await early.abandon()
    }
  })
}

/** Publishes the result of ingest during upload. */
async function publishIngested(
  parts: ProcessingParts,
  uid: string,
  { mediaInfo, rendition }: IngestResult,
): Promise<void> {
  await parts.transitions.recordMediaInfo(uid, mediaInfo)
  await publishCopy(parts, uid, mediaInfo, rendition)
}

async function probeAndValidate(
  { transitions, log }: ProcessingParts,
  { uid, max_seconds }: Pick<VideoRow, 'uid' | 'max_seconds'>,
  { source }: ScratchFolder,
  early: EarlyCopy,
  signal: AbortSignal,
): Promise<MediaInfo | null> {
  const probed = await probeMedia(source, { onHeaders: early.start, signal })
  const reason = await rejectionReason(probed, max_seconds)
  if (reason !== null || !probed.isReadable) {
    log.info({ video: uid, reason }, 'video: refused')
    await transitions.reject(uid, reason ?? 'unreadable', probed.isReadable ? unsupportedCodec(probed, reason) : null)
    return null
  }
  await transitions.recordMediaInfo(uid, probed)
  return probed
}

/** @returns true when the video plays by stream copy now, or is gone; false when it has to be encoded after all */
async function cutIntoHls(
  parts: ProcessingParts,
  uid: string,
  scratchFolder: ScratchFolder,
  mediaInfo: MediaInfo,
  early: EarlyCopy,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, transitions, log } = parts
  const { copy: target } = planRenditions(mediaInfo)
  if (target === null) return false
  const made = await renditionsOf(db, uid)
  if (made.length > 0) return true
  await transitions.setStep(uid, 'preparing')
  try {
    const earlyCopy = await early.finishedFor(target, mediaInfo)
    const { dir, isStartVerified } = earlyCopy ?? { dir: join(scratchFolder.dir, 'copy'), isStartVerified: false }
    if (earlyCopy === null) await copyToHls({ source: scratchFolder.source, outDir: dir, target, mediaInfo, signal })
    const facts = await verifyRendition(dir, { target, mediaInfo, isStartVerified, signal })
    await publishCopy(parts, uid, mediaInfo, { origin: 'copy', dir, facts })
    return true
  } catch (error) {
    if (!isFileAtFault(error)) throw error
    log.info({ video: uid, err: error }, 'video: cannot be stream-copied, will be encoded')
    return false
  }
}

async function publishCopy(
  { jobs, transitions }: ProcessingParts,
  uid: string,
  mediaInfo: MediaInfo,
  made: NewRendition,
): Promise<void> {
  const { encodes } = planRenditions(mediaInfo)
  const { width, height } = made.facts
  await transitions.publishRenditions(uid, [made], {
    percentComplete: shareOfWork([{ origin: 'copy', width, height }], encodes) * 100,
    next: async (trx, row) => {
      if (encodes.length > 0) await jobs.enqueueFairly(trx, ladderJob, [{ uid }], queueOwnerOf(row))
    },
  })
}

async function makeVideoPoster(parts: ProcessingParts, { uid }: VideoJobData, stopped: AbortSignal): Promise<void> {
  const { db, transitions } = parts
  const row = await findVideoRow(db, uid)
  if (!row?.media_info || row.poster_name || row.state !== 'ready') return
  const { media_info: mediaInfo } = row
  await runWithScratch(parts, { uid }, null, stopped, async ({ source, dir }, signal) => {
    const out = join(dir, 'poster.webp')
    const largeOut = join(dir, 'large-poster.webp')
    const share = await thumbnailShareOf(db, uid)
    await makePoster({ source, out, largeOut, mediaInfo, share, signal })
    await transitions.publishPoster(uid, { poster: out, large: existsSync(largeOut) ? largeOut : null })
  })
}

/** Name of the codec that a file was refused for. */
function unsupportedCodec({ unsupportedVideo, unsupportedAudio }: MediaInfo, reason: ReasonCode | null): string | null {
  if (reason === 'video_codec_unsupported') return unsupportedVideo ?? null
  return reason === 'audio_codec_unsupported' ? (unsupportedAudio ?? null) : null
}

/** @returns null for a file whose content is acceptable and supported by the installed ffmpeg */
async function rejectionReason(probed: ProbeResult, maxSeconds: number): Promise<ReasonCode | null> {
  const validation = validate(probed, maxSeconds)
  if (!validation.ok) return validation.reasonCode
  const video = probed.isReadable ? probed.video : null
  const hasMoreColours = video !== null && (isHighDynamicRange(video) || isWideGamut(video))
  return hasMoreColours && !(await canToneMap()) ? 'hdr_unsupported' : null
}
