import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ConfigurationError, readConfig, readConfigFor } from './config.ts'
import { Secret } from './secret.ts'

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as ConfigurationError).problems
  }
}

test('AV1 is off by default, and cannot be set with the hosted service', () => {
  expect([{}, { AV1: 'on' }, { AV1: 'off' }].map((each) => readConfig(each).makesAv1)).toEqual([false, true, false])
  expect(problemsOf({ AV1: 'yes' })).toEqual(['AV1 must be one of on, off, not "yes".'])
  expect(problemsOf({ ...hosted, AV1: 'on' })).toEqual([
    'AV1 cannot be set with VIDEO_HOST=cloudflare: the service does the encoding.',
  ])
})

test('metrics are for callers on this machine, and a worker does not listen, unless settings say otherwise', () => {
  expect(readConfig({}).metrics).toEqual({ token: null, workerPort: null })
  const { metrics } = readConfig({ METRICS_TOKEN: 'sixteen letters.', METRICS_PORT: '9464' })
  expect([metrics.token?.reveal(), metrics.workerPort]).toEqual(['sixteen letters.', 9464])
  expect(JSON.stringify(metrics)).not.toContain('sixteen')
  expect(problemsOf({ METRICS_TOKEN: 'fifteen letters', METRICS_PORT: '65536' })).toEqual([
    'METRICS_TOKEN must have at least 16 characters.',
    'METRICS_PORT must be a whole number from 0 to 65535, not "65536".',
  ])
})

test('traces go to a collector only where one is named', () => {
  expect(readConfig({}).tracesTo).toBeNull()
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }).tracesTo).toBe('http://127.0.0.1:4318')
  expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' })).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://.',
  ])
})

describe('the sign-in provider', () => {
  const settings = {
    OIDC_ISSUER: 'https://id.example/studio/',
    OIDC_CLIENT_ID: 'hoshi',
    OIDC_CLIENT_SECRET: 'a secret',
  }

  test('is none by default, and named after its host', () => {
    expect(readConfig({}).provider).toBeNull()
    const { provider } = readConfig(settings)
    expect(provider).toMatchObject({ issuer: 'https://id.example/studio', clientId: 'hoshi', name: 'id.example' })
    expect(provider!.clientSecret.reveal()).toBe('a secret')
    expect(JSON.stringify(provider)).not.toContain('a secret')
    expect(readConfig({ ...settings, OIDC_NAME: 'Studio ID' }).provider).toMatchObject({ name: 'Studio ID' })
    expect(problemsOf({ ...settings, OIDC_ISSUER: 'http://127.0.0.1:9000' })).toEqual([])
  })

  test.each(['http://id.example', 'id.example', 'https://a:b@id.example', 'https://id.example/?x=y'])(
    'is not at %s',
    (issuer) => {
      expect(problemsOf({ ...settings, OIDC_ISSUER: issuer })).toEqual([
        'OIDC_ISSUER must be an https address, like https://id.example. At a loopback address http will do.',
      ])
    },
  )

  test('needs all of its settings, and a name that fits a button', () => {
    expect(problemsOf({ OIDC_ISSUER: settings.OIDC_ISSUER, OIDC_CLIENT_ID: 'hoshi' })).toEqual([
      'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required with OIDC_ISSUER.',
    ])
    expect(problemsOf({ OIDC_NAME: 'Studio ID' })).toEqual(['OIDC_ISSUER is required with the other OIDC settings.'])
    expect(problemsOf({ ...settings, OIDC_NAME: 'x'.repeat(41) })).toEqual([
      'OIDC_NAME may have at most 40 characters.',
    ])
  })
})

test('with nothing set, Hoshi runs on loopback with everything embedded', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    role: 'all',
    database: { kind: 'embedded' },
    mail: { transport: { kind: 'outbox' } },
    trustedProxies: 0,
    maxConnections: 4096,
  })
  expect(Object.isFrozen(config)).toBe(true)
})

test.each([
  [{}, null],
  [{ SUPPORT_EMAIL: 'support@127.0.0.1' }, null],
  [{ PUBLIC_URL: 'https://hoshi.example' }, 'support@hoshi.example'],
  [{ SUPPORT_EMAIL: 'help@mail.example' }, 'help@mail.example'],
])('with %j, the contact address is %s', (environment, address) => {
  expect(readConfig(environment).supportEmail).toBe(address)
})

