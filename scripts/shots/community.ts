import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { Role } from './shot.ts'

type People = Record<Role, Person>

/** Lets people follow the creator, before anything is published, so that they are told of it. */
export async function follow(followers: Person[], creator: Person): Promise<void> {
  for (const person of followers) await done(person, 'PUT', `/api/v1/creators/${creator.account.uid}/follow`)
}

/**
 * Fills the watch page of the first episode, the bells, and the library of the viewer.
 *
 * @param ids of the creator's episodes
 */
export async function fillCommunity(url: string, people: People, ids: string[]): Promise<void> {
  const { creator, uploader, viewer } = people
  const [first = '', ...others] = ids
  const tetsuo = await createPerson(url, 'creator', 'tetsuo')
  const ondine = await createPerson(url, 'creator', 'ondine')
  const starling = await createPerson(url, 'creator', 'starling_88')
  const fans = [tetsuo, ondine, starling, uploader, viewer]
  await follow([tetsuo, ondine, starling], creator)
  for (const fan of fans) await done(fan, 'PUT', `/api/v1/episodes/${first}/like`)

  const pinned = await comment(
    creator,
    first,
    'Rain layers, since people ask: three cels, on threes, twos and ones. The nearest one only falls from 0:40 on.',
  )
  await comment(
    tetsuo,
    first,
    'So the silence before the train is one layer stopping. I replayed 0:36 ten times.',
    pinned,
  )
  await comment(viewer, first, 'It is the sound that tells you. The gutter keeps dripping.', pinned)
  const drink = await comment(
    uploader,
    first,
    'That drink in slot six at 0:52 is the canned corn soup from A Whale Over Minato. I see you.',
  )
  await comment(creator, first, 'You do. Nobody else has in two years.', drink)
  const missed = await comment(
    ondine,
    first,
    'I missed this train in real life, it is the last one to Onomichi, and it does not stop there either.',
  )
  const mine = await comment(
    viewer,
    first,
    '1:03 is where she decides to stay, and it is only her left hand. Two drawings.',
  )
  await comment(
    starling,
    first,
    'More frames at https://example.com/vega, and at http://a.example and http://b.example',
  )
  const rude = await comment(starling, first, 'Obvious from episode 4 on. Saved you five minutes.')
  await done(creator, 'PUT', `/api/v1/comments/${pinned}/pin`)
  await done(creator, 'PUT', `/api/v1/comments/${rude}/hide`)
  await done(viewer, 'PATCH', `/api/v1/comments/${mine}`, {
    text: '1:03 is where she decides to stay, and it is only her left hand. Two drawings, held for eleven frames each.',
  })
  for (const [id, likes] of [
    [pinned, 5],
    [drink, 3],
    [missed, 2],
  ] as const)
    for (const fan of fans.slice(0, likes)) await done(fan, 'PUT', `/api/v1/comments/${id}/like`)

  for (const [place, id] of others.entries()) {
    await done(viewer, 'PUT', `/api/v1/episodes/${id}/progress`, { positionSeconds: 40 + 10 * place })
    if (place < 3) await done(viewer, 'PUT', `/api/v1/me/watch-later/${id}`)
    if (place > 1) await done(viewer, 'PUT', `/api/v1/episodes/${id}/like`)
  }
  await done(viewer, 'PUT', `/api/v1/episodes/${first}/progress`, { positionSeconds: 161 })
}

async function comment(person: Person, episodeId: string, text: string, parentId?: string): Promise<string> {
  const body = { text, ...(parentId ? { parentId } : {}) }
  const { id } = (await done(person, 'POST', `/api/v1/episodes/${episodeId}/comments`, body)) as { id: string }
  return id
}

/** The answer, or null where it is empty. */
async function done(person: Person, method: string, path: string, body?: object): Promise<unknown> {
  const response = await person.call(method, path, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}
