import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { RefusalCode } from '#app/messages.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from '../request-facts.ts'
import { problemExample } from './examples.ts'

/** Fields whose wrong values have a sentence of their own. */
const codeOfField: Record<string, RefusalCode> = {
  role: 'identity.role_unknown',
  kind: 'engagement.kind_unknown',
  sizeBytes: 'video.size_invalid',
  atSeconds: 'video.poster_time_invalid',
}

/** A router that refuses what its schemas do not know, in the house's own words. */
export function apiRouter(): OpenAPIHono<HttpEnv> {
  return new OpenAPIHono<HttpEnv>({
    defaultHook: (result) => {
      if (!result.success) throw refusalOf(result.error.issues[0])
    },
  })
}

/** Where routes that other code answers are described. */
export type ApiRegistry = ReturnType<typeof apiRouter>['openAPIRegistry']

/** A value that no route's schema has read, by one. @throws Refusal, as a router does */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw refusalOf(result.error.issues[0])
  return result.data
}

function refusalOf(issue: { code?: string; path: PropertyKey[]; keys?: string[] } | undefined): Refusal {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys?.[0] : undefined
  const field = unknown ?? issue?.path.map(String).join('.')
  return new Refusal((field && codeOfField[field]) || 'request.invalid', field ? { field } : {})
}

/** @throws Refusal identity.sign_in_required */
export function requireAccount(account: Account | null): Account {
  if (!account) throw new Refusal('identity.sign_in_required')
  return account
}

const problemSchema = z
  .object({
    status: z.number().int().describe('The HTTP status, once more'),
    title: z.string().describe('The name of the status'),
    code: z.string().describe('What was refused and why, for programs: `room.reason`. `outage` and `fault` are ours'),
    detail: z.string().describe('The same as a sentence that a person may read'),
    field: z.string().optional().describe('The input at fault, where one is'),
    requestId: z.string().describe('Finds this request in the log of the server'),
  })
  .meta({ id: 'Problem', description: 'An error (RFC 9457).' })

export const moment = z.string().meta({ format: 'date-time' })

/** An object, or null. As a union of two, because `nullable` of a named schema makes null a value of the name itself. */
export const orNull = <Schema extends z.ZodObject>(schema: Schema) => z.union([schema, z.null()])

/** Every answer that is none of the good ones. */
export const problem = {
  description: 'A problem document: what was refused, or what went wrong',
  content: { 'application/problem+json': { schema: problemSchema, example: problemExample } },
}

const session: Record<string, string[]> = { session: [] }

/** The operation is refused with 401 to whoever has not signed in. */
export const signedIn = { security: [session] }

/** The operation is open to everybody, and a session may change its answer. */
export const maybeSignedIn = { security: [{} as typeof session, session] }

/** JSON answers of a route: the good one, and a problem document for everything else. */
export function answers<Schema extends z.ZodType, Status extends 200 | 201 | 202>(
  status: Status,
  schema: Schema,
  description: string,
  example?: NoInfer<z.input<Schema>>,
) {
  return {
    [status]: { description, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } },
    default: problem,
  } as Record<Status, { description: string; content: { 'application/json': { schema: Schema } } }>
}

/** Answers of a route that has nothing to tell when all is well. */
export function emptyAnswer(description: string) {
  return { 204: { description }, default: problem } as { 204: { description: string } }
}

/** Answers of a route that goes on telling. */
export function eventsAnswer(description: string, example: string) {
  return { 200: { description, content: { 'text/event-stream': { schema: z.string(), example } } }, default: problem }
}

/** A body of JSON. The example is sent as it is by the tests, so nothing in it may be refused as malformed. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema, example?: NoInfer<z.input<Schema>>) {
  const content = { schema, ...(example !== undefined && { example }) }
  return { body: { required: true, content: { 'application/json': content } } }
}

/** Bytes as they are, of any of these types: described, and read by the route itself. */
export function bytesOf(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]))
}

export const idParam = (name: string) => z.object({ [name]: z.string().max(200) })