test('lists all problems together', () => {
  const problems = problemsOf({
    PORT: 'http',
    HOST: '0.0.0.0',
    ROLE: 'boss',
    DATABASE_URL: 'mysql://x',
    SECRET: 'short',
    SMTP_URL: 'smtp://mail',
    TRUST_PROXY: '-1',
    S3_ENDPOINT: 'http://s3',
  })
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'ROLE',
    'DATABASE_URL',
    'SECRET',
    'MAIL_FROM',
    'TRUST_PROXY',
    'S3_ENDPOINT',
  ]) {
    expect(problems.some((problem) => problem.startsWith(name))).toBe(true)
  }
})

test('a size may be as large as its limit, and no larger', () => {
  const limit = 1024 ** 5
  expect(readConfig({ CREATOR_QUOTA_BYTES: String(limit) }).creatorQuotaBytes).toBe(limit)
  expect(problemsOf({ CREATOR_QUOTA_BYTES: String(limit + 1) })).toHaveLength(1)
})

test('an external database needs a secret that every node shares', () => {
  expect(problemsOf({ DATABASE_URL: 'postgres://u:p@h/db' })).toEqual([
    'SECRET is required with DATABASE_URL, and must be the same on every node.',
  ])
  for (const url of ['postgres://u:p@h/db', 'postgres://u@/db?host=/run/postgresql']) {
    expect(problemsOf({ DATABASE_URL: url, SECRET: 'x'.repeat(32) })).toEqual([])
  }
})

const hosted = {
  VIDEO_HOST: 'cloudflare',
  CLOUDFLARE_ACCOUNT_ID: '023e105f4ecef8ad9ca31a8372d0c353',
  CLOUDFLARE_API_TOKEN: 'hunter2',
  CLOUDFLARE_CUSTOMER_CODE: 'f33zs165nr7gyfy4',
}

test('videos are stored here by default, and the hosted service needs all its settings', () => {
  expect(readConfig({}).videoHost).toEqual({ kind: 'embedded' })
  expect(readConfig(hosted).videoHost).toMatchObject({ kind: 'cloudflare', webhookSecret: null })
  expect(JSON.stringify(readConfig({ ...hosted, CLOUDFLARE_WEBHOOK_SECRET: 's3cr3t' }))).not.toMatch(/hunter2|s3cr3t/)
  expect(problemsOf({ VIDEO_HOST: 'cloudflare' })).toEqual([
    'CLOUDFLARE_ACCOUNT_ID is required with VIDEO_HOST=cloudflare.',
    'CLOUDFLARE_API_TOKEN is required with VIDEO_HOST=cloudflare.',
    'CLOUDFLARE_CUSTOMER_CODE is required with VIDEO_HOST=cloudflare.',
  ])
})

test('settings of one video host are refused with the other', () => {
  expect(problemsOf({ VIDEO_HOST: 'peertube' })).toHaveLength(1)
  const { VIDEO_HOST, ...others } = hosted
  expect(problemsOf(others)).toHaveLength(3)
  expect(problemsOf({ CLOUDFLARE_WEBHOOK_SECRET: 'x' })).toEqual([
    'CLOUDFLARE_WEBHOOK_SECRET is set, but VIDEO_HOST is not cloudflare.',
  ])
  expect(problemsOf({ ...hosted, STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'x' })).toHaveLength(2)
  expect(problemsOf({ ...hosted, MEDIA_HANDOFF: 'nginx', CDN_PURGE_URL: 'https://cdn.example' })).toHaveLength(2)
})

test('settings that become part of a URL are validated', () => {
  expect(problemsOf({ ...hosted, CLOUDFLARE_ACCOUNT_ID: '../x' })).toHaveLength(1)
  expect(problemsOf({ ...hosted, CLOUDFLARE_CUSTOMER_CODE: 'customer-abc' })).toHaveLength(1)
  expect(problemsOf({ ...hosted, CLOUDFLARE_API_TOKEN: 'a b' })).toHaveLength(1)
})

test('the compatible API needs an account and a token, and is off without both', () => {
  expect(readConfig({}).compatibleApi).toBeNull()
  expect(problemsOf({ STREAM_ACCOUNT_ID: 'hoshi' })).toEqual(['STREAM_API_TOKEN is required with STREAM_ACCOUNT_ID.'])
  expect(problemsOf({ STREAM_API_TOKEN: 'a token' })).toEqual([
    'STREAM_API_TOKEN must be plain text without spaces.',
    'STREAM_ACCOUNT_ID is required with STREAM_API_TOKEN.',
  ])
  expect(problemsOf({ STREAM_ACCOUNT_ID: 'a/b', STREAM_API_TOKEN: 'x' })).toHaveLength(1)
  const { compatibleApi } = readConfig({ STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'hunter2' })
  expect(compatibleApi?.accountId).toBe('hoshi')
  expect(JSON.stringify(compatibleApi)).not.toContain('hunter2')
})

