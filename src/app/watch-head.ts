import { wholeSecondsOf } from '#app/ui/format.ts'
import { type Audience, isListed, isOpen } from '#catalog/audience.ts'
import { posterOf, type SharedPage } from './http/head.ts'

/** Data for the head of a watch page. */
export interface WatchPage {
  episode: {
    id: string
    title: string
    description: string
    genre: string
    tags: readonly string[]
    nsfw: boolean
    date: Date
    audience: Audience
  }
  /** Paths below the origin, or absolute URLs; null until available. */
  playback: { hls: string | null; poster: string | null; durationSeconds: number | null }
  views: number
  /** Null where other sites may not embed it. */
  embeddable: { oembed: { type: string; href: string }[] } | null
  creator: { uid: string; name: string }
}

/** The head of a watch page. Search engines are told of listed episodes only; adult ones have no image in link previews. */
export function watchHead(page: WatchPage): SharedPage {
  const { episode, playback, creator } = page
  const isPublic = isOpen(episode.audience) && playback.hls !== null
  return {
    title: episode.title,
    description: descriptionOf(page),
    path: `/watch/${episode.id}`,
    kind: 'video.other',
    isUnlisted: !isListed(episode.audience) || playback.hls === null,
    poster: isPublic
      ? posterOf([{ title: `${episode.title}, by ${creator.name}`, poster: playback.poster, nsfw: episode.nsfw }])
      : null,
    alternates: page.embeddable?.oembed,
    ...(isPublic ? { data: (origin, image) => videoObject(page, origin, image) } : {}),
  }
}

/** The VideoObject of a playable episode. @see https://schema.org/VideoObject */
function videoObject(page: WatchPage, origin: string, image: string): Record<string, unknown> {
  const { episode, playback, creator, views } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: episode.title,
    description: descriptionOf(page),
    url: `${origin}/watch/${episode.id}`,
    thumbnailUrl: image,
    ...(playback.hls === null ? {} : { contentUrl: new URL(playback.hls, origin).href }),
    uploadDate: episode.date.toISOString(),
    ...(playback.durationSeconds === null ? {} : { duration: isoDuration(playback.durationSeconds) }),
    genre: episode.genre,
    ...(episode.tags.length > 0 ? { keywords: episode.tags.join(', ') } : {}),
    isFamilyFriendly: !episode.nsfw,
    isAccessibleForFree: true,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'WatchAction' },
      userInteractionCount: views,
    },
    author: { '@type': 'Person', name: creator.name, url: `${origin}/creator/${creator.uid}` },
    publisher: { '@type': 'Organization', name: 'Hoshi', url: `${origin}/` },
  }
}

function descriptionOf({ episode, creator }: WatchPage): string {
  return episode.description || `A short ${episode.genre} anime by ${creator.name}.`
}

/** 402.9 → 'PT6M43S', as the page shows it. */
function isoDuration(seconds: number): string {
  const totalSeconds = wholeSecondsOf(seconds)
  const [minutes, rest] = [Math.floor(totalSeconds / 60), totalSeconds % 60]
  return `PT${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`
}
