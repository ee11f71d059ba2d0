import type { MetaDescriptor } from 'react-router'
import { truncateText } from '#platform/text.ts'

/** Characters of a description that search results and link previews show. */
const DESCRIPTION_CHARACTERS = 200
/** Description of the site, and of every screen without its own. */
export const SITE_DESCRIPTION =
  'Watch short-form anime from independent creators. Every episode is 10 minutes or shorter.'
/** Link preview image of a page without a poster. */
const DEFAULT_CARD = { path: '/card.png', alt: 'Hoshi: short-form anime from independent creators' }

/** Programs lay a preview out before they have its picture. */
const cardTags: MetaDescriptor[] = [
  { property: 'og:image:type', content: 'image/jpeg' },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
]

/** Meta tags of one screen: its title before the site name, and a one-sentence description. */
export function head(title: string | null, description: string): MetaDescriptor[] {
  const text = metaText({ title, description })
  return [
    { title: text.title },
    { name: 'description', content: text.description },
    { property: 'og:title', content: text.title },
    { property: 'og:description', content: text.description },
    { property: 'og:site_name', content: 'Hoshi' },
  ]
}

/** The tags of an address without a page. */
export function notFoundHead(): MetaDescriptor[] {
  return head('404 Not Found', 'There is nothing at this address.')
}

/** A page that is meant to be found and shared. */
export interface SharedPage {
  title: string | null
  description: string
  /** Canonical path, below the origin. */
  path: string
  kind?: 'website' | 'profile' | 'video.other' | 'video.tv_show'
  /** The page's own image, as a path below the origin or an absolute URL, and its alternative text. */
  poster?: { path: string; alt: string } | null
  /** Path of the picture that previews show in place of the poster, a JPEG of 1200 by 630 pixels. */
  card?: string | null
  /** Reachable by its URL only: search engines are asked not to index it. */
  isUnlisted?: boolean
  /** What a link to the page plays where it is shown. */
  plays?: LinkedVideo | null
  /** Other forms of the page, as programs look for them. */
  alternates?: { type: string; href: string }[] | undefined
  /** schema.org data of the page, given the origin and the URL of its image. */
  data?: (origin: string, image: string) => Record<string, unknown>
}

/** A player for pages of other sites, and the file for programs that play one themselves. Paths are below the origin. */
export interface LinkedVideo {
  player: { path: string; width: number; height: number }
  /** MP4, as a path or an absolute URL; null until it is made. */
  file: { url: string; width: number; height: number } | null
}

/** The first poster that may represent a list. Adult episodes show theirs on their own page only. */
export function posterOf(episodes: readonly PosterCandidate[] = []): SharedPage['poster'] {
  const first = episodes.find(({ poster, nsfw }) => poster !== null && !nsfw)
  return first?.poster ? { path: first.poster, alt: first.title } : null
}

type PosterCandidate = { title: string; poster: string | null; nsfw?: boolean }

/** `head` with the page's canonical URL and link preview. @param matches as passed to the screen's `meta` */
export function sharedHead(matches: readonly (Match | undefined)[], page: SharedPage): MetaDescriptor[] {
  const tags = head(page.title, page.description)
  if (page.isUnlisted) tags.push({ name: 'robots', content: 'noindex' })
  const origin = originFrom(matches)
  if (origin === null) return tags
  const url = `${origin}${page.path}`
  const { title, description } = metaText(page)
  const poster = page.poster ?? DEFAULT_CARD
  const image = new URL(page.card ?? poster.path, origin).href
  return [
    ...tags,
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: page.kind ?? 'website' },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    ...(page.card ? cardTags : []),
    { property: 'og:image:alt', content: page.card ? (page.title ?? poster.alt) : poster.alt },
    { name: 'twitter:card', content: page.plays ? 'player' : 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: page.card ? (page.title ?? poster.alt) : poster.alt },
    ...(page.plays ? playerTags(page.plays, origin) : []),
    ...(page.alternates ?? []).map((each) => ({ tagName: 'link', rel: 'alternate', title, ...each })),
    ...(page.data ? [{ 'script:ld+json': page.data(origin, image) } as MetaDescriptor] : []),
  ]
}

/** @see https://ogp.me/#structured, https://developer.x.com/en/docs/x-for-websites/cards/overview/player-card */
function playerTags({ player, file }: LinkedVideo, origin: string): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [
    { name: 'twitter:player', content: new URL(player.path, origin).href },
    { name: 'twitter:player:width', content: String(player.width) },
    { name: 'twitter:player:height', content: String(player.height) },
  ]
  if (!file) return tags
  return [
    { property: 'og:video', content: new URL(file.url, origin).href },
    { property: 'og:video:type', content: 'video/mp4' },
    { property: 'og:video:width', content: String(file.width) },
    { property: 'og:video:height', content: String(file.height) },
    ...tags,
  ]
}

type Match = { id: string; loaderData?: unknown }

/** The public URL from the root's data; null when the root itself failed. */
function originFrom(matches: readonly (Match | undefined)[]): string | null {
  const rootData = matches.find((match) => match?.id === 'root')?.loaderData
  if (typeof rootData !== 'object' || rootData === null || !('publicUrl' in rootData)) return null
  return typeof rootData.publicUrl === 'string' ? rootData.publicUrl : null
}

/** The title with the site name, and the description on one line. */
function metaText({ title, description }: { title: string | null; description: string }) {
  return {
    title: title ? `${title} · Hoshi` : 'Hoshi',
    description: truncateText(description.replaceAll(/\s+/g, ' ').trim(), DESCRIPTION_CHARACTERS),
  }
}
