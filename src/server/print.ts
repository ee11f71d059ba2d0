import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DemoSignIn } from '#demo/demo.server.ts'
import type { Config } from './config.ts'

/** Prints a line for the person at the terminal; everything for programs goes through the log. */
export function printLine(line: string): void {
  process.stderr.write(`hoshi: ${line}\n`)
}

/** Prints the URL once Hoshi is ready. */
export function printReady(config: Config, http: Server): void {
  printLine(`ready on ${config.isPublicUrlSet ? config.publicUrl : addressOf(config, http)}`)
}

/** Prints where a worker answers. */
export function printMetrics(config: Config, http: Server): void {
  printLine(`metrics and health on ${addressOf(config, http)}`)
}

function addressOf({ host }: Config, http: Server): string {
  const { port } = http.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Prints the link that makes its first user the admin; null, once there is one, prints nothing. */
export function printFirstAdmin({ publicUrl }: Config, token: string | null): void {
  if (token !== null) printLine(`first admin: ${publicUrl}/first-admin?token=${token}`)
}

/** Prints the passwords of the demo accounts, the only time they are shown; null prints nothing. */
export function printDemoAccounts(signIns: DemoSignIn[] | null): void {
  if (!signIns) return
  printLine('adding a dozen short demo episodes over the next few minutes (DEMO=off starts empty)')
  printLine('log in as their creators; these passwords are shown only once:')
  for (const { username, email, password } of signIns) printLine(`  ${email.padEnd(26)} ${password}   ${username}`)
}
