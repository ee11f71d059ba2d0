import { posterOf, type SharedPage } from './head.ts'

/** What the head of a watch page is made of. */
export interface WatchedEpisode {
  episode: {
    id: string
    title: string
    description: string
    genre: string
    tags: readonly string[]
    nsfw: boolean
    date: Date
  }
  /** Paths below the origin, or whole addresses; null until made. */
  picture: { hls: string | null; poster: string | null; durationSeconds: number | null }
  views: number
  creator: { uid: string; name: string }
  /** Not null while only its creator sees it. */
  notReady: object | null
}

/** The head of a watch page. Adult and unready episodes are not for search engines, and lend their picture to no link. */
export function watchHead(watched: WatchedEpisode): SharedPage {
  const { episode, picture, creator, notReady } = watched
  const isPublic = notReady === null && picture.hls !== null
  return {
    title: episode.title,
    description: descriptionOf(watched),
    path: `/watch/${episode.id}`,
    kind: 'video.other',
    isUnlisted: episode.nsfw || !isPublic,
    poster: isPublic
      ? posterOf([{ title: `${episode.title}, by ${creator.name}`, poster: picture.poster, nsfw: episode.nsfw }])
      : null,
    ...(isPublic ? { data: (origin, image) => videoObject(watched, origin, image) } : {}),
  }
}

/** The VideoObject of a playable episode. @see https://schema.org/VideoObject */
function videoObject(watched: WatchedEpisode, origin: string, image: string): Record<string, unknown> {
  const { episode, picture, creator, views } = watched
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: episode.title,
    description: descriptionOf(watched),
    url: `${origin}/watch/${episode.id}`,
    thumbnailUrl: image,
    ...(picture.hls === null ? {} : { contentUrl: new URL(picture.hls, origin).href }),
    uploadDate: episode.date.toISOString(),
    ...(picture.durationSeconds === null ? {} : { duration: isoDuration(picture.durationSeconds) }),
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

function descriptionOf({ episode, creator }: WatchedEpisode): string {
  return episode.description || `A short ${episode.genre} anime by ${creator.name}.`
}

/** 402.9 → 'PT6M43S', to the nearest second, at least one. */
function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  return `PT${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`
}
