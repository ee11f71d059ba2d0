import { expect, test } from 'vitest'
import {
  brokenForms,
  formWithFile,
  namelessPart,
  notForms,
  strangeForms,
} from '#tests/support/http/malformed-bodies.ts'
import { isForm } from './body-types.ts'

test.each(notForms)('a page refuses a body by its type: %s', (_, type) => {
  expect(isForm(type ?? undefined)).toBe(false)
})

test.each([formWithFile, ...brokenForms, namelessPart, ...strangeForms])(
  'a page reads a body by its type: %s',
  (_, type) => {
    expect(isForm(type ?? undefined)).toBe(true)
  },
)

test.each([
  ['application/x-www-form-urlencoded;charset=UTF-8', true],
  ['MULTIPART/FORM-DATA; boundary=b', true],
  ['application/x-www-form-urlencodedx', false],
  ['text/plain; application/x-www-form-urlencoded', false],
])('%s is the type of a form: %s', (type, expected) => {
  expect(isForm(type)).toBe(expected)
})
