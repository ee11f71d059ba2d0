import type { AnySchema, Format } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type ApiDescription, bodiesOf, type NamedOperation, operationsOf } from './api-description.ts'
import type { Person } from './person.ts'

export interface DescribedCall {
  /** Values for `{names}` in the path. */
  at?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** A response body as fields, all of them text by default; undefined without a body. */
export interface CallResult<Body = Record<string, string>> {
  status: number
  body: Body
}

/** Sends calls by their operationId, and checks responses against the description. */
export interface DescribedCalls {
  /** @returns status and body; throws when the response is not in the description */
  call(person: Pick<Person, 'call'>, operationId: string, call?: DescribedCall): Promise<CallResult>
  /** Errors of a value against the schema at this path of the document; empty when it matches. */
  mismatch(documentPath: string[], value: unknown): string[]
  /** Lists the text bodies and responses of operations without an example, or with one that does not match its schema. */
  invalidExamples(operations: readonly NamedOperation[]): string[]
}

export function createDescribedCalls(description: ApiDescription): DescribedCalls {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, formats })
  ajv.addSchema(closed(description), 'description')
  const operations = new Map(operationsOf(description).map((each) => [each.operation.operationId, each]))

  function mismatch(documentPath: string[], value: unknown): string[] {
    const pointer = documentPath.map(
      (part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    )
    const validate = ajv.compile({ $ref: `description#${pointer.join('')}` })
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  function mismatchesIn(named: NamedOperation, response: Response, body: unknown): string[] {
    const { responses } = named.operation
    const status = String(response.status) in responses ? String(response.status) : 'default'
    const described = responses[status]
    if (!described) return ['this status is not described']
    const documentPath = ['paths', named.path, named.method.toLowerCase(), 'responses', status]
    const headers = Object.entries(described.headers ?? {}).flatMap(([name, { required }]) => {
      const value = response.headers.get(name)
      if (value === null && !required) return []
      return mismatch([...documentPath, 'headers', name, 'schema'], value)
    })
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    if (!described.content) return body === undefined ? headers : [...headers, 'a body that is not described']
    if (!(type in described.content)) return [...headers, `the type ${type} is not described`]
    return [...headers, ...mismatch([...documentPath, 'content', type, 'schema'], body)]
  }

  return {
    mismatch,
    invalidExamples(operations) {
      return bodiesOf(operations).flatMap(({ name, documentPath, content }) =>
        content.example === undefined
          ? [`${name}: no example`]
          : mismatch([...documentPath, 'schema'], content.example).map((message) => `${name}: ${message}`),
      )
    },
    async call(person, operationId, { at = {}, query = {}, headers = {}, body } = {}) {
      const named = operations.get(operationId)
      if (!named) throw new Error(`No operation is called ${operationId}.`)
      const path = named.path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => at[name] ?? placeholder)
      const search = new URLSearchParams(query).toString()
      const response = await person.call(named.method, search ? `${path}?${search}` : path, body, headers)
      const text = await response.text()
      const parsed = text === '' ? undefined : JSON.parse(text)
      const mismatches = mismatchesIn(named, response, parsed)
      if (mismatches.length > 0)
        throw new Error(`${named.name} answered ${response.status}, ${mismatches.join(', ')}: ${text}`)
      return { status: response.status, body: parsed }
    },
  }
}

const formats: Record<string, Format> = {
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)) && text.endsWith('Z'),
  binary: true,
}

/** The description with every object closed: an undescribed field in a response is an error too. */
function closed(description: ApiDescription): AnySchema {
  return JSON.parse(JSON.stringify(description), (_key, value) =>
    value?.type === 'object' && value.properties && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  )
}
