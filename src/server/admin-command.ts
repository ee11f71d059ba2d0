import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { AuditEntry } from '#administration/audit.ts'
import type { Hoshi } from '#app/http/context.ts'
import type { Demo } from '#demo/demo.server.ts'
import { ordinaryRole, type Role, roles, UNTIL_LIFTED } from '#identity/account.ts'

/** A mistyped command; the message is a sentence for its reader. */
export class UsageError extends Error {}

/** The commands of `npm run hoshi -- admin …`. */
export type AdminCommand =
  | { verb: 'create'; email: string; role: Role }
  | { verb: 'grant'; email: string; role: Role }
  | { verb: 'revoke'; email: string }
  | { verb: 'founding-badge'; email: string; isGranted: boolean }
  | { verb: 'quota'; email: string; quotaBytes: number }
  | { verb: 'suspend'; email: string; until: Date; reason: string }
  | { verb: 'restore'; email: string }
  | { verb: 'restore-episode'; id: string }
  | { verb: 'take-down'; id: string; rule: string; reason: string }
  | { verb: 'reprocess'; id: string }
  | { verb: 'demo' }
  | { verb: 'audit'; limit: number }

const AUDIT_LINES = 40
const AUDIT_LINES_MAX = 60

/** Reads the words after `npm run hoshi --`. @throws UsageError */
export function readAdminCommand(words: readonly string[]): AdminCommand {
  const [group, verb, ...args] = words
  if (group !== 'admin' || verb === undefined)
    throw new UsageError('Use npm run hoshi -- admin COMMAND; npm run hoshi -- --help lists the commands.')
  switch (verb) {
    case 'create': {
      const { positionals, values } = parse(verb, args, ['role'])
      return { verb, email: only(verb, positionals, 1)[0]!, role: readRole(values.role ?? 'viewer') }
    }
    case 'grant': {
      const [email, role] = only(verb, parse(verb, args).positionals, 2)
      return { verb, email: email!, role: readRole(role!) }
    }
    case 'revoke':
      return { verb, email: only(verb, parse(verb, args).positionals, 1)[0]! }
    case 'restore': {
      const subject = only(verb, parse(verb, args).positionals, 1)[0]!
      return subject.includes('@') ? { verb, email: subject } : { verb: 'restore-episode', id: subject }
    }
    case 'take-down': {
      const { positionals, values } = parse(verb, args, ['rule', 'reason'])
      return { verb, id: only(verb, positionals, 1)[0]!, rule: values.rule ?? '', reason: values.reason ?? '' }
    }
    case 'reprocess':
      return { verb, id: only(verb, parse(verb, args).positionals, 1)[0]! }
    case 'demo':
      only(verb, parse(verb, args).positionals, 0)
      return { verb }
    case 'founding-badge': {
      const [email, state] = only(verb, parse(verb, args).positionals, 2)
      if (state !== 'on' && state !== 'off') throw new UsageError('The badge is switched on or off.')
      return { verb, email: email!, isGranted: state === 'on' }
    }
    case 'quota': {
      const [email, bytes] = only(verb, parse(verb, args).positionals, 2)
      return { verb, email: email!, quotaBytes: readWhole(bytes!, 'The quota is a whole number of bytes.') }
    }
    case 'suspend': {
      const { positionals, values } = parse(verb, args, ['until', 'reason'])
      const email = only(verb, positionals, 1)[0]!
      return { verb, email, until: readUntil(values.until), reason: values.reason ?? '' }
    }
    case 'audit': {
      const { positionals, values } = parse(verb, args, ['limit'])
      only(verb, positionals, 0)
      const limit = readWhole(values.limit ?? String(AUDIT_LINES), 'The limit is a whole number of lines.')
      return { verb, limit: Math.min(limit, AUDIT_LINES_MAX) }
    }
    default:
      throw new UsageError(`There is no command ${verb}; npm run hoshi -- --help lists the commands.`)
  }
}

/** The rooms that the commands act on. */
export interface AdminRooms {
  administration: Hoshi['administration']
  moderation: Hoshi['moderation']
  demo: Pick<Demo, 'fill'>
}

/** Runs a command. @returns the lines to print @throws Refusal */
export async function runAdminCommand(
  { administration, moderation, demo }: AdminRooms,
  command: AdminCommand,
): Promise<string[]> {
  switch (command.verb) {
    case 'take-down': {
      const title = await moderation.episodes.takeDown(command.id, command)
      return [`“${title}” is taken down. Its creator reads the reason in ten seconds.`]
    }
    case 'restore-episode':
      return [`“${await moderation.episodes.restore(command.id)}” is back as it was before.`]
    case 'reprocess':
      return [`“${await moderation.episodes.reprocess(command.id)}” is made again from its original.`]
    case 'demo':
      return await fillDemo(demo)
    default:
      return await runAccountCommand(administration, command)
  }
}

