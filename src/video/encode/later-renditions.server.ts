import { join } from 'node:path'
import type { Log } from '#platform/log.server.ts'
import { encodeToHls } from '../media/hls/hls.server.ts'
import type { NewRendition } from '../media/hls/verify-rendition.server.ts'
import { verifyRendition } from '../media/hls/verify-rendition.server.ts'
import { isWorthPublishing, planEncodes, planRenditions, shareOfWork } from '../media/ladder.ts'
import type { MediaInfo } from '../media/media-info.ts'
import type { EncodeTarget } from '../media/rendition.ts'
import { isWorthReplacing, planReplacement, replacedBy } from '../media/replacement.ts'
import type { ScratchFolder } from '../scratch.server.ts'
import { type EncodeJobData, ladderJob } from '../video-jobs.ts'
import { findVideoRow, type RenditionRow, renditionsOf } from '../video-rows.server.ts'
import { encodingStep } from '../video-step.ts'
import type { Chunks } from './chunks.server.ts'
import { createComparison } from './comparison.server.ts'
import { isFileAtFault } from './fault.server.ts'
import { reportProgress } from './report-progress.ts'
import { type ProcessingParts, runWithScratch } from './run-with-scratch.server.ts'

/** Encodes all missing renditions in one decoding run and publishes the worthwhile ones, or plans chunk jobs. */
export async function encodeLaterRenditions(
  parts: ProcessingParts,
  chunks: Chunks,
  data: EncodeJobData,
  stopped: AbortSignal,
): Promise<void> {
  const { db, transitions, log } = parts
  const { uid, isWhole: isUnchunked } = data
  const known = await findVideoRow(db, uid)
  if (!known?.media_info) return
  const { media_info: mediaInfo } = known
  const before = await renditionsOf(db, uid)
  const copy = before.find(({ origin }) => origin === 'copy')
  const missing = (copy ? planRenditions(mediaInfo).encodes : planEncodes(mediaInfo)).filter(
    ({ width, height }) => !before.some((each) => each.width === width && each.height === height),
  )
  if (missing.length === 0) return void (await transitions.complete(uid))
  const replacement = copy ? null : planReplacement(mediaInfo)
  const first = replacement && replacedBy(replacement, before)
  const targets = first ? [replacement, ...missing] : missing
  const step = encodingStep(targets)
  if (!(await transitions.start(uid, step))) return
  const share = shareOfWork(before, targets)
  const segmentStarts = before[0] ? segmentStartsOf(before[0]) : null
  await runWithScratch(parts, data, ladderJob, stopped, async (scratchFolder, signal) => {
    const { source, dir: outDir } = scratchFolder
    const onProgress = reportProgress(transitions, uid, share, 1)
    try {
      const work = { uid, stage: 'later' as const, targets, segmentStarts, mediaInfo, step }
      if (!isUnchunked && (await chunks.plan(work, scratchFolder, signal))) return
      await encodeToHls({
        source,
        outDir,
        targets,
        segmentStarts,
        mediaInfo,
        onProgress,
        signal,
        isLowPriority: true,
      })
      const made = await verifiedRenditions(log, uid, outDir, missing, mediaInfo, signal)
      const worth = made.filter(
        ({ facts }) => !copy || isWorthPublishing(facts.averageBandwidth, Number(copy.average_bandwidth)),
      )
      if (first)
        worth.push(...(await worthwhileReplacements(parts, first, replacement, mediaInfo, scratchFolder, signal)))
      if (worth.length > 0) await transitions.publishRenditions(uid, worth, { percentComplete: 100 })
      else await transitions.complete(uid)
    } catch (error) {
      if (!isFileAtFault(error)) throw error
      log.info({ video: uid, err: error }, 'video: no further renditions can be made')
      await transitions.fail(uid, 'not_convertible')
    }
  })
}

/** The replacement of the first rendition, if it is worthwhile. */
async function worthwhileReplacements(
  parts: ProcessingParts,
  first: RenditionRow,
  target: EncodeTarget,
  mediaInfo: MediaInfo,
  scratchFolder: ScratchFolder,
  signal: AbortSignal,
): Promise<NewRendition[]> {
  const { compare } = createComparison(parts)
  const made = await verifiedRenditions(parts.log, first.video_uid, scratchFolder.dir, [target], mediaInfo, signal)
  const better: NewRendition[] = []
  for (const each of made) {
    const { dir, facts } = each
    const segments = facts.files.slice(2)
    const similarity = await compare({ first, dir, segments, mediaInfo, chunk: null }, scratchFolder, signal)
    if (isWorthReplacing(facts, first, similarity)) better.push({ ...each, replaces: first.id })
  }
  return better
}

/** Verifies renditions and leaves out broken ones. */
async function verifiedRenditions(
  log: Log,
  uid: string,
  outDir: string,
  targets: EncodeTarget[],
  mediaInfo: MediaInfo,
  signal: AbortSignal,
): Promise<NewRendition[]> {
  const made: NewRendition[] = []
  for (const target of targets) {
    try {
      made.push(await verified(outDir, target, mediaInfo, signal))
    } catch (error) {
      if (!isFileAtFault(error)) throw error
      log.info({ video: uid, rendition: target.name, err: error }, 'video: a rendition is left out')
    }
  }
  return made
}

/** The rendition that was made in this folder, once its files are as they should be. */
export async function verified(
  outDir: string,
  target: EncodeTarget,
  mediaInfo: MediaInfo,
  signal: AbortSignal,
): Promise<NewRendition> {
  const dir = join(outDir, target.name)
  return { origin: 'encode', dir, facts: await verifyRendition(dir, { target, mediaInfo, signal }) }
}

/** Index of the first frame of each segment; null for a rendition whose frames were not counted. */
export function segmentStartsOf({ segment_frames: frames }: RenditionRow): number[] | null {
  let next = 0
  return (
    frames?.map((count) => {
      const start = next
      next += count
      return start
    }) ?? null
  )
}
