import { faults } from '#app/messages/failures.ts'
import { messageFor, messages, refusalStatus } from '#app/messages/refusals.server.ts'
import type { ProofChallenge } from '#platform/proof-challenge.ts'
import { isRefusal } from '#platform/refusal.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'

/** An RFC 9457 problem document. @see docs/product.md#error-catalogue */
export interface ProblemDocument {
  status: number
  title: string
  code: string
  detail: string
  field?: string
  proof?: ProofChallenge
  requestId: string
}

export interface ErrorResponse {
  problem: ProblemDocument
  headers: Record<string, string>
  /** A bug or an outage: its cause is logged, and never shown. */
  isFault: boolean
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  423: 'Locked',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

const outageOfStorage = { unwritable: 'filesUnwritable', unreachable: 'storageUnreachable' } as const

/** Methods that screens support. */
export const SCREEN_METHODS: readonly string[] = ['GET', 'HEAD', 'POST']

/** Maps anything thrown to its HTTP response; no other code does. */
export function errorResponseFor(thrown: unknown, requestId: string): ErrorResponse {
  if (isRefusal(thrown)) {
    const { code } = thrown
    const { field, retryAfterSeconds, proof, values } = thrown.details
    const detail = messageFor(code, values) ?? messages[code]
    return {
      problem: { ...document(refusalStatus[code], code, detail, requestId, field), ...(proof && { proof }) },
      headers: {
        ...(retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {}),
        ...(code === 'request.wrong_method' ? { Allow: SCREEN_METHODS.join(', ') } : {}),
      },
      isFault: false,
    }
  }
  const storageFault = causes(thrown).map(storageFaultOf).find(Boolean)
  if (storageFault === 'full') {
    return {
      problem: document(507, 'video.storage_full', messages['video.storage_full'], requestId),
      headers: {},
      isFault: true,
    }
  }
  const outage = storageFault === null || storageFault === undefined ? null : faults[outageOfStorage[storageFault]]
  const detail = outage ?? (isOutage(thrown) ? faults.databaseUnreachable : null)
  if (detail !== null)
    return { problem: document(503, 'outage', detail, requestId), headers: { 'Retry-After': '5' }, isFault: true }
  return { problem: document(500, 'fault', faults.unknown, requestId), headers: {}, isFault: true }
}

export function problemResponse({ problem, headers }: ErrorResponse): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}

function document(status: number, code: string, detail: string, requestId: string, field?: string): ProblemDocument {
  return { status, title: titles[status] ?? 'Error', code, detail, ...(field ? { field } : {}), requestId }
}

function causes(thrown: unknown): { code?: unknown; message?: unknown }[] {
  const chain: { code?: unknown; message?: unknown }[] = []
  for (let error = thrown; error instanceof Error && chain.length < 8; error = error.cause) chain.push(error)
  return chain
}

// Connection failures of the operating system, PostgreSQL's classes 08 (connection), 57P (shutdown), 53 (resources),
// its limits (57014 a statement, 55P03 a lock, 25P03 and 25P04 a transaction), and our own.
const outageCode =
  /^(EAGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|ETIMEDOUT|08...|57P0[123]|53300|57014|55P03|25P0[34]|database_busy)$/
const outageMessage =
  /Connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|not queryable|Query read timeout/i

function isOutage(thrown: unknown): boolean {
  return causes(thrown).some(
    (error) =>
      (typeof error.code === 'string' && outageCode.test(error.code) && isFromDatabase(error)) ||
      (typeof error.message === 'string' && outageMessage.test(error.message)),
  )
}

/**
 * ENOENT is an outage only for the database's socket, never for a file; a socket whose backlog is full gives EAGAIN.
 */
function isFromDatabase(error: { code?: unknown; syscall?: unknown }): boolean {
  return (error.code !== 'ENOENT' && error.code !== 'EAGAIN') || error.syscall === 'connect'
}
