import type { PlayKind } from '#engagement/play.ts'
import type { SourceNote } from './play-source.ts'

/** A new random id for one page visit, linked to no person. */
export function createVisitId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Reports a play to the server, which decides whether it counts.
 * @param credentials whether cookies go with it, by which visitors are told apart
 * @returns the episode's views afterwards, or null if the request failed
 */
export async function countView(
  episodeId: string,
  kind: PlayKind,
  visitId: string,
  from: SourceNote,
  credentials: RequestCredentials = 'same-origin',
): Promise<number | null> {
  try {
    const response = await fetch(`/api/v1/episodes/${encodeURIComponent(episodeId)}/views`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind, visitId, ...from }),
      keepalive: true,
      credentials,
    })
    if (!response.ok) throw new Error(`views response ${response.status}`)
    const { views } = (await response.json()) as { views: unknown }
    return typeof views === 'number' ? views : null
  } catch (error) {
    console.debug('view not counted', error)
    return null
  }
}
