import { Transform } from 'node:stream'

const START = '<noscript id="deferred">'
const END = '</noscript>'

/** Moves all that follows the page's deferred scripts into their `noscript`, as the scripts that stream data need them. */
export function deferRest(): Transform {
  // It is written in one go up to here, so that nothing is delayed.
  let head: Buffer | null = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (head === null) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      const start = head.indexOf(START)
      const end = start < 0 ? -1 : head.indexOf(END, start)
      if (end < 0) return done()
      this.push(head.subarray(0, end))
      const rest = head.subarray(end + END.length)
      head = null
      done(null, rest)
    },
    flush(done) {
      done(null, head ?? END)
    },
  })
}
