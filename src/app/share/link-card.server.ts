import { type Audience, isOnProfile, isOpen } from '#catalog/audience.ts'
import type { Episode } from '#catalog/episode.ts'
import { type Creator, displayName } from '#creators/creator.ts'
import type { SeriesSummary } from '#series/series.ts'
import { cardName, type LinkCard, pictureKeyOf } from '#video/cards/link-card.server.ts'

/** Pages with a card of their own, as the addresses of cards name them. */
export type CardKind = 'episodes' | 'series' | 'creators'

type WithPicture = Pick<Episode, 'poster' | 'largePoster' | 'nsfw'> & { audience: Audience }

/** The card of an episode that everybody with its address may watch; adult ones have none. */
export function episodeCard(episode: WithPicture & Pick<Episode, 'hls' | 'title' | 'creator'>): LinkCard | null {
  if (!isOpen(episode.audience) || episode.nsfw || episode.hls === null) return null
  return cardWith(episode.largePoster ?? episode.poster, episode.title, displayName(episode.creator))
}

/** The card of a series, with its own picture or that of a public part. */
export function seriesCard(
  series: Pick<SeriesSummary, 'title' | 'poster' | 'largePoster' | 'creator'>,
): LinkCard | null {
  return cardWith(series.largePoster ?? series.poster, series.title, displayName(series.creator))
}

/** The card of a creator, with the picture of the newest episode that everybody finds on the profile, or else the avatar. */
export function creatorCard(
  creator: Pick<Creator, 'username' | 'avatarUrl'>,
  newest: readonly WithPicture[],
): LinkCard | null {
  const shown = newest.find(({ audience, nsfw, poster }) => isOnProfile(audience) && !nsfw && poster !== null)
  return cardWith(shown?.largePoster ?? shown?.poster ?? creator.avatarUrl, displayName(creator), 'Creator on Hoshi')
}

/** The address of a card, below the origin; its last part changes with the card. */
export function cardPath(kind: CardKind, id: string, card: LinkCard | null): string | null {
  return card && `/cards/${kind}/${id}/${cardName(card)}`
}

/** Null where the picture cannot be drawn on: there is none, or another service has it. */
function cardWith(picture: string | null, title: string, by: string): LinkCard | null {
  return picture !== null && pictureKeyOf(picture) !== null ? { picture, title, by } : null
}
