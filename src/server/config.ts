import { resolve } from 'node:path'
import type { DemoWish } from '#demo/demo.server.ts'
import { readVideoHost } from './config-video.ts'
import { Secret } from './secret.ts'
import { futureSettings, type SettingName } from './settings.ts'

export type ProcessRole = 'all' | 'web' | 'worker'
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Everything an operator can decide, checked and frozen. */
export interface Config {
  host: string
  port: number
  /** Origin without a trailing slash: what mail links and canonical addresses begin with. */
  publicUrl: string
  /** Whether the operator named it; if not, loopback names of this host are the same place. */
  isPublicUrlSet: boolean
  dataDir: string
  role: ProcessRole
  database: { kind: 'embedded' } | { kind: 'external'; connectionString: Secret }
  /** Null: made once and kept in the data folder. */
  secret: Secret | null
  mail: { from: string; transport: { kind: 'smtp'; url: Secret } | { kind: 'outbox'; folder: string } }
  supportEmail: string
  maxUploadBytes: number
  creatorQuotaBytes: number
  /** Stays free on the disk of `dataDir`; null for a share of it. */
  diskReserveBytes: number | null
  media: {
    /** Where published media are fetched from, without a trailing slash; null: from here. */
    baseUrl: string | null
    /** Who sends the bytes of media that this Hoshi has decided to give out. */
    handoff: 'none' | 'nginx'
    /** Told what a CDN has to forget. */
    purgeUrl: Secret | null
  }
  videoHost:
    | { kind: 'embedded' }
    | { kind: 'cloudflare'; accountId: string; apiToken: Secret; customerCode: string; webhookSecret: Secret | null }
  /** Whether much-watched episodes get a second set of renditions, in AV1. */
  makesAv1: boolean
  /** The hosted service's dialect; null: off. */
  dialect: { accountId: string; token: Secret } | null
  /** Proxies in front whose X-Forwarded-For entries are believed. */
  trustedProxies: number
  /** How many bits of an IPv6 address stand for one network where plays are counted. */
  viewsIpv6Prefix: number
  /** Connections that one process holds open. */
  maxConnections: number
  /** Whether a demo fills this Hoshi. */
  demo: DemoWish
  logLevel: LogLevel
}

