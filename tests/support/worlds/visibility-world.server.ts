import { type Visibility, visibilities } from '#catalog/audience.ts'
import { newId } from '#platform/ids.server.ts'
import { moderateEpisodeOn } from '#tests/support/data/moderate-episode.ts'
import { makeTrending } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from './test-hoshi.ts'

/**
 * The audience of an episode, from the narrowest, which restates docs/product.md#visibility. Episodes of a deactivated
 * account have none.
 */
export type Reach = 'nobody' | 'owner' | 'link' | 'profile' | 'everyone'

/** An episode in one of the states that an episode can have, with all that people did to it before. */
export interface StatedEpisode {
  /** As in 'unlisted nsfw unready', or 'public held'. */
  state: string
  reach: Reach
  id: string
  video: ReadyVideo
  title: string
  commentId: string
  views: number
}

export const viewers = ['stranger', 'viewer', 'other', 'owner'] as const
export type ViewerName = (typeof viewers)[number]

export interface VisibilityWorld {
  site: TestHoshi
  people: Record<ViewerName, Pick<Person, 'call'>>
  ownerUid: string
  /** A creator who is credited in each of the episodes, and has accepted. */
  otherUid: string
  episodes: StatedEpisode[]
  /** Public episodes of the same creator: one in no series, and an adult one that is the first part of the series. */
  anchors: { alone: string; inSeries: string }
  seriesId: string
  /** A creator whose account is deactivated, with a series. One of the episodes is of this one. */
  gone: { uid: string; seriesId: string }
  close(): Promise<void>
}

/** Genres that tell from a profile what it counts. */
export const genreOf: Record<Reach, string> = {
  everyone: 'Mecha',
  profile: 'Comedy',
  link: 'Fantasy',
  owner: 'Romance',
  nobody: 'Horror',
}
/** The genre of the anchors. */
export const anchorGenre = 'Action'

function reachOf({ visibility, nsfw, isReady, isHeld }: Combination): Reach {
  if (!isReady || isHeld || visibility === 'private' || visibility === 'scheduled') return 'owner'
  if (visibility === 'unlisted') return 'link'
  return nsfw ? 'profile' : 'everyone'
}

interface Combination {
  visibility: Visibility
  nsfw: boolean
  isReady: boolean
  /** Whether it waits for a moderator. */
  isHeld: boolean
}

const combinations: Combination[] = [
  ...visibilities.flatMap((visibility) =>
    [false, true].flatMap((nsfw) => [true, false].map((isReady) => ({ visibility, nsfw, isReady, isHeld: false }))),
  ),
  { visibility: 'public', nsfw: false, isReady: true, isHeld: true },
]

const stateOf = ({ visibility, nsfw, isReady, isHeld }: Combination) =>
  [visibility, ...(nsfw ? ['nsfw'] : []), ...(isReady ? [] : ['unready']), ...(isHeld ? ['held'] : [])].join(' ')

/**
 * One creator's episodes, one in each combination of visibility, adult mark and readiness, one that is held, and one of a
 * creator whose account is deactivated. All of them were public, watched, liked, kept, commented on, credited, announced and
 * trending before, so that a row about each waits in every table.
 */
