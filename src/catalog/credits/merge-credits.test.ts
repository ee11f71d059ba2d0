import { expect, test } from 'vitest'
import type { NewCredit } from './credit.ts'
import { mergeCredits, type StoredCredit } from './merge-credits.ts'

const stored = (id: string, uid: string | null, isAccepted = false, name = 'Rafa'): StoredCredit => {
  return { id, name, role: 'Music', uid, acceptedAt: isAccepted ? new Date(0) : null }
}
const text = stored('text', null)
const asked = stored('asked', 'rafa')
const accepted = stored('accepted', 'rafa', true)
const music = (uid?: string | null): NewCredit => ({ name: 'Rafa', role: 'Music', ...(uid !== undefined && { uid }) })
const kept = (id: string) => [{ kind: 'kept', id }]
const added = (uid: string | null, name = 'Rafa', role = 'Music') => [{ kind: 'new', name, role, uid }]

test('what is shown, sent back, keeps names, open requests and agreements', () => {
  expect(mergeCredits([text], [music()])).toEqual(kept('text'))
  expect(mergeCredits([asked], [music()])).toEqual(kept('asked'))
  expect(mergeCredits([accepted], [music('rafa')])).toEqual(kept('accepted'))
  expect(mergeCredits([asked], [music('rafa')])).toEqual(kept('asked'))
})

test('null removes a request, null or nothing an agreement', () => {
  expect(mergeCredits([asked], [music(null)])).toEqual(added(null))
  expect(mergeCredits([accepted], [music(null)])).toEqual(added(null))
  expect(mergeCredits([accepted], [music()])).toEqual(added(null))
})

test('another person, name or role is a new credit', () => {
  expect(mergeCredits([accepted], [music('mio')])).toEqual(added('mio'))
  expect(mergeCredits([accepted], [{ ...music('rafa'), name: 'R. Sunada' }])).toEqual(added('rafa', 'R. Sunada'))
  expect(mergeCredits([accepted], [{ ...music('rafa'), role: 'Voice' }])).toEqual(added('rafa', 'Rafa', 'Voice'))
  expect(mergeCredits([text], [music('rafa')])).toEqual(added('rafa'))
})

test('a stored credit stays at most once, in the order of the new list', () => {
  expect(mergeCredits([text, accepted], [music('rafa'), music()])).toEqual([...kept('accepted'), ...kept('text')])
  expect(mergeCredits([asked], [music(), music('rafa')])).toEqual([...added(null), ...kept('asked')])
  expect(mergeCredits([text, stored('nao', null, false, 'Nao')], [{ ...music(), name: 'Nao' }])).toEqual(kept('nao'))
})
