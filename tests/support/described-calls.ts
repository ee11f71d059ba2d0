import type { AnySchema, Format } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type ApiDescription, type NamedOperation, operationsOf } from './api-description.ts'
import type { Person } from './person.ts'

export interface DescribedCall {
  /** In place of `{names}` in the path. */
  at?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** A body as fields, all of them text where a test says nothing else; empty without a body. */
export interface Told<Body = Record<string, string>> {
  status: number
  body: Body
}

/** Sends calls by their operationId, and holds what comes back against the description. */
export interface DescribedCalls {
  /** @returns status and body; throws when the answer is not one that the description has */
  call(person: Pick<Person, 'call'>, operationId: string, call?: DescribedCall): Promise<Told>
  /** What keeps a value from being the schema at this place of the document; nothing when it is. */
  mismatch(place: string[], value: unknown): string[]
}

export function createDescribedCalls(description: ApiDescription): DescribedCalls {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, formats })
  ajv.addSchema(closed(description), 'description')
  const operations = new Map(operationsOf(description).map((each) => [each.operation.operationId, each]))

  function mismatch(place: string[], value: unknown): string[] {
    const pointer = place.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    const validate = ajv.compile({ $ref: `description#${pointer.join('')}` })
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  function wrongIn(named: NamedOperation, answer: Response, body: unknown): string[] {
    const { responses } = named.operation
    const status = String(answer.status) in responses ? String(answer.status) : 'default'
    const described = responses[status]
    if (!described) return ['this status is not described']
    const place = ['paths', named.path, named.method.toLowerCase(), 'responses', status]
    const headers = Object.keys(described.headers ?? {}).flatMap((name) =>
      mismatch([...place, 'headers', name, 'schema'], answer.headers.get(name)),
    )
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
    if (!described.content) return body === undefined ? headers : [...headers, 'a body that is not described']
    if (!(type in described.content)) return [...headers, `the type ${type} is not described`]
    return [...headers, ...mismatch([...place, 'content', type, 'schema'], body)]
  }

  return {
    mismatch,
    async call(person, operationId, { at = {}, query = {}, headers = {}, body } = {}) {
      const named = operations.get(operationId)
      if (!named) throw new Error(`No operation is called ${operationId}.`)
      const path = named.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => at[name] ?? whole)
      const search = new URLSearchParams(query).toString()
      const answer = await person.call(named.method, search ? `${path}?${search}` : path, body, headers)
      const text = await answer.text()
      const told = text === '' ? undefined : JSON.parse(text)
      const wrong = wrongIn(named, answer, told)
      if (wrong.length > 0) throw new Error(`${named.name} answered ${answer.status}, ${wrong.join(', ')}: ${text}`)
      return { status: answer.status, body: told }
    },
  }
}

const formats: Record<string, Format> = {
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)) && text.endsWith('Z'),
  binary: true,
}

/** The same with every object closed: a field that is answered and not described is an error too. */
function closed(description: ApiDescription): AnySchema {
  return JSON.parse(JSON.stringify(description), (_key, value) =>
    value?.type === 'object' && value.properties && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  )
}
