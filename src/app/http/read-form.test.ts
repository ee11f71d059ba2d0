import { expect, test } from 'vitest'
import {
  brokenForms,
  formWithFile,
  namelessPart,
  notForms,
  requestWith,
  strangeForms,
  type TypedBody,
  truncated,
} from '#tests/support/http/malformed-bodies.ts'
import { readForm, readTextFields } from './read-form.server.ts'

/** The fields of a form, or the status and the code of the page that refuses it. */
async function read(body: TypedBody): Promise<unknown> {
  return readForm(requestWith(body)).then(
    (form) => [...form].map(([name, value]) => [name, value instanceof File ? 'a file' : value]),
    ({ init, data }) => [init.status, data.code],
  )
}

/** The text fields of a form, or the code of the refusal. */
async function readTexts(body: TypedBody): Promise<unknown> {
  return readTextFields(requestWith(body)).then(
    (fields) => [...fields],
    ({ code }) => code,
  )
}

test.each([...notForms, ...brokenForms, namelessPart])('is refused as unreadable: %s', async (...body) => {
  expect(await read(body)).toEqual([400, 'request.unreadable'])
})

test('a form is read as it was sent, however strange', async () => {
  expect(await Promise.all([formWithFile, ...strangeForms].map(read))).toEqual([
    [
      ['email', 'someone'],
      ['file', 'a file'],
    ],
    [],
    [
      ['', ''],
      ['', ''],
      ['', 'x'],
    ],
    [
      ['email', '%ZZ\uFFFD\0'],
      ['password', '\0'],
      ['section', '\uFFFD('],
    ],
    Array.from({ length: 1000 }, () => ['email', 'x']),
    [],
    [['email', 'a file']],
  ])
})

test('a form that ends early is refused, wherever it is cut', async () => {
  const codes = await Promise.all(
    truncated(formWithFile).map((body) =>
      readForm(requestWith(body)).then(
        () => 'read',
        ({ data }) => data.code,
      ),
    ),
  )
  expect(codes.length).toBeGreaterThan(100)
  expect(new Set(codes)).toEqual(new Set(['request.unreadable']))
})

test.each([...notForms, ...brokenForms.slice(1, 2)])('no text field is read from %s', async (...body) => {
  expect(await readTexts(body)).toBe('request.unreadable')
})

test('the text fields before a file are those that arrived, also of a form that is broken', async () => {
  const forms = [formWithFile, ...brokenForms.toSpliced(1, 1), namelessPart, ...strangeForms]
  expect(await Promise.all(forms.map(readTexts))).toEqual([
    [['email', 'someone']],
    [['email', 'someone']],
    [],
    [[undefined, 'x']],
    [],
    [['', 'x']],
    [
      ['email', '%ZZ\uFFFD\0'],
      ['password', '\0'],
      ['section', '\uFFFD('],
    ],
    [['email', 'x']],
    [],
    [],
  ])
})
