import { expect, test } from 'vitest'
import { audiences } from './audience.ts'
import { mayClearNsfw, mayEdit, mayPublish, mayRemove, maySee, maySeeProgress } from './episode-permissions.ts'

const owner = { uid: 'owner' }
const others = [null, { uid: 'other' }, { uid: '' }]

test('only a creator publishes', () => {
  expect(mayPublish({ role: 'creator' })).toBe(true)
  for (const account of [null, { role: 'viewer' as const }, { role: 'admin' as const }])
    expect(mayPublish(account)).toBe(false)
})

test.each(audiences)(
  'an episode with the audience %s is seen by its creator, and by others unless that is all',
  (audience) => {
    const episode = { creatorId: 'owner', audience }
    expect(maySee(episode, owner)).toBe(true)
    for (const viewer of others) expect(maySee(episode, viewer)).toBe(audience !== 'owner')
  },
)

test('only the creator edits an episode, removes it and sees its progress', () => {
  for (const may of [mayEdit, mayRemove, maySeeProgress]) {
    expect(may({ creatorId: 'owner' }, owner)).toBe(true)
    for (const account of others) expect(may({ creatorId: 'owner' }, account)).toBe(false)
  }
})

test('a creator can clear any adult mark but one with a moderation reason', () => {
  expect(mayClearNsfw({ nsfw: true, nsfwReason: 'Violence' })).toBe(false)
  expect(mayClearNsfw({ nsfw: true, nsfwReason: '' })).toBe(true)
  expect(mayClearNsfw({ nsfw: false, nsfwReason: 'Violence' })).toBe(true)
})
