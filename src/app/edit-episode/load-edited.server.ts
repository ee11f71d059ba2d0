import { data, type RouterContextProvider } from 'react-router'
import { loadSuggestions } from '#app/credits/load-suggestions.server.ts'
import { loadOwnList } from '#app/dashboard/load-own.server.ts'
import { hoshiContext } from '#app/http/context.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import { findOriginal } from '#app/own-episodes/find-original.server.ts'
import { seriesCardOf } from '#app/series/series-card.tsx'
import type { Account } from '#identity/account.ts'
import { seriesChoices } from './series-field.tsx'

export type EditedData = Awaited<ReturnType<typeof loadEdited>>
export type EditedText = EditedData['texts'][number]

/** What the page for editing an own episode shows. Another creator's episode has no such page. */
export async function loadEdited(context: Readonly<RouterContextProvider>, account: Account, episodeId: string) {
  const { catalog, series, subtitles, video } = context.get(hoshiContext)
  const [list, ownSeries] = await Promise.all([loadOwnList(context, account), series.own(account)])
  const row = list.rows.find(({ id }) => id === episodeId)
  if (!row) throw notThere(null)
  const episode = await catalog.find(episodeId, account).catch(notThere)
  const [texts, { credits }, suggestions, videos] = await Promise.all([
    subtitles.subtitlesOf(episode, account),
    catalog.credits.toEdit(account, episodeId).catch(notThere),
    loadSuggestions(context, account),
    video.findMany([episode.videoId]),
  ])
  const file = videos.get(episode.videoId)
  const original = await findOriginal(video, account, episode.videoId)
  const inSeries = ownSeries.find(({ id }) => id === row.seriesId)
  return {
    list: { rows: [row], cursor: list.cursor },
    series: seriesChoices(ownSeries.map(seriesCardOf), list.rows),
    place: inSeries
      ? { title: inSeries.title, number: row.seriesNumber, episodeCount: seriesCardOf(inSeries).episodeCount }
      : null,
    file: {
      name: file?.name ?? '',
      sizeBytes: file?.sizeBytes ?? 0,
      frameRate: episode.frameRate,
      hls: episode.hls,
      original,
    },
    canChoosePoster: video.allowsPosterChoice,
    texts: texts.map(({ id, label, language, state, cues, version, author }) => ({
      id,
      label,
      language,
      state,
      cues,
      version,
      author: author && author.uid !== account.uid ? author.username || 'a viewer' : null,
    })),
    credits,
    suggestions,
  }
}

function notThere(thrown: unknown): never {
  if (thrown !== null) refusedFrom(thrown)
  throw data(null, { status: 404 })
}
