import { resolve } from 'node:path'
import type { DemoOption } from '#demo/demo.server.ts'
import { isBucketPlace } from './backup/backup-place.ts'
import { type AccountsConfig, readAccountsConfig } from './config-accounts.ts'
import { type BackupConfig, backsUpToBucket, readBackupConfig } from './config-backup.ts'
import { type MetricsConfig, readMetricsConfig } from './config-metrics.ts'
import { type ModerationConfig, readModerationConfig } from './config-moderation.ts'
import {
  readS3Config,
  readStorageConfig,
  type S3Config,
  type StorageConfig,
  s3Conflicts,
  settingsOfBucketOnly,
} from './config-storage.ts'
import { readVideoConfig, type VideoConfig } from './config-video.ts'
import { Secret } from './secret.ts'
import { createSettingReader, type Environment } from './setting-reader.ts'

export type ProcessRole = 'all' | 'web' | 'worker'
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Everything an operator can configure, validated and frozen. */
export interface Config extends VideoConfig, AccountsConfig, ModerationConfig, MetricsConfig, BackupConfig {
  host: string
  port: number
  /** Origin without a trailing slash, with which links in mails and canonical URLs begin. */
  publicUrl: string
  /** Whether the operator set it; if not, loopback names of this host count as the same origin. */
  isPublicUrlSet: boolean
  dataDir: string
  role: ProcessRole
  database: { kind: 'embedded' } | { kind: 'external'; connectionString: Secret }
  storage: StorageConfig
  /** Null: generated once and stored in the data folder. */
  secret: Secret | null
  mail: { from: string; transport: { kind: 'smtp'; url: Secret } | { kind: 'outbox'; folder: string } }
  /** The contact address on public pages. Null when none is known that mail from elsewhere could reach. */
  supportEmail: string | null
  maxUploadBytes: number
  creatorQuotaBytes: number
  /** Bytes to leave free on the disk of `dataDir`; null for a share of it. */
  diskReserveBytes: number | null
  media: {
    /** Where published media are fetched from, without a trailing slash; null: from here. */
    baseUrl: string | null
    /** Who sends the bytes of media once access is granted. */
    handoff: 'none' | 'nginx'
    /** Called with the media that a CDN has to purge. */
    purgeUrl: Secret | null
  }
  /** Number of proxies in front whose X-Forwarded-For entries are trusted. */
  trustedProxies: number
  /** How many bits of an IPv6 address identify one network when plays are counted. */
  viewsIpv6Prefix: number
  /** Number of open reports that puts a thing before others in the queue. */
  reportsUrgentFrom: number
  /** Most connections that one process holds open. */
  maxConnections: number
  /** Whether a demo fills this Hoshi. */
  demo: DemoOption
  logLevel: LogLevel
}

