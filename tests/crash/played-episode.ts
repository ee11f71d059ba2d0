import { type Caller, videoOf } from './tus.ts'

interface Playback {
  segments: number
  /** Paths that did not answer with bytes. */
  unplayable: string[]
}

/**
 * Requests the page, the playlists, the poster and every segment of an episode.
 *
 * @param creator asks a Hoshi with the same rows where the files are
 */
export async function playbackOf(url: string, creator: Caller, id: string): Promise<Playback> {
  const unplayable: string[] = []
  const load = async (address: URL): Promise<string> => {
    const response = await fetch(address)
    const body = Buffer.from(await response.bytes())
    if (response.status !== 200 || body.length === 0) unplayable.push(address.pathname)
    return body.toString()
  }
  await load(new URL(`/watch/${id}`, url))
  // Its files have the same names on every Hoshi with the same rows.
  const { playback } = await videoOf(creator, await videoOfEpisode(creator, id))
  let segments = 0
  const master = new URL(playback.hls ?? '', url)
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of linesOf(await load(master))) {
    const playlist = new URL(line, master)
    const text = await load(playlist)
    const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? ''
    for (const uri of [init, ...linesOf(text)]) {
      await load(new URL(uri, playlist))
      segments += 1
    }
  }
  await load(new URL(playback.poster ?? '', url))
  return { segments, unplayable }
}

export async function videoOfEpisode(creator: Caller, id: string): Promise<string> {
  const episode = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }
  return episode.videoId
}