test('PUBLIC_URL is an origin, and the trailing slash is dropped', () => {
  expect(readConfig({ PUBLIC_URL: 'https://hoshi.example/' }).publicUrl).toBe('https://hoshi.example')
  expect(problemsOf({ PUBLIC_URL: 'https://hoshi.example/app' })).toHaveLength(1)
  expect(problemsOf({ PUBLIC_URL: 'ftp://hoshi.example' })).toHaveLength(1)
})

test('media may come from a CDN, which needs PUBLIC_URL and a plain URL', () => {
  expect(readConfig({}).media).toEqual({ baseUrl: null, handoff: 'none', purgeUrl: null })
  const PUBLIC_URL = 'https://hoshi.example'
  for (const [given, read] of [
    ['https://cdn.example', 'https://cdn.example'],
    ['https://cdn.example/hoshi/', 'https://cdn.example/hoshi'],
  ] as const) {
    expect(readConfig({ PUBLIC_URL, MEDIA_BASE_URL: given }).media.baseUrl).toBe(read)
  }
  expect(problemsOf({ MEDIA_BASE_URL: 'https://cdn.example' })).toHaveLength(1)
  expect(problemsOf({ PUBLIC_URL, MEDIA_BASE_URL: 'https://cdn.example/?a' })).toHaveLength(1)
  expect(problemsOf({ PUBLIC_URL, MEDIA_BASE_URL: 'cdn.example' })).toHaveLength(1)
  expect(problemsOf({ MEDIA_HANDOFF: 'apache' })).toHaveLength(1)
  const { media } = readConfig({ CDN_PURGE_URL: 'https://u:hunter2@purge.example/x' })
  expect([JSON.stringify(media).includes('hunter2'), media.purgeUrl?.reveal()]).toEqual([
    false,
    'https://u:hunter2@purge.example/x',
  ])
})

