import { episodeExample } from './episodes.ts'
import { episodeId, uid } from './ids.ts'

export const newSeriesExample = { title: 'Paper fleet', description: 'Every letter, in the order it was not sent.' }

const seriesSummaryExample = {
  id: '3c3vhwnzd0d7t1g1rnn5q9a0xe',
  ...newSeriesExample,
  creatorId: uid,
  creator: episodeExample.creator,
  poster: episodeExample.poster,
  hasOwnPoster: false,
  episodeCount: 1,
  createdAt: '2026-03-05T08:00:00.000Z',
  updatedAt: '2026-03-05T08:00:00.000Z',
}

export const emptySeriesExample = { ...seriesSummaryExample, poster: null, episodeCount: 0, episodes: [], arcs: [] }

export const seriesListExample = { episodeIds: [episodeId], arcs: [{ title: 'Departures', from: 1, to: 1 }] }

export const seriesExample = {
  ...seriesSummaryExample,
  episodes: [{ ...episodeExample, seriesId: seriesSummaryExample.id, seriesNumber: 1 }],
  arcs: seriesListExample.arcs,
}

export const seriesPageExample = { series: [seriesSummaryExample], nextCursor: null }
