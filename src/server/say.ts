import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'

/** A line for the person at the terminal; everything for programs goes through the log. */
export function say(line: string): void {
  process.stderr.write(`hoshi: ${line}\n`)
}

/** The one line that everybody looks for. */
export function announceStart(config: Config, http: Server): void {
  const { port } = http.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  say(`ready on ${config.isPublicUrlSet ? config.publicUrl : `http://${host}:${port}`}`)
}
