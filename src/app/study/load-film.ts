import { ApiProblem, callApi } from '#app/api-client.ts'
import type { StudyOptions } from '#app/player/study-options.ts'
import { NOMINAL_FRAME_RATE } from '#video/video.ts'
import { Drawings } from './drawings.ts'
import { type FrameRate, FrameTimes } from './frame-times.ts'
import type { StudyFilm } from './study-session.ts'

interface Sheet {
  frameRate: FrameRate
  frames: number
  drawings: number[][]
}

interface FilmChanges {
  /** The first frames of all shots but the first, in order. */
  cuts: number[]
  /** Share of the picture that each drawing changes, 0 to 100. */
  changes: number[]
}

/** Reads when each frame of a film is shown, and its drawings. @throws ApiProblem */
export async function loadFilm(
  { videoId, frameRate, credentials }: Pick<StudyOptions, 'videoId' | 'frameRate' | 'credentials'>,
  durationSeconds: number,
  signal: AbortSignal,
): Promise<StudyFilm> {
  const path = `/api/v1/videos/${videoId}`
  const [sheet, timed, measured] = await Promise.all([
    read<Sheet>(`${path}/exposure-sheet`, signal, credentials),
    read<{ times: number[] | null }>(`${path}/frame-times`, signal, credentials),
    read<FilmChanges>(`${path}/changes`, signal, credentials),
  ])
  if (!sheet) {
    // Not analysed yet, or stored by a hosted service.
    const { numerator, denominator } = frameRate ?? NOMINAL_FRAME_RATE
    const frames = Math.max(1, Math.round((durationSeconds * numerator) / denominator))
    const times = FrameTimes.atRate({ numerator, denominator }, frames)
    return { times, drawings: null, cuts: [], changes: null, isSteppable: frameRate !== null }
  }
  const times = timed?.times
    ? FrameTimes.varying(timed.times, durationSeconds)
    : FrameTimes.atRate(sheet.frameRate, sheet.frames)
  const drawings = sheet.drawings.length > 0 ? new Drawings(sheet.drawings) : null
  return { times, drawings, cuts: measured?.cuts ?? [], changes: measured?.changes ?? null, isSteppable: true }
}

async function read<Answer>(
  path: string,
  signal: AbortSignal,
  credentials: StudyOptions['credentials'],
): Promise<Answer | null> {
  try {
    return await callApi<Answer>('GET', path, undefined, signal, credentials)
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 404) return null
    throw problem
  }
}
