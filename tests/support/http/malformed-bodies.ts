/** The body of a request, with its type. */
export type TypedBody = [what: string, type: string | null, body: string]

export const formType = 'application/x-www-form-urlencoded'
const partsType = 'multipart/form-data; boundary=b'
const part = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n'

/** Bodies whose type is of no form. */
export const notForms: TypedBody[] = [
  ['JSON', 'application/json', '{"email":{"$ne":null}}'],
  ['broken JSON', 'application/json', '{"email":'],
  ['XML', 'application/xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['plain text', 'text/plain', 'email=x'],
  ['bytes', 'application/octet-stream', '\0\u{1F4A5}'],
  ['a type that is none', 'multipart', 'x'],
  ['no type', null, 'x=y'],
]

/** Bodies that have the type of a form, and cannot be read as one. */
export const brokenForms: TypedBody[] = [
  ['a form without an end', partsType, `${part}someone`],
  ['parts without a boundary', 'multipart/form-data', part],
  ['another boundary', 'multipart/form-data; boundary=c', `${part}x\r\n--b--\r\n`],
]

/** A form that browsers' parsers refuse, and Busboy reads. */
export const namelessPart: TypedBody = [
  'a part without a name',
  partsType,
  '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
]

/** Forms that can be read, and that no page sends. */
export const strangeForms: TypedBody[] = [
  ['an empty form', formType, ''],
  ['fields without names', formType, '=&=&&&=x'],
  ['characters that are none', formType, 'email=%ZZ%FF%00&password=%00&section=%E2%28'],
  ['the same field a thousand times', formType, 'email=x&'.repeat(1000)],
  ['a form without parts', partsType, '--b--\r\n'],
  ['a file where text belongs', partsType, `${part.replace('"email"', '"email"; filename="x"')}x\r\n--b--\r\n`],
]

/** A whole form of two fields, the second of which is a file. */
export const formWithFile: TypedBody = [
  'a form with a file',
  partsType,
  `${part}someone\r\n${part.replace('"email"', '"file"; filename="x"')}picture\r\n--b--\r\n`,
]

/** A request that sends the body to a page. */
export function requestWith([, type, body]: TypedBody): Request {
  const headers: Record<string, string> = type === null ? {} : { 'Content-Type': type }
  return new Request('https://hoshi.example/', { method: 'POST', body: new TextEncoder().encode(body), headers })
}

/** The body as it arrives when it is cut after each of its bytes but the last ones, which only end the last line. */
export function truncated([, type, body]: TypedBody): TypedBody[] {
  const lastLine = body.trimEnd().length
  return Array.from({ length: lastLine }, (_, size) => [`${size} bytes`, type, body.slice(0, size)])
}
