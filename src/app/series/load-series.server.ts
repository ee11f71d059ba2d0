import type { RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { cardPath, seriesCard } from '#app/share/link-card.server.ts'
import { byRole } from '#catalog/credits/credit.ts'
import { displayName } from '#creators/creator.ts'
import { isFinished } from '#library/library.ts'
import { mergedCredits } from './merged-credits.ts'

/** Data of a series' page. */
export type SeriesData = Awaited<ReturnType<typeof loadSeries>>
/** A part with how far the visitor is, by the account or this browser. */
export type SeriesPart = SeriesData['parts'][number] & { positionSeconds: number | null }

export async function loadSeries(context: Readonly<RouterContextProvider>, seriesId: string) {
  const { series, engagement, library, creators } = context.get(hoshiContext)
  const { account } = context.get(pageRequestContext)
  const found = await series.find(seriesId, account).catch(refusePage)
  const [known, later] = await Promise.all([
    engagement.counts.addTo(found.episodes).then((counted) => library.withPositions(account, counted)),
    library.inWatchLater(
      account,
      found.episodes.map(({ id }) => id),
    ),
  ])
  const { credits, left } = mergedCredits(found.episodes.map((part) => part.credits))
  const profiles = await creators.findMany(credits.flatMap(({ uid }) => uid ?? []))
  const parts = known.map((part) => {
    const { id, title, description, genre, nsfw, poster, durationSeconds, views, date, visibility, publishAt } = part
    // Undefined without an account, whose positions stay in the browser.
    const { positionSeconds } = part
    return {
      id,
      title,
      description,
      genre,
      nsfw,
      poster,
      durationSeconds,
      views,
      date,
      visibility,
      publishAt,
      audience: part.audience,
      number: part.seriesNumber,
      positionSeconds,
      isInWatchLater: later.has(id),
      isFinished: isFinished(positionSeconds ?? 0, durationSeconds),
    }
  })
  return {
    id: found.id,
    title: found.title,
    description: found.description,
    card: cardPath('series', found.id, seriesCard(found)),
    poster: found.poster,
    largePoster: found.largePoster,
    arcs: found.arcs,
    isListed: found.isListed,
    isOwn: account?.uid === found.creatorId,
    isSignedIn: account !== null,
    creator: {
      uid: found.creatorId,
      name: displayName(found.creator),
      avatarUrl: found.creator.avatarUrl,
      founderBadge: found.creator.founderBadge,
    },
    parts,
    /** Credits of all parts that the visitor may see: each role once, with its names. `left` counts those left out. */
    madeBy: {
      roles: byRole(
        credits.map((credit) => ({ ...credit, avatarUrl: profiles.get(credit.uid ?? '')?.avatarUrl ?? '' })),
      ),
      left,
    },
    totalSeconds: parts.reduce((sum, part) => sum + (part.durationSeconds ?? 0), 0),
    totalViews: parts.reduce((sum, part) => sum + part.views, 0),
  }
}
