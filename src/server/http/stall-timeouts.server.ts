import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a connection may stall. */
export interface StallTimeouts {
  /** While too little of a body arrives. */
  stalledBodyMs: number
  /** Less than this, on average of that time, counts as a stall: who moves on by single bytes holds a place as well. */
  leastBytesPerSecond: number
  /** While bytes of a response wait to be read. */
  unreadResponseMs: number
}

/** @see docs/product.md#limits */
export const STALL_TIMEOUTS: StallTimeouts = {
  stalledBodyMs: 30_000,
  leastBytesPerSecond: 4096,
  unreadResponseMs: 60_000,
}

/** Bytes of a body to read and drop after its response, so that the sender can read it. @see docs/product.md#limits */
const DRAINED_MAX_BYTES = 4 * 1024 ** 2
/** How long the connection of a longer body stays open: closing it sooner may lose the response for its sender. */
const LINGER_MS = 5_000
/** Checks of a body within the time that it may stall. */
const CHECKS = 6

/**
 * Ends a connection whose body stalls or comes more slowly than the slowest networks; any other may take as long as it needs,
 * and a resumable upload goes on from there. The rest of a body
 * whose response is sent early is drained, up to a limit, and the connection takes no other request: one behind a body
 * that is never read to its end would wait in vain.
 */
export function limitBodyStalls(request: IncomingMessage, response: ServerResponse, timeouts: StallTimeouts): void {
  if (!hasBody(request)) return
  endStalledBody(request, response, timeouts)
  const wasKeepAlive = response.shouldKeepAlive
  let isLast = false
  // Closing with bytes in flight would lose the response for a client that is still sending.
  response.shouldKeepAlive = true
  // Node reads this as it writes the headers: `Connection: close`, by which it does not close the connection itself.
  Object.defineProperty(response, 'maxRequestsOnConnectionReached', {
    get() {
      isLast = !wasKeepAlive || !request.complete
      return isLast
    },
  })
  response.prependOnceListener('finish', () => {
    if (!isLast) return
    request.socket.end()
    if (!request.complete) drain(request)
  })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Ends a connection whose response is not read. The socket's own timer spares slow readers. */
export function limitResponseStalls(
  { socket }: IncomingMessage,
  response: ServerResponse,
  timeouts: StallTimeouts,
): void {
  const limitMs = timeouts.unreadResponseMs
  response.setTimeout(limitMs)
  response.on('timeout', () => {
    // Not started, or waiting for more data: other limits apply to that.
    if (response.writableLength === 0) response.setTimeout(limitMs)
    else response.destroy()
  })
  response.once('close', () => {
    if (socket.timeout === limitMs) socket.setTimeout(0)
  })
}

function endStalledBody(
  request: IncomingMessage,
  response: ServerResponse,
  { stalledBodyMs, leastBytesPerSecond }: StallTimeouts,
): void {
  const { socket } = request
  const leastBytes = (leastBytesPerSecond * stalledBodyMs) / 1000
  let lastBytesRead = socket.bytesRead
  /** Bytes that arrived before each of the last checks. */
  let arrived: number[] = []
  const checkTimer = setInterval(() => {
    if (request.complete) return clearInterval(checkTimer)
    // A body that is not consumed fast enough waits for this server, not for its sender.
    const isAwaited = request.readableLength < request.readableHighWaterMark
    arrived = isAwaited ? [...arrived.slice(1 - CHECKS), socket.bytesRead - lastBytesRead] : []
    lastBytesRead = socket.bytesRead
    if (arrived.length === CHECKS && sum(arrived) < leastBytes) end()
  }, stalledBodyMs / CHECKS)
  checkTimer.unref()
  request.once('close', () => clearInterval(checkTimer))

  function end(): void {
    const hasResponse = response.headersSent || response.socket !== socket
    if (hasResponse) socket.destroy()
    else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function drain(request: IncomingMessage): void {
  const { socket } = request
  let leftBytes = DRAINED_MAX_BYTES
  let isLingering = true
  const lingerTimer = setTimeout(() => {
    isLingering = false
    if (leftBytes < 0 || request.complete) socket.destroy()
  }, LINGER_MS)
  socket.once('close', () => clearTimeout(lingerTimer))
  request.once('end', () => {
    if (!isLingering) socket.destroy()
  })
  // Node drops a body that has no reader yet without a limit.
  request.read(0)
  request.removeAllListeners('data')
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes >= 0) return
    if (isLingering) request.pause()
    else socket.destroy()
  })
  request.resume()
}
