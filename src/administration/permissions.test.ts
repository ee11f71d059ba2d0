import { expect, test } from 'vitest'
import { roles } from '#identity/account.ts'
import { mayAdminister, mayOpenConsole, whyNotActOn } from './permissions.ts'

const suspension = { until: new Date('2036-01-01'), reason: 'Spam' }

test('moderators and admins open the console, admins administer, and nobody does so while suspended', () => {
  const opening = roles.filter((role) => mayOpenConsole({ role, suspension: null }))
  const administering = roles.filter((role) => mayAdminister({ role, suspension: null }))
  expect([opening, administering]).toEqual([['moderator', 'admin'], ['admin']])
  expect(roles.filter((role) => mayOpenConsole({ role, suspension }))).toEqual([])
  expect([mayOpenConsole(null), mayAdminister(null)]).toEqual([false, false])
})

test('nobody acts on an admin or on themselves', () => {
  const actor = { uid: 'saki', role: 'moderator' as const, suspension: null }
  expect(whyNotActOn(actor, { uid: 'kappa', role: 'viewer' })).toBeNull()
  expect(whyNotActOn(actor, { uid: 'ren', role: 'admin' })).toBe('moderation.admin_account')
  expect(whyNotActOn(actor, { uid: 'saki', role: 'moderator' })).toBe('moderation.own_account')
  expect(whyNotActOn({ ...actor, role: 'creator' }, { uid: 'kappa', role: 'viewer' })).toBe('moderation.admins_only')
})
