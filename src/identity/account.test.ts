import { expect, test } from 'vitest'
import { carriesSession, homeAfterSignIn } from './account.ts'

test('a session cookie is distinguished from every other cookie', () => {
  expect(carriesSession('a=1; hoshi_session=abc')).toBe(true)
  expect(carriesSession('__Host-hoshi_session=abc')).toBe(true)
  expect(carriesSession('hoshi_session=')).toBe(true)
  for (const header of [undefined, null, '', 'hoshi_visitor=abc', 'x_hoshi_session=1', 'a=hoshi_session=1']) {
    expect(carriesSession(header)).toBe(false)
  }
})

test('sign-in leads a creator to the dashboard, everyone else to Explore', () => {
  expect(homeAfterSignIn({ isCreator: true })).toBe('/dashboard')
  expect(homeAfterSignIn({ isCreator: false })).toBe('/explore')
})
