/**
 * Examples in the description of the API: one creator, Mika, and one video of hers. Tests check them against their
 * schemas.
 */

const uid = 'gnz1vf3a7pwfq6f0dshbqa48u8'
const videoId = '800ddaaikcdbcqj1psa9g4mj0m'
const episodeId = '4jnjwkbwwb3g1nr1spq0u2bc7f'
const media = `/media/${videoId}`

export const problemExample = {
  status: 422,
  title: 'Unprocessable Content',
  code: 'catalog.title_required',
  detail: 'Please enter a title.',
  field: 'title',
  requestId: 'vnynzgv6pi2t5dmyp9mh5jkjb5',
}

export const credentialsExample = { email: 'mika@example.org', password: 'correct horse battery' }

export const profileFieldsExample = {
  username: 'Mika',
  bio: 'Draws two minutes a month.',
  patreonUrl: 'https://www.patreon.com/mika',
}

export const newAccountExample = {
  ...credentialsExample,
  role: 'creator' as const,
  agreedToTerms: true,
  ...profileFieldsExample,
}

export const accountExample = {
  uid,
  email: credentialsExample.email,
  role: 'creator' as const,
  createdAt: '2026-03-01T09:30:00.000Z',
}

export const profileExample = {
  uid,
  ...profileFieldsExample,
  avatarUrl: `/avatars/${uid}/yyp4n2jphxgimb0wgkhviynnhn.webp`,
  joinedAt: accountExample.createdAt,
  founderBadge: true,
  episodeCount: 1,
  totalViews: 128,
  genres: ['Drama'],
  followers: 41,
  following: false,
  supportLinks: [{ label: 'Patreon', url: profileFieldsExample.patreonUrl, host: 'patreon.com', verified: false }],
}

export const newVideoExample = { name: 'paper-boats.mp4', sizeBytes: 48_210_944 }

export const uploadUrlExample = {
  uid: videoId,
  uploadURL: 'https://hoshi.example/api/uploads/k3v9d0q6m2x8r5t1y7b4n0c6zw',
  protocols: ['tus' as const, 'post' as const],
  expiresAt: '2026-03-02T09:31:00.000Z',
  maxDurationSeconds: 600,
}

const readyStatus = { state: 'ready' as const, percentComplete: 100 }

export const videoExample = {
  uid: videoId,
  status: readyStatus,
  durationSeconds: 124.5,
  width: 1920,
  height: 1080,
  frameRate: { numerator: 24000, denominator: 1001 },
  views: 128,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  sameAs: null,
  playback: {
    hls: `${media}/master-snbupmz9zacpwi5sazsjh1caub.m3u8`,
    poster: `${media}/poster-eb2wea387kbwc2svnq4dfp0nrh.webp`,
    preview: `${media}/preview-s7p2j6iymin8sspv9aqwc85n0q.mp4`,
    storyboard: `${media}/storyboard-6k9kqttexiwqqagjxgs1kjxi9w.vtt`,
  },
  hasChosenPoster: false,
}

export const sameFileExample = { videoId, name: newVideoExample.name, episodeId, title: 'Paper boats' }

const episodeFieldsExample = {
  title: 'Paper boats',
  genre: 'Drama',
  nsfw: false,
  description: 'A boy folds a boat for each letter he never sent.',
  tags: ['short', 'hand-drawn'],
}

const creditExample = { name: 'Rafa Sunada', role: 'Music' }

export const newEpisodeExample = { ...episodeFieldsExample, videoId, credits: [creditExample] }

export const episodeChangesExample = {
  title: 'Paper boats, the first letter',
  tags: ['short', 'rain'],
  commentsOpen: true,
}

export const episodeExample = {
  id: episodeId,
  ...episodeFieldsExample,
  nsfwReason: '',
  date: '2026-03-01T10:00:00.000Z',
  visibility: 'public' as const,
  publishAt: null,
  commentsOpen: true,
  credits: [creditExample],
  creatorId: uid,
  videoId,
  trending: false,
  founderBadge: true,
  views: 128,
  likes: 17,
  comments: 2,
  lastViewed: '2026-03-04T18:22:10.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  durationSeconds: videoExample.durationSeconds,
  poster: videoExample.playback.poster,
  preview: videoExample.playback.preview,
  seriesId: null as string | null,
  seriesNumber: null as number | null,
  creator: {
    uid,
    username: profileExample.username,
    avatarUrl: profileExample.avatarUrl,
    founderBadge: profileExample.founderBadge,
  },
}

