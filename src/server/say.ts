import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DemoSignIn } from '#demo/demo.server.ts'
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

/** The one time that the passwords of the demo accounts are seen; null says nothing. */
export function announceDemo(signIns: DemoSignIn[] | null): void {
  if (!signIns) return
  say('a dozen short episodes arrive in the next minutes, so that there is something to see (DEMO=off starts empty)')
  say('log in as their creators; these passwords are shown this once:')
  for (const { username, email, password } of signIns) say(`  ${email.padEnd(26)} ${password}   ${username}`)
}
