import { ApiProblem, callApi } from '#app/http/api-client.ts'
import { FrameTimes } from '#app/playback/frame-times.ts'
import { waitForAnalysis } from '#app/playback/wait-for-analysis.ts'
import { type FrameRate, frameCountBy } from '#video/video.ts'

export interface EmbeddedVideo {
  study: { videoId: string; frameRate: FrameRate | null; isRateVarying: boolean }
  durationSeconds: number | null
}

/** After so long, frames are reckoned by the average rate. */
const TIMEOUT_MS = 10_000

/**
 * When each frame of the video is shown; null while that is not known, as before the analysis of a video whose rate
 * varies. Does not reject.
 * @param onLater called with the times once such a video has been analysed
 */
export async function readFrameTimes(
  video: EmbeddedVideo,
  signal: AbortSignal,
  onLater: (times: FrameTimes) => void,
): Promise<FrameTimes | null> {
  const { study, durationSeconds } = video
  const { frameRate, isRateVarying } = study
  const count = frameCountBy(durationSeconds, frameRate) ?? Number.MAX_SAFE_INTEGER
  const even = frameRate && FrameTimes.atRate(frameRate, count)
  if (!isRateVarying) return even
  try {
    return await readTimes(video, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
  } catch (problem) {
    if (!(problem instanceof ApiProblem && problem.status === 404)) return even
    void readLater(video, signal, onLater).catch(() => {})
    return null
  }
}

/** @throws ApiProblem; with status 404 until the frames have been analysed */
async function readTimes({ study, durationSeconds }: EmbeddedVideo, signal: AbortSignal): Promise<FrameTimes | null> {
  const { videoId, frameRate } = study
  const path = `/api/v1/videos/${videoId}/frame-times`
  const { frames, times } = await callApi<{ frames: number; times: number[] | null }>(
    ...(['GET', path, undefined, signal, 'omit'] as const),
  )
  if (times) return FrameTimes.varying(times, durationSeconds ?? times.at(-1) ?? 0)
  return frameRate && FrameTimes.atRate(frameRate, frames)
}

async function readLater(
  video: EmbeddedVideo,
  signal: AbortSignal,
  onLater: (times: FrameTimes) => void,
): Promise<void> {
  if (!(await waitForAnalysis(video.study.videoId, 'omit', signal))) return
  const times = await readTimes(video, signal)
  if (times && !signal.aborted) onLater(times)
}
