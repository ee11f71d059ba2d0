import { isListed } from '#catalog/audience.ts'
import { mayBeEmbedded } from '#catalog/embed-sites.ts'
import type { Episode } from '#catalog/episode.ts'
import { linkedFileOf } from '#video/linked-file.ts'
import { embedSize, type PlayerSize } from './embed-code.ts'

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

/** What a link to an episode plays where it is shown; null unless the episode is public and any site may embed it. */
interface LinkedPlayback {
  player: PlayerSize
  /** Null until it is made. */
  file: (PlayerSize & { url: string }) | null
}

export function linkedPlaybackOf(episode: Episode): LinkedPlayback | null {
  if (!isListed(episode.audience) || !mayBeEmbedded(episode) || episode.embedSites !== null) return null
  const file = linkedFileOf(episode.files)
  return { player: embedSize(episode), file: file && { url: file.url, width: file.width, height: file.height } }
}
