import { ApiProblem, callApi, delay } from '#app/http/api-client.ts'
import { FrameTimes } from '#app/playback/frame-times.ts'
import { INTERVAL_MS, waitForAnalysis } from '#app/playback/wait-for-analysis.ts'
import { type FrameRate, frameCountBy } from '#video/video.ts'

export interface EmbeddedVideo {
  study: { videoId: string; frameRate: FrameRate | null; isRateVarying: boolean }
  durationSeconds: number | null
}

/** After so long, the page is told that the times are not known yet. */
const TIMEOUT_MS = 10_000

/**
 * When each frame of the video is shown; null while that is not known, as before the analysis of a video whose rate
 * varies, and without a connection. Does not reject.
 * @param onLater called with the times of such a video once they are known
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
  } catch {
    // Not analysed yet, or no answer came. The average rate would name wrong frames.
    void readLater(video, signal, onLater).catch(() => {})
    return null
  }
}

/** @throws ApiProblem; with status 404 until the frames have been analysed */
async function readTimes({ study, durationSeconds }: EmbeddedVideo, signal: AbortSignal): Promise<FrameTimes | null> {
  const { videoId, frameRate } = study
  const request = { param: { uid: videoId }, signal, credentials: 'omit' } as const
  const { frames, times } = await callApi('GET', '/videos/:uid/frame-times', request)
  if (times) return FrameTimes.varying(times, durationSeconds ?? times.at(-1) ?? 0)
  return frameRate && FrameTimes.atRate(frameRate, frames)
}

async function readLater(
  video: EmbeddedVideo,
  signal: AbortSignal,
  onLater: (times: FrameTimes) => void,
): Promise<void> {
  for (;;) {
    if (!(await waitForAnalysis(video.study.videoId, 'omit', signal))) return
    const read = await readTimes(video, signal).then(
      (times) => ({ times }),
      (problem: unknown) => (problem instanceof ApiProblem && problem.status === 404 ? { times: null } : null),
    )
    signal.throwIfAborted()
    if (read?.times) onLater(read.times)
    if (read) return
    await delay(INTERVAL_MS, signal)
  }
}
