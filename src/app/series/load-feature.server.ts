import type { Hoshi } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'
import { isFinished } from '#library/library.ts'

/** The only series of a creator, as a profile shows it. */
export type SeriesFeatureData = Awaited<ReturnType<typeof loadFeature>>

/** A series with its parts and how far the visitor is in each. */
export async function loadFeature(
  { series, library }: Pick<Hoshi, 'series' | 'library'>,
  account: Account | null,
  seriesId: string,
) {
  const found = await series.find(seriesId, account)
  const known = await library.withPositions(account, found.episodes)
  const parts = known.map(({ id, title, durationSeconds, seriesNumber, positionSeconds }) => ({
    id,
    title,
    durationSeconds,
    number: seriesNumber,
    // Undefined without an account, whose positions stay in the browser.
    positionSeconds,
    isFinished: isFinished(positionSeconds ?? 0, durationSeconds),
  }))
  return {
    id: found.id,
    title: found.title,
    description: found.description,
    poster: found.poster,
    largePoster: found.largePoster,
    isSignedIn: account !== null,
    parts,
    totalSeconds: parts.reduce((sum, part) => sum + (part.durationSeconds ?? 0), 0),
  }
}
