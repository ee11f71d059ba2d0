import { episodeExample } from './episodes.ts'
import { episodeId } from './ids.ts'
import { readyStatus, videoExample } from './videos.ts'

const ownEpisodeExample = {
  ...episodeExample,
  status: readyStatus,
  width: videoExample.width,
  height: videoExample.height,
  storyboard: videoExample.playback.storyboard,
  hasChosenPoster: false,
  embedSites: null,
  held: false,
  sameAs: null,
  replacement: null,
  growth: {
    views: { recent: 72, before: 56 },
    likes: { recent: 17, before: 0 },
    comments: { recent: 1, before: 0 },
  },
}

export const ownListExample = {
  episodes: [{ ...ownEpisodeExample, liked: false, positionSeconds: null }],
  total: 1,
  nextCursor: null,
  totals: {
    views: { total: 128, growth: { caption: '+28% from last month', recent: 72, before: 56 } },
    likes: { total: 17, growth: { caption: 'New this month', recent: 17, before: 0 } },
    comments: { total: 1, growth: { caption: 'New this month', recent: 1, before: 0 } },
  },
}

export const bulkExample = { episodeIds: [episodeId], change: { visibility: 'unlisted' as const } }

export const bulkResultExample = { changed: 1, refused: [] }

export const ownEventsExample = [
  'retry: 2000',
  `event: episode\nid: 5c1f0e-41\ndata: ${JSON.stringify(ownEpisodeExample)}`,
  `event: removed\nid: 5c1f0e-42\ndata: ${JSON.stringify({ id: episodeId })}`,
  '',
].join('\n\n')

const figuresExample = {
  watched: 12,
  previewed: 5,
  watchSeconds: 1830.5,
  visitors: 14,
  likes: 3,
  comments: 1,
  followed: 2,
  unfollowed: 0,
  supportClicks: 1,
}

export const analyticsExample = {
  days: [{ day: '2026-05-01', ...figuresExample }],
  totals: figuresExample,
  before: null,
  completion: [
    { reached: 25 as const, count: 10, share: 10 / 12 },
    { reached: 50 as const, count: 9, share: 0.75 },
    { reached: 75 as const, count: 8, share: 8 / 12 },
    { reached: 95 as const, count: 6, share: 0.5 },
  ],
  sources: [
    { source: 'explore' as const, views: 11 },
    { source: 'outside' as const, host: 'example.org', views: 6 },
  ],
  episodes: [{ id: episodeId, title: 'Paper Boats', ...figuresExample, followed: 0, supportClicks: 0 }],
}

export const watchingExample = {
  visitId: 'k2v7c1',
  reached: 50 as const,
  watchedSeconds: 63.5,
  ranges: [[0, 63.5]],
}

export const analyticsEventsExample = `event: episode\nid: 5f-12\ndata: ${JSON.stringify({
  id: episodeId,
  title: 'Paper Boats',
  views: 129,
  likes: 12,
  comments: 3,
})}\n\n`
