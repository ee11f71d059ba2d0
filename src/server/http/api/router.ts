import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Account } from '#identity/account.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import type { HttpEnv } from '../request-context.ts'
import { problemExample } from './examples/problem.ts'

type CodesOfFields = Readonly<Record<string, RefusalCode>>

/** Fields whose invalid values have their own refusal. */
const codesOfFields: CodesOfFields = {
  role: 'identity.role_unknown',
  kind: 'engagement.kind_unknown',
  sizeBytes: 'video.size_invalid',
  atSeconds: 'video.poster_time_invalid',
}

/**
 * Creates a router that throws a `Refusal` for input rejected by its schemas.
 * @param codes of fields that mean something else here
 */
export function apiRouter(codes: CodesOfFields = {}): OpenAPIHono<HttpEnv> {
  return new OpenAPIHono<HttpEnv>({
    defaultHook: (result) => {
      if (!result.success) throw refusalOf(result.error.issues[0], { ...codesOfFields, ...codes })
    },
  })
}

/** The registry for descriptions of routes that other code handles. */
export type ApiRegistry = ReturnType<typeof apiRouter>['openAPIRegistry']

/** Parses a value that no route's schema has read. @throws Refusal, as a router does */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw refusalOf(result.error.issues[0])
  return result.data
}

function refusalOf(
  issue: { code?: string; path: PropertyKey[]; keys?: string[] } | undefined,
  codes: CodesOfFields = codesOfFields,
): Refusal {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys?.[0] : undefined
  const field = unknown ?? issue?.path.map(String).join('.')
  const code = field && Object.hasOwn(codes, field) ? codes[field] : undefined
  return new Refusal(code ?? 'request.invalid', field ? { field } : {})
}

/** @throws Refusal identity.sign_in_required */
export function ensureSignedIn(account: Account | null): Account {
  if (!account) throw new Refusal('identity.sign_in_required')
  return account
}

const problemSchema = z
  .object({
    status: z.number().int().describe('The HTTP status, repeated'),
    title: z.string().describe('The name of the status'),
    code: z.string().describe('The refusal and its reason, for programs: `room.reason`. `outage` and `fault` are ours'),
    detail: z.string().describe('The same as a sentence that a person may read'),
    field: z.string().optional().describe('The input at fault, where one is'),
    proof: z
      .object({ challenge: z.string(), bits: z.number().int() })
      .optional()
      .describe(
        'With 428: find a nonce of letters and digits so that the SHA-256 of `{challenge}.{nonce}` begins with so many zero bits, and repeat the call with that text in the header `proof-of-work`, once, within two minutes',
      ),
    requestId: z.string().describe('Finds this request in the log of the server'),
  })
  .meta({ id: 'Problem', description: 'An error (RFC 9457).' })

/** Description of every unsuccessful response. */
export const defaultResponse = {
  description: 'A problem document that describes the error',
  content: { 'application/problem+json': { schema: problemSchema, example: problemExample } },
}

const session: Record<string, string[]> = { session: [] }

/** The operation is refused with 401 without a session. */
export const signedIn = { security: [session] }

/** Marks operations whose session must come from a recent sign-in; OpenAPI has no scopes for cookies. */
export const RECENT_SIGN_IN = 'x-recent-sign-in'

/** The operation is refused with 401 without a session, and with 403 when its sign-in is not recent. */
export const recentlySignedIn = { ...signedIn, [RECENT_SIGN_IN]: true }

/** The operation is open to everybody, and a session may change its response. */
export const maybeSignedIn = { security: [{} as typeof session, session] }

/** Descriptions of a route's responses: JSON on success, a problem document otherwise. */
export function jsonResponse<Schema extends z.ZodType, Status extends 200 | 201 | 202>(
  status: Status,
  schema: Schema,
  description: string,
  example?: NoInfer<z.input<Schema>>,
) {
  return {
    [status]: { description, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } },
    default: defaultResponse,
  } as Record<Status, { description: string; content: { 'application/json': { schema: Schema } } }>
}

/** Descriptions of a route's responses when it has no content on success. */
export function emptyResponse(description: string) {
  return { 204: { description }, default: defaultResponse } as { 204: { description: string } }
}

/** Descriptions of a route's responses when it streams events. */
export function eventStreamResponse(description: string, example: string) {
  return {
    200: { description, content: { 'text/event-stream': { schema: z.string(), example } } },
    default: defaultResponse,
  }
}

/** A JSON body. Tests send the example unchanged, so nothing in it may be refused as malformed. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema, example?: NoInfer<z.input<Schema>>) {
  const content = { schema, ...(example !== undefined && { example }) }
  return { body: { required: true, content: { 'application/json': content } } }
}

/** An image as raw bytes, of the size of pictures at most (`route-rules.ts`). The route itself reads it. */
export function imageBody(types: readonly string[]) {
  return { body: { required: true, content: binaryContent(types) } }
}

/** Types of an archive of an account, as an export has it. */
const archiveTypes = ['application/x-tar', 'application/octet-stream']

/** An archive as raw bytes, which the route itself reads and limits. */
export function archiveBody() {
  return { body: { required: true, content: binaryContent(archiveTypes) } }
}

/** Media type of a form with a file. */
export const FORM_TYPE = 'multipart/form-data'

/** A form with a file, which the route itself reads (`route-rules.ts` limits it). */
export function formBody(schema: z.ZodType) {
  // Only described: a validated schema would read the form.
  return { body: { required: true, content: { [FORM_TYPE]: { schema: z.toJSONSchema(schema) as object } } } }
}

export const imageBodyDescription =
  'The body is a JPEG, PNG, WebP or GIF of at most 5 MB. The image is re-encoded, which removes its metadata, and gets a new URL each time.'

/** Raw bytes of any of these types. */
export function binaryContent(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]))
}

/** Stands for everything that cannot be an id: nothing has it, so that a route answers as for any unknown id. */
const NO_ID = 'none'

/** An id as it stands in a path. */
export const pathId = z
  .string()
  .max(200)
  .transform((id) => (isPossibleId(id) ? id : NO_ID))

/** The ids in the path of a route, by their names there. */
export function idParam<Name extends string>(...names: Name[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, pathId])) as Record<Name, typeof pathId>)
}

/** The largest whole number of most columns. */
const INTEGER_MAX = 2 ** 31 - 1

/** A whole number in a query, as large as PostgreSQL's integers unless `max` is given. */
export function queryInteger({ min = 0, max = INTEGER_MAX }: { min?: number; max?: number } = {}) {
  return z.coerce.number().int().min(min).max(max).openapi({ type: 'integer' })
}