async function fillDemo(demo: Pick<Demo, 'fill'>): Promise<string[]> {
  const signIns = await demo.fill()
  if (signIns === null) return ['The demo is there already, or is being filled.']
  const lines = signIns.map(({ username, email, password }) => `  ${username}: ${email}, ${password}`)
  return ['The demo is there. Its creators, and their passwords:', ...lines]
}

type EpisodeCommand = Extract<AdminCommand, { verb: 'take-down' | 'restore-episode' | 'reprocess' | 'demo' }>

async function runAccountCommand(
  administration: Hoshi['administration'],
  command: Exclude<AdminCommand, EpisodeCommand>,
): Promise<string[]> {
  if (command.verb === 'create') {
    const password = randomBytes(12).toString('base64url')
    const { email, role } = await administration.accounts.create({ email: command.email, password, role: command.role })
    return [`Created ${email}, ${role}. Its password is shown only this once: ${password}`]
  }
  if (command.verb === 'audit') {
    const { entries } = await administration.audit.list({ limit: command.limit })
    return entries.length === 0 ? ['Nothing has been recorded yet.'] : entries.map(auditLine)
  }
  const account = await administration.accounts.findByEmail(command.email)
  const change = (fields: Parameters<typeof administration.accounts.change>[2]) =>
    administration.accounts.change('console', account.uid, fields)
  switch (command.verb) {
    case 'grant':
    case 'revoke': {
      const { email, role } = await change({ role: command.verb === 'grant' ? command.role : ordinaryRole(account) })
      return [`${email} is now ${role}.`]
    }
    case 'founding-badge': {
      const { email, founderBadge } = await change({ founderBadge: command.isGranted })
      return [`${email} ${founderBadge ? 'is now a Founding Creator' : 'is no Founding Creator now'}.`]
    }
    case 'quota': {
      const { email, quotaBytes } = await change({ quotaBytes: command.quotaBytes })
      return [`${email} may store ${quotaBytes} bytes now.`]
    }
    case 'suspend': {
      const { email, suspension } = await change({ suspendedUntil: command.until, reason: command.reason })
      const end = command.until >= UNTIL_LIFTED ? 'it is restored' : suspension?.until.toISOString()
      return [`${email} is suspended until ${end}. All its sessions have ended.`]
    }
    case 'restore':
      await change({ suspendedUntil: null })
      return [`${account.email} may write again.`]
  }
}

/** One line of the log, for reading and for grep. */
function auditLine({ at, actor, action, subject, before, after, reason }: AuditEntry): string {
  const who = actor === 'console' ? actor : actor.uid
  const changes = Object.keys(after).map((name) => `${name} ${before[name] ?? '-'} > ${after[name] ?? '-'}`)
  const words = reason === '' ? '' : `  "${reason.replaceAll('\n', ' ')}"`
  return `${at.toISOString()}  ${who.padEnd(26)}  ${action.padEnd(22)}  ${subject.id}  ${changes.join(', ')}${words}`
}

function parse<Name extends string = never>(verb: string, args: readonly string[], names: readonly Name[] = []) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { positionals, values: values as Partial<Record<Name, string>> }
  } catch {
    throw wrongArguments(verb)
  }
}

function only(verb: string, positionals: readonly string[], count: number): readonly string[] {
  if (positionals.length === count) return positionals
  throw wrongArguments(verb)
}

function wrongArguments(verb: string): UsageError {
  return new UsageError(`Please see npm run hoshi -- admin ${verb} --help for what this command takes.`)
}

function readRole(text: string): Role {
  const role = roles.find((each) => each === text)
  if (!role) throw new UsageError(`The role is one of ${roles.join(', ')}.`)
  return role
}

function readWhole(text: string, sentence: string): number {
  if (!/^\d{1,16}$/.test(text)) throw new UsageError(sentence)
  return Number(text)
}

/** A day, whose end it is in UTC, or a time; `lifted` has no end. */
function readUntil(text: string | undefined): Date {
  if (text === 'lifted') return UNTIL_LIFTED
  const until = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? `${text}T23:59:59Z` : (text ?? ''))
  if (text === undefined || Number.isNaN(until.getTime()))
    throw new UsageError('Please say until when, as --until 2026-12-31 or --until lifted.')
  return until
}
