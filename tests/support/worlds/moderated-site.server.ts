import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { endUndoTime, LONG_UNDO_SECONDS, moveIntoPast } from '#tests/support/data/undo-time.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from './test-hoshi.ts'

export type Answer = Record<string, unknown> & { status: number; id: string }

/** Calls the API, and reads what it answers beside the status. */
export async function send(
  { call }: Pick<Person, 'call'>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await call(method, `/api/v1${path}`, body)
  const answer = response.status === 204 ? {} : ((await response.json()) as object)
  return { status: response.status, ...answer } as Answer
}

export const takedown = { decision: 'takedown', rule: '2', reason: 'The whole film is another studio’s short.' }
export const mark = { decision: 'nsfw', rule: '3', label: 'Blood', reason: 'Blood in the harbour scene.' }

/**
 * A creator, somebody who reports, and two moderators, on two nodes of one site. Decisions can be taken back until `pass`.
 */
export async function createModeratedSite() {
  const undoSeconds = LONG_UNDO_SECONDS
  const site = await createTestHoshi({ worksJobs: true, undoSeconds })
  const node = await createTestHoshi({ beside: site, undoSeconds })
  const creator = await createPerson(site.url, 'creator', 'Mika')
  const viewer = await createPerson(site.url, 'viewer')
  const saki = await createStaff(site, 'moderator')
  const ren = await createStaff(site, 'moderator')
  const query = <Row extends object>(statement: string, values: unknown[] = []) =>
    queryDatabase<Row>(site.connectionString, statement, values)

  const report = (id: string, reason = 'not_marked_nsfw', by: Person = viewer) =>
    send(by, 'POST', '/reports', { subject: { kind: 'episode', id }, reason })

  return {
    site,
    creator,
    viewer,
    saki,
    ren,
    query,
    report,

    /** A reported episode, and its item. */
    async reported(reason?: string): Promise<{ id: string; video: ReadyVideo; itemId: string }> {
      const { id, video } = await publishEpisode(site, creator, { title: 'Harbour Fire' })
      await report(id, reason)
      const [item] = await query<{ id: string }>('select id from moderation_items where subject_id = $1', [id])
      return { id, video, itemId: item!.id }
    },

    decide: (by: Person, id: string, more: object) =>
      send(by, 'POST', '/moderation/decisions', { subject: { kind: 'episode', id }, ...more }),
    decideItem: (by: Person, itemId: string, more: object) =>
      send(by, 'POST', '/moderation/decisions', { itemId, ...more }),
    itemOf: (itemId: string, by: Person = saki) => send(by, 'GET', `/moderation/items/${itemId}`),

    /** Moves a decision into the past; by default until it can no longer be taken back. */
    pass: (decisionId: string, time?: string) =>
      time === undefined
        ? endUndoTime(site.connectionString, decisionId)
        : moveIntoPast(site.connectionString, decisionId, time),

    /** Whether strangers find an episode, at each node. */
    async foundAt(id: string, video: ReadyVideo) {
      const stranger = createStranger(site.url)
      const at = async ({ url }: TestHoshi) => {
        const status = async (path: string) => (await stranger.call('GET', new URL(path, url).href)).status
        const explore = (await (await stranger.call('GET', `${url}/api/v1/episodes?limit=60`)).json()) as {
          episodes: { id: string }[]
        }
        return {
          read: await status(`/api/v1/episodes/${id}`),
          page: await status(`/watch/${id}`),
          media: await status(video.media.segment),
          isListed: explore.episodes.some((each) => each.id === id),
        }
      }
      return [await at(site), await at(node)]
    },

    async close() {
      await node.close()
      await site.close()
    },
  }
}

export type ModeratedSite = Awaited<ReturnType<typeof createModeratedSite>>

export const everywhere = <Found>(found: Found) => [found, found]
export const openToAll = everywhere({ read: 200, page: 200, media: 200, isListed: true })
