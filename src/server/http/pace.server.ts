import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a connection may stand still. */
export interface Pace {
  /** While the next byte of a body is waited for. */
  stalledBodyMs: number
  /** While bytes of an answer wait to be read. */
  unreadAnswerMs: number
}

/** @see docs/product.md#limits */
export const PACE: Pace = { stalledBodyMs: 30_000, unreadAnswerMs: 60_000 }

/** What is read and dropped of a body behind its answer, so that its sender gets to read that. @see docs/product.md#limits */
const DRAINED_MAX_BYTES = 4 * 1024 ** 2
/** How long the connection of a body that goes on stays: closing it sooner may take the answer from its sender. */
const HELD_MS = 5_000
/** Looks at a body within the time that it may stand still. */
const LOOKS = 6

/**
 * Ends a connection whose body does not move; one that moves may take as long as it needs. A body that is answered before
 * it is over is drained, up to a limit.
 */
export function paceBody(request: IncomingMessage, response: ServerResponse, pace: Pace): void {
  if (!hasBody(request)) return
  endStalledBody(request, response, pace.stalledBodyMs)
  const mayStay = response.shouldKeepAlive
  // Closing with bytes on their way would take the answer from the one who still sends.
  response.shouldKeepAlive = true
  response.prependOnceListener('finish', () => {
    if (request.complete) {
      if (!mayStay) request.socket.end()
      return
    }
    drain(request)
    if (!mayStay) request.once('end', () => request.socket.end())
  })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Ends a connection whose answer is not read. The socket's own timer leaves alone what is read slowly. */
export function paceAnswer({ socket }: IncomingMessage, response: ServerResponse, pace: Pace): void {
  const limitMs = pace.unreadAnswerMs
  response.setTimeout(limitMs)
  response.on('timeout', () => {
    // Not begun, or waiting for more to say: that has limits of its own.
    if (response.writableLength === 0) response.setTimeout(limitMs)
    else response.destroy()
  })
  response.once('close', () => {
    if (socket.timeout === limitMs) socket.setTimeout(0)
  })
}

function endStalledBody(request: IncomingMessage, response: ServerResponse, limitMs: number): void {
  const { socket } = request
  let seenBytes = socket.bytesRead
  let looksInVain = 0
  const looking = setInterval(() => {
    if (request.complete) return clearInterval(looking)
    // A body that is not taken out fast enough waits for this server.
    const isAwaited = request.readableLength < request.readableHighWaterMark
    looksInVain = isAwaited && socket.bytesRead === seenBytes ? looksInVain + 1 : 0
    seenBytes = socket.bytesRead
    if (looksInVain >= LOOKS) end()
  }, limitMs / LOOKS)
  looking.unref()
  request.once('close', () => clearInterval(looking))

  function end(): void {
    const isAnswered = response.headersSent || response.socket !== socket
    if (isAnswered) socket.destroy()
    else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
  }
}

function drain(request: IncomingMessage): void {
  const { socket } = request
  let leftBytes = DRAINED_MAX_BYTES
  let isHeld = true
  const holding = setTimeout(() => {
    isHeld = false
    if (leftBytes < 0) socket.destroy()
  }, HELD_MS)
  request.once('close', () => clearTimeout(holding))
  // Node drops without a limit what nobody has begun to read.
  request.read(0)
  request.removeAllListeners('data')
  request.on('data', (piece: Buffer) => {
    leftBytes -= piece.length
    if (leftBytes >= 0) return
    if (isHeld) request.pause()
    else socket.destroy()
  })
  request.resume()
}
