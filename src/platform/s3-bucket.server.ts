import type { S3 } from '@aws-sdk/client-s3'
import pLimit, { type LimitFunction } from 'p-limit'
import { s3FaultOf } from './s3-faults.server.ts'
import { locationOf, type S3Settings } from './s3-settings.ts'
import { expectInside } from './storage-keys.ts'

type Call<Result> = (s3: S3) => Promise<Result>

/** A connection to one bucket, as all operations of the storage use it. */
export interface S3Bucket {
  readonly settings: S3Settings
  /** Name of the bucket in requests. */
  readonly Bucket: string
  /** Runs a request; the SDK repeats it when the store is slow or away. @throws the error of `s3FaultOf` */
  call<Result>(request: Call<Result>): Promise<Result>
  /** Runs a request that must not be repeated before its outcome is known. @throws the error of `s3FaultOf` */
  callOnce<Result>(request: Call<Result>): Promise<Result>
  /** The full key in the bucket. @throws Error for a key that leads out of the storage */
  fullKey(key: string): string
  /** Bounds the bodies that are in memory, over all writes of this process. */
  readonly bodies: LimitFunction
  /** The time by the clock of the store. */
  now(): Date
  /** How far this machine's clock is ahead of the store's, in milliseconds. */
  clockAheadMs(): number
  /** Whether the store refuses to overwrite when it is asked to; false once it has said that it cannot. */
  hasConditionalWrites: boolean
  close(): void
}

/** The longest wait for a connection, and for the first byte of a response after the last byte of a request. */
const CONNECTION_TIMEOUT_MS = 3000
/** A transfer in which nothing moves for so long is given up. */
const IDLE_TIMEOUT_MS = 15_000
/** The longest that one attempt may take until its response begins. A part of 8 MiB arrives in it at 1.2 Mbit/s. */
const REQUEST_TIMEOUT_MS = 60_000
const ATTEMPTS = 3
const SOCKETS = 128
/** Bodies of at most `PART_BYTES` that are sent at once: 48 MiB. */
const BODIES_AT_ONCE = 6

/** Loads the SDK at the first request, so that nobody else pays for it. */
export function openS3Bucket(settings: S3Settings): S3Bucket {
  let aheadMs = 0
  let opened: Promise<{ repeating: S3; single: S3 }> | null = null

  async function open() {
    const { S3 } = await import('@aws-sdk/client-s3')
    const { endpoint, region, credentials, forcePathStyle } = settings
    const options = {
      region,
      forcePathStyle,
      ...(endpoint === null ? {} : { endpoint }),
      ...(credentials ? { credentials } : {}),
      // Other stores than Amazon's fail on, or even store, the trailers that the SDK sends by default.
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
      retryMode: 'standard',
      followRegionRedirects: false,
      requestHandler: {
        connectionTimeout: CONNECTION_TIMEOUT_MS,
        socketTimeout: IDLE_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: SOCKETS },
        httpsAgent: { maxSockets: SOCKETS },
      },
    }
    const clients = {
      repeating: new S3({ ...options, maxAttempts: ATTEMPTS }),
      single: new S3({ ...options, maxAttempts: 1 }),
    }
    for (const client of [clients.repeating, clients.single]) {
      client.middlewareStack.add(
        (next) => async (request) => {
          const result = await next(request)
          const { headers } = result.response as { headers?: Record<string, string> }
          const storeTime = Date.parse(headers?.date ?? '')
          if (!Number.isNaN(storeTime)) aheadMs = Date.now() - storeTime
          return result
        },
        { step: 'deserialize', priority: 'low', name: 'readClockOfStore' },
      )
    }
    return clients
  }

  async function run<Result>(which: 'repeating' | 'single', request: Call<Result>): Promise<Result> {
    opened ??= open()
    const clients = await opened
    try {
      return await request(clients[which])
    } catch (error) {
      throw s3FaultOf(error, locationOf(settings))
    }
  }

  return {
    settings,
    Bucket: settings.bucket,
    call: (request) => run('repeating', request),
    callOnce: (request) => run('single', request),
    fullKey(key) {
      expectInside(key)
      return settings.prefix === '' ? key : `${settings.prefix}/${key}`
    },
    bodies: pLimit(BODIES_AT_ONCE),
    now: () => new Date(Date.now() - aheadMs),
    clockAheadMs: () => aheadMs,
    hasConditionalWrites: true,
    close() {
      void opened?.then(({ repeating, single }) => {
        repeating.destroy()
        single.destroy()
      })
    },
  }
}