/** All problems with the environment, in an operator's words. */
export class ConfigurationError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration cannot be used. ${problems.join(' ')}`)
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

/**
 * Reads and validates the entire environment.
 * @throws ConfigurationError with every problem found
 */
export function readConfig(environment: Environment = process.env): Config {
  const reader = createSettingReader(environment)
  const { value, readInteger, readChoice, readUrl, problems } = reader

  const host = value('HOST') ?? '127.0.0.1'
  // 0 lets the system choose, which only makes sense to a program that reads the URL printed at the start.
  const port = readInteger('PORT', 3000, 0, 65535)
  const configuredUrl = readUrl('PUBLIC_URL', ['http:', 'https:'])
  if (
    configuredUrl &&
    (configuredUrl.pathname !== '/' || configuredUrl.search || configuredUrl.hash || configuredUrl.username)
  ) {
    problems.push('PUBLIC_URL must be an origin only, like https://hoshi.example, without a path.')
  }
  if (!configuredUrl && (host === '0.0.0.0' || host === '::' || host === '[::]')) {
    problems.push(`PUBLIC_URL is required when HOST is ${host}: mail links and the origin check need a public URL.`)
  }
  const publicUrl = configuredUrl?.origin ?? `http://localhost:${port}`
  const publicHost = new URL(publicUrl).hostname

  // Not a web URL: PostgreSQL's own form may omit the host and name a socket folder instead.
  const database = value('DATABASE_URL')
  if (database && !/^postgres(ql)?:\/\/\S+$/.test(database)) {
    problems.push('DATABASE_URL must be a URL that starts with postgres:// or postgresql://.')
  }
  const secret = value('SECRET')
  if (secret !== undefined && secret.length < 32) problems.push('SECRET must have at least 32 characters.')
  if (database && secret === undefined) {
    problems.push('SECRET is required with DATABASE_URL, and must be the same on every node.')
  }

  const dataDir = resolve(value('DATA_DIR') ?? './data')
  const smtp = readUrl('SMTP_URL', ['smtp:', 'smtps:'])
  const from = value('MAIL_FROM')
  if (smtp && !from) problems.push('MAIL_FROM is required with SMTP_URL.')
  if (from && !/^[^\r\n]{0,100}<?[^\s<>@]+@[^\s<>@]+>?$/.test(from)) {
    problems.push('MAIL_FROM must be an address, like Hoshi <no-reply@hoshi.example>.')
  }
  const contact = value('SUPPORT_EMAIL') ?? `support@${publicHost}`
  if (!/^[^\s<>@]+@[^\s<>@]+$/.test(contact)) problems.push('SUPPORT_EMAIL must be an email address.')
  const supportEmail = isLoopback(contact.slice(contact.lastIndexOf('@') + 1)) ? null : contact

  const mediaBase = readUrl('MEDIA_BASE_URL', ['http:', 'https:'])
  if (mediaBase && (mediaBase.search || mediaBase.hash || mediaBase.username)) {
    problems.push('MEDIA_BASE_URL must be an address only, like https://cdn.example or https://cdn.example/hoshi.')
  }
  if (mediaBase && !configuredUrl)
    problems.push('PUBLIC_URL is required with MEDIA_BASE_URL: the CDN tells pages by its name.')
  const purge = readUrl('CDN_PURGE_URL', ['http:', 'https:'])
  const video = readVideoConfig(reader)
  const storage = readStorageConfig(reader, backsUpToBucket(reader))
  const moderation = readModerationConfig(reader, video.videoHost.kind)
  // An unrequested demo starts only on a loopback host without external parts.
  const hasExternalParts =
    configuredUrl ||
    database ||
    smtp ||
    mediaBase ||
    purge ||
    storage.kind !== 'disk' ||
    video.videoHost.kind !== 'embedded' ||
    moderation.imageModeration.kind === 'http'
  const isLocalOnly = isLoopback(host) && !hasExternalParts

  const maxUploadBytes = readInteger('MAX_UPLOAD_BYTES', 4 * 1024 ** 3, 1024, 1024 ** 4)
  const handoff = readChoice('MEDIA_HANDOFF', ['none', 'nginx'], 'none')
  const { backup } = readBackupConfig(reader, { dataDir, storage })
  if (storage.kind === 's3') problems.push(...s3Conflicts({ handoff, maxUploadBytes }))

  const config: Config = {
    host,
    port,
    publicUrl,
    isPublicUrlSet: configuredUrl !== undefined,
    dataDir,
    role: readChoice('ROLE', ['all', 'web', 'worker'], 'all'),
    database: database ? { kind: 'external', connectionString: new Secret(database) } : { kind: 'embedded' },
    storage,
    secret: secret === undefined ? null : new Secret(secret),
    mail: {
      from: from ?? `Hoshi <no-reply@${publicHost}>`,
      transport: smtp
        ? { kind: 'smtp', url: new Secret(value('SMTP_URL')!) }
        : { kind: 'outbox', folder: resolve(dataDir, 'outbox') },
    },
    supportEmail,
    maxUploadBytes,
    creatorQuotaBytes: readInteger('CREATOR_QUOTA_BYTES', 50 * 1024 ** 3, 1024, 1024 ** 5),
    diskReserveBytes: value('DISK_RESERVE_BYTES')
      ? readInteger('DISK_RESERVE_BYTES', 0, 64 * 1024 ** 2, 1024 ** 5)
      : null,
    media: {
      baseUrl: mediaBase ? mediaBase.href.replace(/\/+$/, '') : null,
      handoff,
      purgeUrl: purge ? new Secret(purge.href) : null,
    },
    ...video,
    ...readAccountsConfig(reader),
    ...moderation,
    ...readMetricsConfig(reader),
    backup,
    trustedProxies: readInteger('TRUST_PROXY', 0, 0, 10),
    viewsIpv6Prefix: readInteger('VIEWS_IPV6_PREFIX', 56, 32, 64),
    reportsUrgentFrom: readInteger('REPORTS_URGENT_FROM', 3, 1, 1000),
    maxConnections: readInteger('MAX_CONNECTIONS', 4096, 64, 1_000_000),
    demo: value('DEMO') ? readChoice('DEMO', ['on', 'off'], 'off') : isLocalOnly ? 'when_new' : 'off',
    logLevel: readChoice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return Object.freeze(config)
}

/**
 * Reads the environment for a move of files between the disk and a bucket, whichever of them the site uses.
 * @throws ConfigurationError with every problem found
 */
export function readMoveConfig(environment: Environment = process.env): { config: Config; bucket: S3Config } {
  const reader = createSettingReader(environment)
  if (reader.value('STORAGE') === 's3') {
    const config = readConfig(environment)
    return { config, bucket: config.storage as S3Config }
  }
  const bucket = readS3Config(reader, 'to move files to or from a bucket')
  const ofSite: Record<string, string | undefined> = Object.assign({}, environment)
  for (const name of settingsOfBucketOnly(backsUpToBucket(reader))) delete ofSite[name]
  const { config, problems } = tryToRead(ofSite)
  problems.unshift(...reader.problems)
  if (config === null || problems.length > 0) throw new ConfigurationError(problems)
  return { config, bucket }
}

/**
 * Reads the environment for a command that makes a backup in this place, or restores one from it.
 * @throws ConfigurationError with every problem found, those of a bucket included
 */
export function readConfigFor(place: string, environment: Environment = process.env): Config {
  return readConfig(isBucketPlace(place) ? { ...environment, BACKUP_TO: place } : environment)
}

function tryToRead(environment: Environment): { config: Config | null; problems: string[] } {
  try {
    return { config: readConfig(environment), problems: [] }
  } catch (error) {
    if (error instanceof ConfigurationError) return { config: null, problems: [...error.problems] }
    throw error
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
