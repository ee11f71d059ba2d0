import type { PlayKind } from '#engagement/play.ts'

/** A fresh id for one visit of a page: random, tied to no person. */
export function mintVisitId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Tells the server of a play; the server decides whether it counts.
 * @returns the episode's views afterwards, or null when it could not be told, which harms nobody.
 */
export async function countView(episodeId: string, kind: PlayKind, visitId: string): Promise<number | null> {
  try {
    const response = await fetch(`/api/v1/episodes/${encodeURIComponent(episodeId)}/views`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind, visitId }),
      keepalive: true,
    })
    if (!response.ok) throw new Error(`views answered ${response.status}`)
    const { views } = (await response.json()) as { views: unknown }
    return typeof views === 'number' ? views : null
  } catch (error) {
    console.debug('view not counted', error)
    return null
  }
}