/** Every problem with the environment at once, in an operator's words. */
export class ConfigurationError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}.`)
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

type Environment = Record<string, string | undefined>

/**
 * Reads the environment, whole, before anything starts.
 * @throws ConfigurationError with every problem found
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = []
  const value = (name: SettingName) => environment[name]?.trim() || undefined

  function whole(name: SettingName, fallback: number, min: number, max: number): number {
    const text = value(name)
    if (text === undefined) return fallback
    if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
    problems.push(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`)
    return fallback
  }

  function oneOf<Choice extends string>(name: SettingName, choices: readonly Choice[], fallback: Choice): Choice {
    const text = value(name)
    if (text === undefined) return fallback
    if ((choices as readonly string[]).includes(text)) return text as Choice
    problems.push(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`)
    return fallback
  }

  function address(name: SettingName, protocols: string[]): URL | undefined {
    const text = value(name)
    if (text === undefined) return undefined
    const url = URL.parse(text)
    if (url && protocols.includes(url.protocol)) return url
    problems.push(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    return undefined
  }

  const host = value('HOST') ?? '127.0.0.1'
  // 0 lets the system choose, which only makes sense to a program that reads the address printed at the start.
  const port = whole('PORT', 3000, 0, 65535)
  const named = address('PUBLIC_URL', ['http:', 'https:'])
  if (named && (named.pathname !== '/' || named.search || named.hash || named.username)) {
    problems.push('PUBLIC_URL must be an origin only, like https://hoshi.example, without a path.')
  }
  if (!named && (host === '0.0.0.0' || host === '::' || host === '[::]')) {
    problems.push(`PUBLIC_URL is required when HOST is ${host}: mail links and the origin check need a name.`)
  }
  const publicUrl = named?.origin ?? `http://localhost:${port}`
  const publicHost = new URL(publicUrl).hostname

  // Not a web address: PostgreSQL's own form may leave the host out and name a socket folder instead.
  const database = value('DATABASE_URL')
  if (database && !/^postgres(ql)?:\/\/\S+$/.test(database)) {
    problems.push('DATABASE_URL must be an address that starts with postgres:// or postgresql://.')
  }
  const secret = value('SECRET')
  if (secret !== undefined && secret.length < 32) problems.push('SECRET must have at least 32 characters.')
  if (database && secret === undefined) {
    problems.push('SECRET is required with DATABASE_URL, and must be the same on every node.')
  }

  const dataDir = resolve(value('DATA_DIR') ?? './data')
  const smtp = address('SMTP_URL', ['smtp:', 'smtps:'])
  const from = value('MAIL_FROM')
  if (smtp && !from) problems.push('MAIL_FROM is required with SMTP_URL.')
  if (from && !/^[^\r\n]{0,100}<?[^\s<>@]+@[^\s<>@]+>?$/.test(from)) {
    problems.push('MAIL_FROM must be an address, like Hoshi <no-reply@hoshi.example>.')
  }
  const supportEmail = value('SUPPORT_EMAIL') ?? `support@${publicHost}`
  if (!/^[^\s<>@]+@[^\s<>@]+$/.test(supportEmail)) problems.push('SUPPORT_EMAIL must be an email address.')

  const mediaBase = address('MEDIA_BASE_URL', ['http:', 'https:'])
  if (mediaBase && (mediaBase.search || mediaBase.hash || mediaBase.username)) {
    problems.push('MEDIA_BASE_URL must be an address only, like https://cdn.example or https://cdn.example/hoshi.')
  }
  if (mediaBase && !named) problems.push('PUBLIC_URL is required with MEDIA_BASE_URL: the CDN tells pages by its name.')
  const purge = address('CDN_PURGE_URL', ['http:', 'https:'])
  const video = readVideoHost({ value, oneOf, problems })
  // Nobody but the person at this machine can see it, and nothing else was arranged: only there a demo is a welcome surprise.
  const isOutside = named || database || smtp || mediaBase || purge || video.videoHost.kind !== 'embedded'
  const isAtHome = isLoopback(host) && !isOutside

  for (const name of futureSettings) {
    if (environment[name]) problems.push(`${name} is set, but this version of Hoshi cannot honour it yet.`)
  }

  const config: Config = {
    host,
    port,
    publicUrl,
    isPublicUrlSet: named !== undefined,
    dataDir,
    role: oneOf('ROLE', ['all', 'web', 'worker'], 'all'),
    database: database ? { kind: 'external', connectionString: new Secret(database) } : { kind: 'embedded' },
    secret: secret === undefined ? null : new Secret(secret),
    mail: {
      from: from ?? `Hoshi <no-reply@${publicHost}>`,
      transport: smtp
        ? { kind: 'smtp', url: new Secret(value('SMTP_URL')!) }
        : { kind: 'outbox', folder: resolve(dataDir, 'outbox') },
    },
    supportEmail,
    maxUploadBytes: whole('MAX_UPLOAD_BYTES', 4 * 1024 ** 3, 1024, 1024 ** 4),
    creatorQuotaBytes: whole('CREATOR_QUOTA_BYTES', 50 * 1024 ** 3, 1024, 1024 ** 5),
    diskReserveBytes: value('DISK_RESERVE_BYTES') ? whole('DISK_RESERVE_BYTES', 0, 64 * 1024 ** 2, 1024 ** 5) : null,
    media: {
      baseUrl: mediaBase ? mediaBase.href.replace(/\/+$/, '') : null,
      handoff: oneOf('MEDIA_HANDOFF', ['none', 'nginx'], 'none'),
      purgeUrl: purge ? new Secret(purge.href) : null,
    },
    ...video,
    trustedProxies: whole('TRUST_PROXY', 0, 0, 10),
    viewsIpv6Prefix: whole('VIEWS_IPV6_PREFIX', 56, 32, 64),
    maxConnections: whole('MAX_CONNECTIONS', 4096, 64, 1_000_000),
    demo: value('DEMO') ? oneOf('DEMO', ['on', 'off'], 'off') : isAtHome ? 'when_new' : 'off',
    logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return Object.freeze(config)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
