import type { Context } from 'hono'
import { z } from 'zod'
import { messages } from '#app/messages/refusals.server.ts'
import type { RefusalCode } from '#platform/refusal.ts'
import { Refusal } from '#platform/refusal.ts'
import { type ErrorResponse, errorResponseFor } from '#server/http/problem.ts'
import type { HttpEnv } from '#server/http/request-context.ts'

/** Whether responses at this path have the hosted service's form, including 404. */
export function isCompatiblePath(path: string): boolean {
  return /^\/client(\/|$)/.test(path)
}

// The hosted service's error numbers, which programs recognise.
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

/** Formats a refusal or a fault in the envelope of the compatible API. */
export function errorEnvelope({ problem, headers }: ErrorResponse): Response {
  // The hosted service uses one status for every invalid request.
  const status = problem.status === 422 ? 400 : problem.status
  const code = codeOf[problem.code as RefusalCode] ?? codeOfStatus[status] ?? (status < 500 ? BAD_REQUEST : FAULT)
  const message = problem.field ? `${problem.detail} (${problem.field})` : problem.detail
  const body = { result: null, success: false, errors: [{ code, message }], messages: [] }
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** The response for a method that a path does not support. */
export function wrongMethod(c: Context<HttpEnv>, allow: string): Response {
  return errorEnvelope({
    ...errorResponseFor(new Refusal('request.wrong_method'), c.var.requestId),
    headers: { Allow: allow },
  })
}

const messageList = z.array(z.object({ code: z.number().int(), message: z.string() }))

/** Description of every unsuccessful response. */
export const defaultResponse = {
  description: 'The error, in the same envelope',
  content: {
    'application/json': {
      schema: z.object({ result: z.null(), success: z.literal(false), errors: messageList, messages: messageList }),
      example: {
        result: null,
        success: false as const,
        errors: [{ code: 10003, message: messages['video.not_found'] }],
        messages: [],
      },
    },
  },
}

/** Descriptions of a route's responses with this result, and with `extraFields` beside it. */
export function envelopeResponse<Result extends z.ZodType, ExtraFields extends z.ZodRawShape>(
  result: Result,
  description: string,
  example: NoInfer<z.input<Result>>,
  extraFields: ExtraFields = {} as ExtraFields,
) {
  const common = { result, success: z.literal(true), errors: messageList, messages: messageList }
  const schema = z.object({ ...common, ...extraFields })
  const content = { 'application/json': { schema, example: successEnvelope(example) } }
  return { 200: { description, content }, default: defaultResponse } as {
    200: { description: string; content: { 'application/json': { schema: typeof schema } } }
  }
}

export function successEnvelope<Result>(result: Result) {
  return { result, success: true as const, errors: [], messages: [] }
}
