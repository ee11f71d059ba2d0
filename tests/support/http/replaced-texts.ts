import type { FullAccount } from '#tests/support/worlds/full-account.server.ts'

/** A path of the API with the ids of an account for its names, and an unknown one where it has none. */
export function pathOf({ episodeId, seriesId, commentId, creditId, other }: FullAccount, path: string): string {
  const ids: Record<string, string> = {
    episodes: episodeId,
    series: seriesId,
    comments: commentId,
    creators: other.account.uid,
    'me/credits': creditId,
  }
  return path.replace(/\/([a-z-]+(?:\/credits)?)\/\{\w+\}/g, (_, noun: string) => `/${noun}/${ids[noun] ?? 'unknown'}`)
}

/** The value once for each text in it, with that text replaced. */
export function replaceEachText(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    replaceEachText(part, text).map((replaced) =>
      Array.isArray(value) ? value.with(Number(name), replaced) : { ...value, [name]: replaced },
    ),
  )
}
