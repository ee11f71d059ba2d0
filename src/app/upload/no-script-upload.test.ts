import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { type Hoshi, hoshiContext, type PageRequest, pageRequestContext } from '#app/http/context.ts'
import type { NewEpisode } from '#catalog/episode.ts'
import { Refusal } from '#platform/refusal.ts'
import { handleNoScriptUpload } from './no-script-upload.server.ts'

const fields = new Map([
  ['title', 'Rain'],
  ['genre', 'Drama'],
  ['asksNsfw', 'true'],
  ['visibility', 'scheduled'],
  ['publishAt', '2126-05-01T12:00'],
])

/** The page's answer to a complete upload whose publication ends as `publish` says. */
async function upload(publish: (episode: NewEpisode) => Promise<{ id: string }>) {
  const remove = vi.fn(async () => {})
  const video = {
    async receivePageForm({ admit }: { admit(fields: Map<string, string>, file: object): object }) {
      admit(fields, { name: 'clip.mp4', type: 'video/mp4' })
      return 'video-1'
    },
    waitUntil: async () => ({ status: { state: 'queued' } }),
    remove,
  }
  const catalog = { publish: (_account: object, episode: NewEpisode) => publish(episode) }
  const context = new RouterContextProvider()
  context.set(hoshiContext, { video, catalog } as unknown as Hoshi)
  context.set(pageRequestContext, { account: { uid: 'creator-1', isCreator: true, suspension: null } } as PageRequest)
  const request = new Request('http://localhost/upload', { method: 'POST', body: 'a form' })
  const result = await handleNoScriptUpload(context, request).catch((thrown: unknown) => thrown)
  return { result, remove }
}

test('an upload whose time passed while it was sent is kept as private, and its editor opens', async () => {
  const published: NewEpisode[] = []
  const { result, remove } = await upload(async (episode) => {
    published.push(episode)
    if (episode.visibility === 'scheduled') throw new Refusal('catalog.publish_at_invalid', { field: 'publishAt' })
    return { id: 'episode-1' }
  })
  expect(published.map(({ visibility, publishAt }) => [visibility, publishAt])).toEqual([
    ['scheduled', new Date('2126-05-01T12:00:00.000Z')],
    ['private', null],
  ])
  expect(result).toBeInstanceOf(Response)
  expect((result as Response).headers.get('location')).toBe('/dashboard/episodes/episode-1/sharing')
  expect(remove).not.toHaveBeenCalled()
})

test('an upload that is refused for another reason is removed', async () => {
  const { result, remove } = await upload(async () => {
    throw new Refusal('catalog.title_invalid', { field: 'title' })
  })
  expect(result).toMatchObject({ failure: { values: { title: 'Rain' } } })
  expect(remove).toHaveBeenCalledTimes(1)
})
