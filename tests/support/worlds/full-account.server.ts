import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { TestHoshi } from './test-hoshi.ts'

export interface FullAccount {
  creator: Person
  /** Another creator, who credits and is followed by this one. */
  other: Person
  episodeId: string
  seriesId: string
  /** Id of the creator's own comment on the episode. */
  commentId: string
  /** Id of the credit that waits for an answer. */
  creditId: string
  /** Everything of this account that forms of pages can change. */
  read(): Promise<Record<string, unknown>>
}

/** A creator who has something of all that forms of pages can change. */
export async function createFullAccount(site: TestHoshi): Promise<FullAccount> {
  const [creator, other] = [await createPerson(site.url, 'creator'), await createPerson(site.url, 'creator')]
  const readJson = async (path: string): Promise<unknown> => (await creator.call('GET', `/api/v1${path}`)).json()
  async function write(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await creator.call(method, `/api/v1${path}`, body)
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
  }

  const credits = [
    { name: 'Rafa Sunada', role: 'Music' },
    { name: 'Nao', role: 'Voice' },
  ]
  const words = { title: 'Rain', description: 'It falls.', tags: ['slow'], nsfw: true, credits }
  const { id: episodeId } = await publishEpisode(site, creator, words)
  const { id: secondId } = await publishEpisode(site, creator, { title: 'Snow' })
  const naming = [{ name: 'Mio', role: 'Music', uid: creator.account.uid }]
  const { id: theirs } = await publishEpisode(site, other, { title: 'Paper boats', credits: naming })
  const asked = (await readJson('/me/credits')) as { credits: { id: string }[] }
  const { id: seriesId } = await write('POST', '/series', { title: 'The Vega Line', description: 'Eight stops.' })
  const arcs = [{ title: 'Departures', from: 1, to: 2 }]
  await write('PUT', `/series/${seriesId}/episodes`, { episodeIds: [episodeId, secondId], arcs })
  await write('PATCH', '/creators/me', {
    username: 'Aya',
    bio: 'Draws stars.',
    supportLinks: [
      { label: 'Patreon', url: 'https://example.com/aya' },
      { label: 'Prints', url: 'https://shop.example/aya' },
    ],
  })
  const { id: commentId } = await write('POST', `/episodes/${episodeId}/comments`, { text: 'The rain is mine.' })
  await write('PUT', `/episodes/${theirs}/progress`, { positionSeconds: 1 })
  await write('PUT', `/me/watch-later/${theirs}`)
  await write('PUT', '/me/history/paused', { paused: true })
  await write('PATCH', '/me/notification-settings', { digest: 'weekly' })

  const paths = [
    `/episodes/${episodeId}`,
    `/episodes/${episodeId}/comments`,
    `/series/${seriesId}`,
    `/creators/${creator.account.uid}`,
    ...['/me/episodes', '/me/credits', '/me/continue', '/me/history', '/me/watch-later'],
    ...['/me/likes', '/me/followed-creators', '/me/notification-settings'],
  ]
  return {
    creator,
    other,
    episodeId,
    seriesId: String(seriesId),
    commentId: String(commentId),
    creditId: asked.credits[0]!.id,
    async read() {
      const found = await Promise.all(paths.map(async (path) => [path, await readJson(path)] as const))
      return Object.fromEntries(found)
    },
  }
}
