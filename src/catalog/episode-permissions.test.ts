import { expect, test } from 'vitest'
import { audiences } from './audience.ts'
import {
  looksAfterSite,
  mayClearNsfw,
  mayEdit,
  mayPublish,
  mayRemove,
  maySee,
  maySeeProgress,
  mayWatch,
} from './episode-permissions.ts'

const owner = { uid: 'owner' }
const others = [null, { uid: 'other' }, { uid: '' }]

test('an account with a profile publishes', () => {
  expect(mayPublish({ isCreator: true })).toBe(true)
  for (const account of [null, { isCreator: false }]) expect(mayPublish(account)).toBe(false)
})

test.each(audiences)(
  'an episode with the audience %s is seen by its creator, and by others unless that is all',
  (audience) => {
    const episode = { creatorId: 'owner', audience, isForModerators: false }
    expect(maySee(episode, owner)).toBe(true)
    for (const viewer of others) expect(maySee(episode, viewer)).toBe(audience !== 'owner')
  },
)

test('an episode that moderators decide about is seen by its creator and by those who look after the site', () => {
  const held = { creatorId: 'owner', audience: 'owner', isForModerators: true } as const
  const staff = (['moderator', 'admin'] as const).map((role) => ({ uid: 'saki', role }))
  for (const viewer of [owner, ...staff]) expect(maySee(held, viewer)).toBe(true)
  for (const viewer of [...others, { uid: 'other', role: 'creator' as const }]) expect(maySee(held, viewer)).toBe(false)
  expect(staff.map(looksAfterSite)).toEqual([true, true])
  for (const viewer of staff) expect(maySee({ ...held, isForModerators: false }, viewer)).toBe(false)
})

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

test('an adult episode is watched by its creator, admins, and viewers who have chosen to see it or all', () => {
  const episode = { id: 'night', nsfw: true, creatorId: 'mika' }
  const viewer = { uid: 'rin', role: 'viewer' } as const
  expect(mayWatch(episode, null)).toBe(false)
  expect(mayWatch(episode, viewer)).toBe(false)
  expect(mayWatch(episode, viewer, new Set(['day']))).toBe(false)
  expect(mayWatch(episode, null, new Set(['night']))).toBe(true)
  expect(mayWatch(episode, { ...viewer, showsNsfw: true })).toBe(true)
  expect(mayWatch(episode, { uid: 'rin', role: 'admin' })).toBe(true)
  expect(mayWatch(episode, { uid: 'rin', role: 'moderator' })).toBe(true)
  expect(mayWatch(episode, { uid: 'mika' })).toBe(true)
  expect(mayWatch({ ...episode, nsfw: false }, null)).toBe(true)
})
