import type { Context } from 'hono'
import { z } from 'zod'
import type { RefusalCode } from '#app/messages.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Answered, answerFor } from '#server/http/problem.ts'
import type { HttpEnv } from '#server/http/request-facts.ts'

/** Whether answers to this address have the hosted service's form, also where nothing is. */
export function isDialectPath(path: string): boolean {
  return /^\/client(\/|$)/.test(path)
}

// The numbers of the hosted service, so that programs recognise them.
const codeOf: Partial<Record<RefusalCode, number>> = {
  'request.not_found': 7000,
  'request.wrong_method': 7001,
  'request.token_invalid': 10000,
  'request.unreadable': 10004,
  'video.copy_unavailable': 10007,
}
const codeOfStatus: Record<number, number> = { 404: 10003, 429: 971 }
const BAD_REQUEST = 10005
const FAULT = 10001

/** A refusal or a fault in the envelope of the dialect. */
export function unsuccessful({ problem, headers }: Answered): Response {
  // What is wrong with a request is one status there.
  const status = problem.status === 422 ? 400 : problem.status
  const code = codeOf[problem.code as RefusalCode] ?? codeOfStatus[status] ?? (status < 500 ? BAD_REQUEST : FAULT)
  const message = problem.field ? `${problem.detail} (${problem.field})` : problem.detail
  const body = { result: null, success: false, errors: [{ code, message }], messages: [] }
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** The answer to a method that an address is not for. */
export function wrongMethod(c: Context<HttpEnv>, allow: string): Response {
  return unsuccessful({
    ...answerFor(new Refusal('request.wrong_method'), c.var.requestId),
    headers: { Allow: allow },
  })
}

const messageList = z.array(z.object({ code: z.number().int(), message: z.string() }))

/** Every answer that is no success. */
export const failed = {
  description: 'What went wrong, in the same envelope',
  content: {
    'application/json': {
      schema: z.object({ result: z.null(), success: z.literal(false), errors: messageList, messages: messageList }),
      example: {
        result: null,
        success: false as const,
        errors: [{ code: 10003, message: 'This video does not exist.' }],
        messages: [],
      },
    },
  },
}

/** Answers of a route with this result, and what else stands beside it. */
export function enveloped<Result extends z.ZodType, Beside extends z.ZodRawShape>(
  result: Result,
  description: string,
  example: NoInfer<z.input<Result>>,
  beside: Beside = {} as Beside,
) {
  const common = { result, success: z.literal(true), errors: messageList, messages: messageList }
  const schema = z.object({ ...common, ...beside })
  const content = { 'application/json': { schema, example: successful(example) } }
  return { 200: { description, content }, default: failed } as {
    200: { description: string; content: { 'application/json': { schema: typeof schema } } }
  }
}

export function successful<Result>(result: Result) {
  return { result, success: true as const, errors: [], messages: [] }
}
