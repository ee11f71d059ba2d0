import { mayBeEmbedded } from '#catalog/embed-sites.ts'
import type { Episode } from '#catalog/episode.ts'

/** An episode for those who embed it, and the addresses at which programs learn how; null where other sites may not. */
export function embeddableOf(episode: Episode, origin: string) {
  if (!mayBeEmbedded(episode)) return null
  const { id, title, width, height } = episode
  const linkTo = (format: string, type: string) => ({
    type: `${type}+oembed`,
    href: `${origin}/oembed?${new URLSearchParams({ format, url: `${origin}/watch/${id}` })}`,
  })
  return { id, title, width, height, oembed: [linkTo('json', 'application/json'), linkTo('xml', 'text/xml')] }
}
