import { setTimeout as sleep } from 'node:timers/promises'
import { ClassificationError, type ImageModeration, type Picture, type Scores } from './image-moderation.ts'
import { readScores } from './read-scores.ts'

/** A service that classifies pictures over HTTP. */
export interface HttpModerationOptions {
  /** Receives a POST with the bytes of each picture. */
  url: string
  /** Sent as a Bearer token; null: none. */
  secret: string | null
  /** Time limit of one complete answer. */
  timeoutMs: number
  /** Where the answer has the score of each class: property names and indexes, separated by dots. */
  map: Readonly<Record<string, string>>
  /** Pauses before the second attempt and the following ones. Replaced by tests. */
  pausesMs?: readonly number[]
}

const ANSWER_MAX_BYTES = 64 * 1024
const PAUSES_MS = [500, 2000, 8000]
/** Statuses after which the same request may succeed; those from 500 on are too. */
const transientStatuses = new Set([408, 425, 429])

/**
 * Image moderation by a hosted service: POST of the raw bytes with their type, answered with JSON. An outage, a late answer
 * and a status that may pass are tried again after a pause; an answer that makes no sense is not.
 */
export function createHttpModeration(options: HttpModerationOptions): ImageModeration {
  const { map, pausesMs = PAUSES_MS } = options
  return {
    service: 'http',
    async classify(picture, signal) {
      for (const pauseMs of pausesMs) {
        const answer = await post(options, picture, signal)
        if (answer.ok) return scoresOf(answer.text, map)
        if (!answer.mayPass) throw answer.error
        await sleep(pauseMs, null, { signal, ref: false })
      }
      const last = await post(options, picture, signal)
      if (!last.ok) throw last.error
      return scoresOf(last.text, map)
    },
    close() {},
  }
}

type Answer = { ok: true; text: string } | { ok: false; error: ClassificationError; mayPass: boolean }

/** Sends one request. @throws the signal's reason when it aborts; ClassificationError for an answer that is too large */
async function post({ url, secret, timeoutMs }: HttpModerationOptions, picture: Picture, signal: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs)
  const failed = (failure: 'unreachable' | 'late' | 'refused', message: string, mayPass: boolean): Answer => ({
    ok: false,
    error: new ClassificationError(failure, message),
    mayPass,
  })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': picture.type,
        Accept: 'application/json',
        ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
      },
      body: picture.bytes,
      // The secret goes to no other address.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    if (response.ok) return { ok: true, text: await readText(response) } satisfies Answer
    await response.body?.cancel()
    const { status } = response
    return failed('refused', `the service answered ${status}`, status >= 500 || transientStatuses.has(status))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ClassificationError) throw error
    if (timeout.aborted) return failed('late', `the service did not answer within ${timeoutMs} ms`, true)
    // Without its cause, which may contain the address, and with it a key.
    return failed('unreachable', `the service cannot be reached (${codeOf(error)})`, true)
  }
}

/** A network error's code, such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no connection'
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > ANSWER_MAX_BYTES)
      throw new ClassificationError('too_large', `the answer has more than ${ANSWER_MAX_BYTES} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** @throws ClassificationError not_json, out_of_range */
function scoresOf(text: string, map: HttpModerationOptions['map']): Scores {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new ClassificationError('not_json', 'the answer is not JSON')
  }
  return readScores(answer, map)
}
