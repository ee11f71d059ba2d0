import type { MetaDescriptor } from 'react-router'
import { cutText } from '#platform/text.ts'

/** What search results and link previews show of a description, in characters. */
const DESCRIPTION_CHARACTERS = 200
/** Shown for a page that has no poster of its own. */
const HOUSE_CARD = { path: '/card.png', alt: 'Hoshi: short-form anime from independent creators' }

/** The head of one screen: its title before the name of the house, and one sentence for those who only see that. */
export function head(title: string | null, description: string): MetaDescriptor[] {
  const words = wordsOf({ title, description })
  return [
    { title: words.title },
    { name: 'description', content: words.description },
    { property: 'og:title', content: words.title },
    { property: 'og:description', content: words.description },
    { property: 'og:site_name', content: 'Hoshi' },
  ]
}

/** A page that is meant to be found and shared. */
export interface SharedPage {
  title: string | null
  description: string
  /** Its one address, below the origin. */
  path: string
  kind?: 'website' | 'profile' | 'video.other'
  /** A picture of the page's own, below the origin or a whole address, and what it shows. */
  poster?: { path: string; alt: string } | null
  /** To be reached by its address only: search engines are asked to leave it out. */
  isUnlisted?: boolean
  /** What it holds in the words of schema.org, given the origin and the address of the page's picture. */
  data?: (origin: string, image: string) => Record<string, unknown>
}

/** The first poster of a list that may stand for it; adult episodes show theirs on their own page only. */
export function posterOf(episodes: readonly Pictured[] = []): SharedPage['poster'] {
  const first = episodes.find(({ poster, nsfw }) => poster !== null && !nsfw)
  return first?.poster ? { path: first.poster, alt: first.title } : null
}

type Pictured = { title: string; poster: string | null; nsfw?: boolean }

/** As `head`, and where the page lives and how a link to it looks. @param matches the screen's, from its `meta` */
export function sharedHead(matches: readonly (Match | undefined)[], page: SharedPage): MetaDescriptor[] {
  const plain = head(page.title, page.description)
  if (page.isUnlisted) plain.push({ name: 'robots', content: 'noindex' })
  const origin = originFrom(matches)
  if (origin === null) return plain
  const address = `${origin}${page.path}`
  const { title, description } = wordsOf(page)
  const picture = page.poster ?? HOUSE_CARD
  const image = new URL(picture.path, origin).href
  return [
    ...plain,
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: page.kind ?? 'website' },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: picture.alt },
    ...(page.data ? [{ 'script:ld+json': page.data(origin, image) } as MetaDescriptor] : []),
  ]
}

type Match = { id: string; loaderData?: unknown }

/** The public address that the root knows; null when the root itself failed. */
function originFrom(matches: readonly (Match | undefined)[]): string | null {
  const known = matches.find((match) => match?.id === 'root')?.loaderData
  if (typeof known !== 'object' || known === null || !('publicUrl' in known)) return null
  return typeof known.publicUrl === 'string' ? known.publicUrl : null
}

/** The title with the name of the house, and the description on one line. */
function wordsOf({ title, description }: { title: string | null; description: string }) {
  return {
    title: title ? `${title} · Hoshi` : 'Hoshi',
    description: cutText(description.replaceAll(/\s+/g, ' ').trim(), DESCRIPTION_CHARACTERS),
  }
}