export async function createVisibilityWorld(): Promise<VisibilityWorld> {
  const site = await createTestHoshi({ worksJobs: true, environment: compatibleApiSettings })
  const owner = await createPerson(site.url, 'creator', 'Mio')
  const other = await createPerson(site.url, 'creator', 'Rafa')
  const gone = await createPerson(site.url, 'creator', 'Ines')
  const viewer = await createPerson(site.url, 'viewer')
  const followers = [viewer, other]
  for (const person of followers)
    for (const { account } of [owner, gone]) await send(person, 'PUT', `/creators/${account.uid}/follow`)

  const anchors = {
    alone: (await publishEpisode(site, owner, { title: 'Anchor', genre: anchorGenre })).id,
    inSeries: (await publishEpisode(site, owner, { title: 'Anchor in series', genre: anchorGenre })).id,
  }
  const episodes: StatedEpisode[] = []
  const addEpisode = async (by: Person, state: string, reach: Reach) => {
    const n = episodes.length
    const title = `Lantern ${String(n).padStart(2, '0')}`
    const credits = [{ name: 'Rafa', role: 'Music', uid: other.account.uid }]
    const { id, video } = await publishEpisode(site, by, { title, genre: genreOf[reach], credits })
    const commentId = await commentOn(site, id, viewer, by)
    episodes.push({ state, reach, id, video, title, commentId, views: 2 ** n })
    return id
  }
  for (const combination of combinations) await addEpisode(owner, stateOf(combination), reachOf(combination))
  const goneId = await addEpisode(gone, 'public of a deactivated account', 'nobody')
  const people = [owner, ...followers]
  await Promise.all(
    people.map(async (person) => {
      for (const { id } of episodes) await touch(person, id)
    }),
  )
  await acceptCredits(other)
  const { id: seriesId } = await send<{ id: string }>(owner, 'POST', '/series', { title: 'Lanterns' })
  // The public part is the last one: whatever stands for the series, or comes next in it, passes all others.
  const own = episodes.filter(({ id }) => id !== goneId)
  const episodeIds = [anchors.inSeries, ...own.map(({ id }) => id).reverse()]
  await send(owner, 'PUT', `/series/${seriesId}/episodes`, { episodeIds })
  const { id: goneSeriesId } = await send<{ id: string }>(gone, 'POST', '/series', { title: 'Tides' })
  await send(gone, 'PUT', `/series/${goneSeriesId}/episodes`, { episodeIds: [goneId] })
  for (const person of followers) await waitUntilTold(person, episodes.length + Object.keys(anchors).length)
  await makeTrending(
    site.connectionString,
    episodes.map(({ title }) => title),
  )
  await send(owner, 'PATCH', `/episodes/${anchors.inSeries}`, { nsfw: true })
  for (const [n, episode] of own.entries()) await change(site, owner, episode, combinations[n]!)
  await send(gone, 'DELETE', '/me', { password: gone.password })
  await Promise.all(people.map(exportAccount))
  return {
    site,
    people: { stranger: createStranger(site.url), viewer, other, owner },
    ownerUid: owner.account.uid,
    otherUid: other.account.uid,
    episodes,
    anchors,
    seriesId,
    gone: { uid: gone.account.uid, seriesId: goneSeriesId },
    close: () => site.close(),
  }
}

/** Acts on an episode in every way that leaves a row. */
async function touch(person: Person, id: string): Promise<void> {
  await send(person, 'POST', `/episodes/${id}/views`, { kind: 'watch', visitId: `${person.account.uid}${id}` })
  await send(person, 'PUT', `/episodes/${id}/progress`, { positionSeconds: 1 })
  await send(person, 'PUT', `/episodes/${id}/like`)
  await send(person, 'PUT', `/me/watch-later/${id}`)
}

/** A comment and a reply of the creator, which both are told of. @returns the comment's id */
async function commentOn(site: TestHoshi, id: string, viewer: Person, owner: Person): Promise<string> {
  // Otherwise the limits of a minute would end this at the third episode.
  await queryDatabase(site.connectionString, 'delete from rate_limits')
  const comments = `/episodes/${id}/comments`
  const { id: parentId } = await send<{ id: string }>(viewer, 'POST', comments, { text: newId() })
  await send(owner, 'POST', comments, { text: newId(), parentId })
  return parentId
}

async function acceptCredits(person: Person): Promise<void> {
  const { credits } = await send<{ credits: { id: string }[] }>(person, 'GET', '/me/credits')
  for (const { id } of credits) await send(person, 'PUT', `/me/credits/${id}`)
}

async function waitUntilTold(person: Person, count: number): Promise<void> {
  await eventually('followers are told of every episode', async () => {
    const page = await send<{ notifications: { kind: string }[] }>(person, 'GET', '/me/notifications?limit=60')
    return page.notifications.filter(({ kind }) => kind === 'episode').length === count
  })
}

/** Gives an episode its state, and a number of views of its own. */
async function change(site: TestHoshi, owner: Person, episode: StatedEpisode, to: Combination): Promise<void> {
  const { visibility, nsfw, isReady, isHeld } = to
  const publishAt = visibility === 'scheduled' ? new Date(Date.now() + 86_400_000).toISOString() : undefined
  await send(owner, 'PATCH', `/episodes/${episode.id}`, { visibility, nsfw, publishAt })
  if (isHeld) await moderateEpisodeOn(site, episode.id, { hold: 'person' })
  const run = (statement: string, ...values: unknown[]) =>
    queryDatabase(site.connectionString, statement, [episode.id, ...values])
  await run('update episode_stats set views = $2 where episode_id = $1', episode.views)
  if (isReady) return
  // No video stops playing; here it does, so that even then no row about it is found.
  await run('update episodes set is_playable = false where id = $1')
  await run(`update announced_episodes set audience = 'owner' where episode_id = $1`)
  await run(`update videos set state = 'inprogress' where uid = (select video_id from episodes where id = $1)`)
}

async function exportAccount(person: Person): Promise<void> {
  await send(person, 'POST', '/me/export')
  await eventually('the export is there', async () => (await person.call('GET', '/api/v1/me/export')).status === 200)
}

async function send<Answer>(person: Person, method: string, path: string, body?: object): Promise<Answer> {
  const response = await person.call(method, `/api/v1${path}`, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Answer
}
