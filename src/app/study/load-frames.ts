import { ApiProblem, callApi } from '#app/http/api-client.ts'
import { FrameTimes } from '#app/playback/frame-times.ts'
import type { StudyOptions } from '#app/playback/study-options.ts'
import { waitForAnalysis } from '#app/playback/wait-for-analysis.ts'
import { NOMINAL_FRAME_RATE } from '#video/video.ts'
import { Drawings } from './drawings.ts'
import type { StudyFrames } from './study-session.ts'

type FrameSource = Pick<StudyOptions, 'videoId' | 'frameRate' | 'isRateVarying' | 'credentials'>

/**
 * Reads when each frame of a video is shown, and its drawings. Where the rate varies, this waits for the analysis,
 * since an average rate would name wrong frames.
 *
 * @param onWaiting called before that
 * @throws ApiProblem; the signal's reason while it waits
 */
export async function loadFrames(
  source: FrameSource,
  durationSeconds: number,
  signal: AbortSignal,
  onWaiting?: () => void,
): Promise<StudyFrames> {
  const found = await readFrames(source, durationSeconds, signal)
  if (found) return found
  const { videoId, frameRate, isRateVarying, credentials } = source
  if (isRateVarying) {
    onWaiting?.()
    const isAnalysed = await waitForAnalysis(videoId, credentials, signal)
    const analysed = isAnalysed ? await readFrames(source, durationSeconds, signal) : null
    if (analysed) return analysed
  }
  // The frames are not analysed yet, or the video is stored by a hosted service.
  const { numerator, denominator } = frameRate ?? NOMINAL_FRAME_RATE
  const frames = Math.max(1, Math.round((durationSeconds * numerator) / denominator))
  const times = FrameTimes.atRate({ numerator, denominator }, frames)
  return { times, drawings: null, cuts: [], changes: null, isSteppable: frameRate !== null && !isRateVarying }
}

/** Null until the frames have been analysed. */
async function readFrames(
  { videoId, credentials }: FrameSource,
  durationSeconds: number,
  signal: AbortSignal,
): Promise<StudyFrames | null> {
  const request = { param: { uid: videoId }, signal, credentials }
  const [sheet, timed, measured] = await Promise.all([
    orNull(callApi('GET', '/videos/:uid/exposure-sheet', { ...request })),
    orNull(callApi('GET', '/videos/:uid/frame-times', request)),
    orNull(callApi('GET', '/videos/:uid/changes', request)),
  ])
  if (!sheet) return null
  const times = timed?.times
    ? FrameTimes.varying(timed.times, durationSeconds)
    : FrameTimes.atRate(sheet.frameRate, sheet.frames)
  const drawings = sheet.drawings.length > 0 ? new Drawings(sheet.drawings) : null
  return { times, drawings, cuts: measured?.cuts ?? [], changes: measured?.changes ?? null, isSteppable: true }
}

/** Null where there is none. @throws ApiProblem */
async function orNull<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 404) return null
    throw problem
  }
}