test('domains of disposable mail come from a file, and its faults are named', () => {
  const dir = mkdtempSync(join(tmpdir(), 'hoshi-config-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = (content: string) => {
    const path = join(dir, 'domains.txt')
    writeFileSync(path, content)
    return { DISPOSABLE_MAIL_FILE: path }
  }
  expect(readConfig({}).disposableDomains).toEqual(new Set())
  const content = '\uFEFF# throwaway\r\nMailinator.example\r\n\r\n bücher.example.\nco.example\n'
  expect(readConfig(file(content)).disposableDomains).toEqual(
    new Set(['mailinator.example', 'xn--bcher-kva.example', 'co.example']),
  )
  expect(problemsOf(file('a.example\nnot a domain\n'))).toEqual([
    'DISPOSABLE_MAIL_FILE has no domain in line 2: "not a domain".',
  ])
  const path = join(dir, 'none.txt')
  expect(problemsOf({ DISPOSABLE_MAIL_FILE: path })).toEqual([`DISPOSABLE_MAIL_FILE cannot be read: ${path} (ENOENT).`])
  expect(problemsOf({ DISPOSABLE_MAIL_FILE: dir })).toEqual([`DISPOSABLE_MAIL_FILE cannot be read: ${dir} (EISDIR).`])
})

test('the key of backups comes from a file, and is long enough to be one', () => {
  const dir = mkdtempSync(join(tmpdir(), 'hoshi-config-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'backup.key')
  writeFileSync(path, `${'k'.repeat(32)}\n`)
  expect(readConfig({ BACKUP_KEY_FILE: path }).backup.key?.reveal()).toBe('k'.repeat(32))
  expect(readConfig({}).backup).toMatchObject({ keep: 7, key: null })
  writeFileSync(path, `${'k'.repeat(31)}\n`)
  expect(problemsOf({ BACKUP_KEY_FILE: path })).toEqual([
    `BACKUP_KEY_FILE must contain at least 32 characters, such as "openssl rand -base64 32" prints: ${path}.`,
  ])
  expect(problemsOf({ BACKUP_KEY_FILE: dir })).toEqual([`BACKUP_KEY_FILE cannot be read: ${dir} (EISDIR).`])
})

test('a scheduled backup has a folder that is no part of the data, and a time of day', () => {
  const { backup } = readConfig({ BACKUP_TO: '/mnt/backup', BACKUP_AT: '4:05' })
  expect(backup).toMatchObject({ to: '/mnt/backup', at: { hour: 4, minute: 5 } })
  expect(readConfig({}).backup).toMatchObject({ to: null, at: { hour: 3, minute: 30 } })
  const DATA_DIR = '/srv/hoshi/data'
  for (const BACKUP_TO of ['/srv/hoshi/data/backup', '/srv/hoshi', DATA_DIR])
    expect(problemsOf({ DATA_DIR, BACKUP_TO }).join()).toContain('would be lost together with the data')
  expect(problemsOf({ BACKUP_TO: 'http://backup.example' })).toEqual([
    'BACKUP_TO cannot be used: http://backup.example is not a folder.',
  ])
  expect(problemsOf({ BACKUP_TO: '/mnt/backup', BACKUP_AT: '24:00' }).join()).toContain(
    'BACKUP_AT must be a time of day',
  )
  expect(problemsOf({ BACKUP_AT: '03:00' })).toEqual(['BACKUP_TO is required with BACKUP_AT.'])
})

test('a backup goes to a bucket of the store that the settings name', () => {
  const store = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const { backup, storage } = readConfig({ BACKUP_TO: 's3://backups/hoshi/', ...store })
  expect(storage).toEqual({ kind: 'disk' })
  expect(backup).toMatchObject({
    to: 's3://backups/hoshi',
    store: { endpoint: 'https://s3.example', region: 'us-east-1' },
  })
  const site = { STORAGE: 's3', S3_BUCKET: 'anime', S3_PREFIX: 'hoshi', ...store, DATABASE_URL: 'postgres://h/db' }
  const ofSite = readConfig({ ...site, SECRET: 's3cr3t'.repeat(6), BACKUP_TO: 's3://anime/backups' }).backup.store
  expect(ofSite).toMatchObject({ endpoint: 'https://s3.example' })
  expect(readConfigFor('s3://backups', store).backup.to).toBe('s3://backups')
  expect(readConfigFor('/mnt/backup', {}).backup.to).toBeNull()
})

test.each([
  [{ BACKUP_TO: 's3://backups' }, 'S3_REGION is required with a bucket as BACKUP_TO, unless S3_ENDPOINT is set.'],
  [{ BACKUP_TO: 's3://' }, 'BACKUP_TO cannot be used: s3:// must be the name of a bucket'],
  [{ BACKUP_TO: 's3://backups/a//b' }, 'BACKUP_TO cannot be used: s3://backups/a//b must be names of letters'],
  [{ BACKUP_TO: 's3://backups', S3_REGION: 'here', S3_BUCKET: 'anime' }, 'S3_BUCKET is set, but STORAGE is not s3.'],
])('a bucket for backups is refused with %o', (environment, problem) => {
  expect(problemsOf(environment).join('\n')).toContain(problem)
})

test('secrets do not print', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://u:hunter2@h/db', SECRET: 's3cr3t'.repeat(6) })
  expect(JSON.stringify(config) + String(config.secret)).not.toMatch(/hunter2|s3cr3t/)
  expect(new Secret('open').reveal()).toBe('open')
})

test('a demo starts unrequested only on a loopback host without external parts', () => {
  const demoOf = (environment: Record<string, string>) => readConfig(environment).demo
  for (const HOST of ['127.0.0.1', '127.3.2.1', 'localhost', '::1']) expect(demoOf({ HOST })).toBe('when_new')
  expect(demoOf({ PORT: '4000', DATA_DIR: '/tmp/elsewhere' })).toBe('when_new')
  expect(demoOf({ HOST: '192.168.1.20' })).toBe('off')
  expect(demoOf({ HOST: '127.0.0.1.example.org' })).toBe('off')
  expect(demoOf({ PUBLIC_URL: 'https://hoshi.example' })).toBe('off')
  expect(demoOf({ DATABASE_URL: 'postgres://u:p@h/db', SECRET: 'x'.repeat(32) })).toBe('off')
  expect(demoOf({ SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b.example' })).toBe('off')
  expect(demoOf({ DEMO: 'on', PUBLIC_URL: 'https://hoshi.example' })).toBe('on')
  expect(demoOf({ DEMO: 'off' })).toBe('off')
  expect(problemsOf({ DEMO: 'when_new' })).toEqual(['DEMO must be one of on, off, not "when_new".'])
})

describe('image moderation', () => {
  const http = { IMAGE_MODERATION: 'http', IMAGE_MODERATION_URL: 'https://images.example/v1' }

  test('is embedded by default where that is installed, and never with the hosted service', () => {
    expect(readConfig(hosted).imageModeration).toEqual({ kind: 'off' })
    expect(readConfig({ IMAGE_MODERATION: 'off' }).imageModeration).toEqual({ kind: 'off' })
    expect(readConfig({ IMAGE_MODERATION: 'embedded' }).imageModeration).toEqual({ kind: 'embedded' })
    expect(readConfig({})).toMatchObject({
      imageModeration: { kind: 'when_installed' },
      imageThresholds: { Porn: 0.6, Hentai: 0.6, Sexy: 0.8 },
    })
  })

  test('by a service has an address, a secret that never prints, and a map of its answers', () => {
    const config = readConfig({
      ...http,
      IMAGE_MODERATION_SECRET: 'hunter2',
      IMAGE_MODERATION_TIMEOUT_MS: '500',
      IMAGE_MODERATION_MAP: 'Porn=a.0.b, Gore=gore',
      IMAGE_MODERATION_THRESHOLDS: 'Gore=1,Porn=0.25',
    })
    expect(config.imageModeration).toMatchObject({ kind: 'http', timeoutMs: 500, map: { Porn: 'a.0.b', Gore: 'gore' } })
    expect(config.imageThresholds).toEqual({ Gore: 1, Porn: 0.25 })
    expect(JSON.stringify(config)).not.toContain('hunter2')
    expect(readConfig({ ...http, IMAGE_MODERATION_MAP: 'Sexy=x' }).imageThresholds).toEqual({ Sexy: 0.8 })
  })

  test('marks what it suggests unless episodes are to be held back', () => {
    expect([readConfig({}).moderation, readConfig({ MODERATION: 'hold' }).moderation]).toEqual(['flag', 'hold'])
  })

  test('makes this Hoshi one with external parts, which gets no demo unless asked', () => {
    expect([readConfig({}).demo, readConfig(http).demo]).toEqual(['when_new', 'off'])
  })

  test.each<[Record<string, string>, string]>([
    [{ IMAGE_MODERATION: 'on' }, 'IMAGE_MODERATION must be one of'],
    [{ IMAGE_MODERATION: 'http' }, 'IMAGE_MODERATION_URL is required with IMAGE_MODERATION=http.'],
    [{ ...http, IMAGE_MODERATION_URL: 'ftp://x' }, 'IMAGE_MODERATION_URL must be a URL that starts with'],
    [{ ...http, IMAGE_MODERATION_URL: 'https://u:p@x' }, 'IMAGE_MODERATION_URL must not contain a password'],
    [{ ...http, IMAGE_MODERATION_SECRET: 'two words' }, 'IMAGE_MODERATION_SECRET must be plain text without spaces.'],
    [{ ...http, IMAGE_MODERATION_TIMEOUT_MS: '5' }, 'IMAGE_MODERATION_TIMEOUT_MS must be a whole number'],
    [{ ...http, IMAGE_MODERATION_MAP: 'Porn' }, 'IMAGE_MODERATION_MAP must give Porn a path'],
    [{ ...http, IMAGE_MODERATION_MAP: 'Porn=a..b' }, 'IMAGE_MODERATION_MAP must give Porn a path'],
    [{ ...http, IMAGE_MODERATION_MAP: 'Porn=a,Porn=b' }, 'IMAGE_MODERATION_MAP must be pairs'],
    [{ ...http, IMAGE_MODERATION_MAP: 'Gore=gore' }, 'IMAGE_MODERATION_THRESHOLDS is required'],
    [{ IMAGE_MODERATION_THRESHOLDS: 'Gore=0.5' }, 'IMAGE_MODERATION_THRESHOLDS names Gore, which is none of'],
    [{ IMAGE_MODERATION_THRESHOLDS: 'Porn=0' }, 'IMAGE_MODERATION_THRESHOLDS must give Porn a number'],
    [{ IMAGE_MODERATION_THRESHOLDS: 'Porn=1.1' }, 'IMAGE_MODERATION_THRESHOLDS must give Porn a number'],
    [{ IMAGE_MODERATION_SECRET: 'x' }, 'IMAGE_MODERATION_SECRET is set, but IMAGE_MODERATION is not http.'],
    [{ MODERATION: 'strict' }, 'MODERATION must be one of flag, hold'],
    [{ ...hosted, ...http }, 'IMAGE_MODERATION cannot be http with VIDEO_HOST=cloudflare'],
  ])('%j is refused', (environment, start) => {
    const [problem, ...others] = problemsOf(environment)
    expect(problem?.slice(0, start.length)).toBe(start)
    expect(others).toEqual([])
  })
})
