import { expect, test } from 'vitest'
import { isDisposableMail } from './disposable-mail.ts'

const domains = new Set(['throwaway.example', 'bin.co.example'])

test.each(['a@throwaway.example', 'a@x.y.throwaway.example', 'a@bin.co.example'])('%s is disposable', (email) => {
  expect(isDisposableMail(email, domains)).toBe(true)
})

test.each([
  'a@example',
  'a@notthrowaway.example',
  'a@co.example',
  'a@throwaway.example.org',
  'throwaway.example@a.org',
])('%s is not', (email) => {
  expect(isDisposableMail(email, domains)).toBe(false)
})

test('without a list, no address is', () => {
  expect(isDisposableMail('a@throwaway.example', new Set())).toBe(false)
})
