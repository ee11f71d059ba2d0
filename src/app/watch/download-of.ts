import type { Episode } from '#catalog/episode.ts'

/** Address under which a browser keeps the largest file of an episode; null where it is not offered, or not made yet. */
export function downloadOf({ downloadsOpen, files }: Pick<Episode, 'downloadsOpen' | 'files'>): string | null {
  const largest = files.at(-1)
  return downloadsOpen && largest ? `${largest.url}?download=1` : null
}
