import { ApiProblem, callApi } from '#app/api-client.ts'

export interface FilmChanges {
  /** The first frames of all shots but the first, in order. */
  cuts: number[]
  /** Share of the picture that each drawing changes, 0 to 100. */
  changes: number[]
}

/** Reads where the shots of a film begin. @returns null where that was not measured @throws ApiProblem */
export async function loadCuts(videoUid: string, signal: AbortSignal): Promise<FilmChanges | null> {
  try {
    return await callApi<FilmChanges>('GET', `/api/v1/videos/${videoUid}/changes`, undefined, signal)
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 404) return null
    throw problem
  }
}