export const nextEpisodeExample = {
  ...episodeExample,
  id: 'u0z6v1q8r5t3y7b4n2c9d6k0m1',
  reason: 'similar' as const,
  reasonText: 'Also Drama',
}

export const episodesExample = { episodes: [episodeExample], total: 1, nextCursor: null }

const ownEpisodeExample = {
  ...episodeExample,
  status: readyStatus,
  width: videoExample.width,
  height: videoExample.height,
  storyboard: videoExample.playback.storyboard,
  hasChosenPoster: false,
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

export const playExample = { kind: 'watch' as const, visitId: 'visit-5c1f0e' }

export const commentExample = {
  id: '9jwa35r2fngvs932xmd88s6atp',
  text: 'The rain at the end!',
  createdAt: '2026-03-04T18:25:00.000Z',
  editedAt: null,
  author: { uid: '93si9vazvxkwhiwr97qbxmb5xh', username: '', avatarUrl: '' },
  byCreator: false,
  likes: 0,
  liked: false,
  pinned: false,
  hidden: false,
  held: false,
  parentId: null,
  replies: [],
  replyCount: 0,
}

const replyExample = {
  ...commentExample,
  id: 'e8d4gpy2xjv0t5dq3nms8n6w1k',
  text: 'Drawn on a real one.',
  author: { uid, username: profileExample.username, avatarUrl: profileExample.avatarUrl },
  byCreator: true,
  parentId: commentExample.id,
}

export const commentsExample = {
  comments: [{ ...commentExample, replies: [replyExample], replyCount: 1 }],
  total: 2,
  nextCursor: null,
}

export const repliesExample = { comments: [replyExample], total: 1, nextCursor: null }

export const namingCreditsExample = {
  credits: [
    {
      id: 'w2dzs8b0x4ghqj6tk1m9v5r7cy',
      ...creditExample,
      state: 'asked' as const,
      askedAt: '2026-03-01T10:00:00.000Z',
      episode: { id: episodeId, title: episodeFieldsExample.title, poster: videoExample.playback.poster },
      creator: { uid, username: profileExample.username, avatarUrl: profileExample.avatarUrl },
    },
  ],
  total: 1,
  nextCursor: null,
}

export const followedCreatorsExample = {
  creators: [{ ...profileExample, following: true }],
  nextCursor: null,
}

const commentExcerptExample = {
  id: commentExample.id,
  text: commentExample.text,
  createdAt: commentExample.createdAt,
  author: commentExample.author,
  parentId: null,
}

export const notificationExample = {
  id: 'cb1m4cq0f2h8uy7xg3tqs5ikbn',
  kind: 'comment' as const,
  createdAt: commentExample.createdAt,
  read: false,
  episode: { id: episodeId, title: episodeFieldsExample.title },
  comment: commentExcerptExample,
}

export const notificationsExample = { notifications: [notificationExample], unread: 1, nextCursor: null }

export const bellEventsExample = [
  'retry: 2000',
  `event: notification\nid: bn40MQ\ndata: ${JSON.stringify(notificationExample)}`,
  `event: unread\nid: bn40MQ\ndata: ${JSON.stringify({ count: 1 })}`,
  '',
].join('\n\n')

export const notificationSettingsExample = {
  episode: true,
  reply: true,
  comment: true,
  milestone: false,
  follower: true,
  decision: true,
  digest: 'weekly' as const,
}

export const exportExample = {
  state: 'preparing' as const,
  requestedAt: '2026-03-05T08:00:00.000Z',
  readyAt: null,
}

const heldEpisode = { ...episodeExample, liked: false, positionSeconds: 61.5 }
const listed = <E extends object>(one: E) => ({ episodes: [one], total: 1, nextCursor: null })

export const continueExample = listed({ ...heldEpisode, watchedAt: '2026-03-05T19:02:00.000Z' })
export const historyExample = { ...continueExample, paused: false }
export const watchLaterExample = listed({ ...heldEpisode, addedAt: '2026-03-05T18:40:00.000Z' })
export const likedExample = listed({ ...heldEpisode, liked: true, likedAt: '2026-03-04T18:26:00.000Z' })

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

const figuresExample = {
  ...{ watched: 12, previewed: 5, watchSeconds: 1830.5, visitors: 14, likes: 3, comments: 1 },
  ...{ followed: 2, unfollowed: 0, supportClicks: 1 },
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
  ...{ id: episodeId, title: 'Paper Boats', views: 129, likes: 12, comments: 3 },
})}\n\n`
