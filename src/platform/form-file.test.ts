import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { receiveForm } from './form-file.server.ts'
import { createUploadSpool, type UploadSpool } from './upload-spool.server.ts'

let folder: string
let spool: UploadSpool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hoshi-form-file-'))
  spool = createUploadSpool(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The fields and the file that are read from a form with an image, or the code of its refusal. */
async function receive(body: TypedBody): Promise<unknown> {
  const found = spool.withFile({ uid: 'one', ip: '127.0.0.1' }, async (file) => {
    const form = await receiveForm(requestWith(body), file, { field: 'file', maxBytes: 10 })
    return { ...form, fields: [...form.fields], file: Buffer.from(await file.bytes()).toString() }
  })
  return found.catch(({ code }) => code)
}

const empty = { fields: [], hasFileField: false, otherFileField: null, isTooLarge: false, file: '' }

test.each([...notForms, ...brokenForms])('is refused as unreadable: %s', async (...body) => {
  expect(await receive(body)).toBe('request.unreadable')
})

test('the fields of a form and its file are read', async () => {
  const fields = [['email', 'someone']]
  expect(await receive(formWithFile)).toEqual({ ...empty, fields, hasFileField: true, file: 'picture' })
})

test.each([
  [{ fields: [[undefined, 'x']] }, namelessPart],
  [{}, strangeForms[0]!],
  [{ fields: [['', 'x']] }, strangeForms[1]!],
  [
    {
      fields: [
        ['email', '%ZZ\uFFFD\0'],
        ['password', '\0'],
        ['section', '\uFFFD('],
      ],
    },
    strangeForms[2]!,
  ],
  [{ fields: [['email', 'x']] }, strangeForms[3]!],
  [{}, strangeForms[4]!],
  [{ otherFileField: 'email' }, strangeForms[5]!],
])('has no place for a file, and these fields or files: %j', async (found, body) => {
  expect(await receive(body)).toEqual({ ...empty, ...found })
})

test('a form that ends early is refused, wherever it is cut', async () => {
  const codes: unknown[] = []
  for (const body of truncated(formWithFile)) codes.push(await receive(body))
  expect(codes.length).toBeGreaterThan(100)
  expect(new Set(codes)).toEqual(new Set(['request.unreadable']))
})
