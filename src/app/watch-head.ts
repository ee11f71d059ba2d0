import { episodeDescription } from '#app/messages/descriptions.ts'
import { wholeSecondsOf } from '#app/ui/format.ts'
import { type Audience, isListed, isOpen } from '#catalog/audience.ts'
import { chapterEnd, readChapters, withoutChapters } from '#catalog/chapters.ts'
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
  /** Path of its picture for link previews; null where its poster stands for it. */
  card: string | null
  views: number
  /** Null where other sites may not embed it. */
  embeddable: { oembed: { type: string; href: string }[] } | null
  /** What a link plays where it is shown; null where it only leads here. */
  linked: { player: Size; file: (Size & { url: string }) | null } | null
  texts: { tracks: readonly { language: string; kind: string; vttUrl: string }[] }
  strip: { series: { id: string; title: string } } | null
  creator: { uid: string; name: string }
}

interface Size {
  width: number
  height: number
}

/** The head of a watch page. Search engines are told of listed episodes only; adult ones have no image in link previews. */
export function watchHead(page: WatchPage): SharedPage {
  const { episode, playback, linked, creator } = page
  const isPlayable = playback.hls !== null
  const isPublic = isOpen(episode.audience) && isPlayable
  const isFindable = isListed(episode.audience) && isPlayable
  return {
    title: episode.title,
    description: descriptionOf(page),
    path: `/watch/${episode.id}`,
    kind: 'video.other',
    isUnlisted: !isFindable,
    poster: isPublic
      ? posterOf([{ title: `${episode.title}, by ${creator.name}`, poster: playback.poster, nsfw: episode.nsfw }])
      : null,
    card: isPublic ? page.card : null,
    plays: linked && { player: { path: `/embed/${episode.id}`, ...linked.player }, file: linked.file },
    alternates: page.embeddable?.oembed,
    ...(isFindable ? { data: (origin, image) => videoObject(page, origin, image) } : {}),
  }
}

/** The VideoObject of a listed episode. @see https://schema.org/VideoObject */
function videoObject(page: WatchPage, origin: string, image: string): Record<string, unknown> {
  const { episode, playback, linked, strip, creator, views } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: episode.title,
    description: descriptionOf(page),
    url: `${origin}/watch/${episode.id}`,
    thumbnailUrl: playback.poster === null ? image : new URL(playback.poster, origin).href,
    ...(linked ? { embedUrl: `${origin}/embed/${episode.id}`, contentUrl: contentUrl(page, origin) } : {}),
    uploadDate: episode.date.toISOString(),
    ...(playback.durationSeconds === null ? {} : { duration: isoDuration(playback.durationSeconds) }),
    genre: episode.genre,
    ...(episode.tags.length > 0 ? { keywords: episode.tags.join(', ') } : {}),
    ...textsOf(page, origin),
    ...clipsOf(page, origin),
    ...(strip
      ? {
          partOfSeries: {
            '@type': 'CreativeWorkSeries',
            name: strip.series.title,
            url: `${origin}/series/${strip.series.id}`,
          },
        }
      : {}),
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

/** The file that a link plays; before it is made, the playlist. */
function contentUrl({ linked, playback }: WatchPage, origin: string): string {
  return new URL(linked?.file?.url ?? playback.hls ?? '', origin).href
}

/** Its texts, and the language that is spoken, which captions write down; nothing else says it. */
function textsOf({ texts }: WatchPage, origin: string): Record<string, unknown> {
  if (texts.tracks.length === 0) return {}
  const spoken = texts.tracks.find(({ kind }) => kind === 'captions')?.language
  const caption = texts.tracks.map(({ language, vttUrl }) => ({
    '@type': 'MediaObject',
    inLanguage: language,
    encodingFormat: 'text/vtt',
    contentUrl: `${origin}${vttUrl}`,
  }))
  return { ...(spoken === undefined ? {} : { inLanguage: spoken }), caption }
}

/** Its chapters, each with the address at which it starts. */
function clipsOf({ episode, playback }: WatchPage, origin: string): Record<string, unknown> {
  const { durationSeconds } = playback
  if (durationSeconds === null) return {}
  const chapters = readChapters(episode.description, durationSeconds)
  if (chapters.length === 0) return {}
  return {
    hasPart: chapters.map((chapter) => ({
      '@type': 'Clip',
      name: chapter.title,
      startOffset: chapter.startSeconds,
      endOffset: wholeSecondsOf(chapterEnd(chapters, chapter, durationSeconds)),
      url: `${origin}/watch/${episode.id}?t=${chapter.startSeconds}`,
    })),
  }
}

/** In words, without the lines of its chapters. */
function descriptionOf({ episode, playback, creator }: WatchPage): string {
  const chapters = readChapters(episode.description, playback.durationSeconds)
  return withoutChapters(episode.description, chapters) || episodeDescription(episode.genre, creator.name)
}

/** 402.9 → 'PT6M43S', as the page shows it. */
function isoDuration(seconds: number): string {
  const totalSeconds = wholeSecondsOf(seconds)
  const [minutes, rest] = [Math.floor(totalSeconds / 60), totalSeconds % 60]
  return `PT${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`
}
