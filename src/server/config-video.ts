import type { Config } from './config.ts'
import { Secret } from './secret.ts'
import type { SettingName } from './settings.ts'

interface Reader {
  value(name: SettingName): string | undefined
  oneOf<Choice extends string>(name: SettingName, choices: readonly Choice[], fallback: Choice): Choice
  /** Takes every problem found. */
  problems: string[]
}

const ofCloudflare = [
  'CLOUDFLARE_ACCOUNT_ID',
  'CLOUDFLARE_API_TOKEN',
  'CLOUDFLARE_CUSTOMER_CODE',
  'CLOUDFLARE_WEBHOOK_SECRET',
] as const
const ofOurMedia = ['MEDIA_BASE_URL', 'CDN_PURGE_URL', 'MEDIA_HANDOFF'] as const
const ofDialect = ['STREAM_ACCOUNT_ID', 'STREAM_API_TOKEN'] as const

const plainText = /^[\x21-\x7e]+$/

/** Where videos live, what is made of them here, and whether this host answers as the hosted service does. */
export function readVideoHost(reader: Reader): Pick<Config, 'videoHost' | 'makesAv1' | 'dialect'> {
  const isHosted = reader.oneOf('VIDEO_HOST', ['embedded', 'cloudflare'], 'embedded') === 'cloudflare'
  const makesAv1 = reader.oneOf('AV1', ['on', 'off'], 'off') === 'on'
  return isHosted
    ? { videoHost: readCloudflare(reader), makesAv1: false, dialect: null }
    : { videoHost: { kind: 'embedded' }, makesAv1, dialect: readDialect(reader) }
}

function readCloudflare({ value, problems }: Reader): Config['videoHost'] {
  const [accountId, apiToken, customerCode, webhookSecret] = ofCloudflare.map(value)
  for (const name of ofCloudflare.slice(0, 3)) {
    if (!value(name)) problems.push(`${name} is required with VIDEO_HOST=cloudflare.`)
  }
  // Both become part of addresses.
  if (accountId && !/^[0-9A-Za-z]{1,64}$/.test(accountId))
    problems.push('CLOUDFLARE_ACCOUNT_ID must be letters and digits only.')
  if (customerCode && !/^[0-9a-z]{1,40}$/.test(customerCode))
    problems.push('CLOUDFLARE_CUSTOMER_CODE must be small letters and digits only, without customer- before them.')
  if (apiToken && !plainText.test(apiToken)) problems.push('CLOUDFLARE_API_TOKEN must be plain text without spaces.')
  for (const name of ofDialect) {
    if (value(name))
      problems.push(`${name} cannot be set with VIDEO_HOST=cloudflare: only Hoshi's own host speaks the dialect.`)
  }
  for (const name of ofOurMedia) {
    if (value(name)) problems.push(`${name} cannot be set with VIDEO_HOST=cloudflare: the service delivers the media.`)
  }
  if (value('AV1')) problems.push('AV1 cannot be set with VIDEO_HOST=cloudflare: the service does the encoding.')
  return {
    kind: 'cloudflare',
    accountId: accountId ?? '',
    apiToken: new Secret(apiToken ?? ''),
    customerCode: customerCode ?? '',
    webhookSecret: webhookSecret ? new Secret(webhookSecret) : null,
  }
}

function readDialect({ value, problems }: Reader): Config['dialect'] {
  for (const name of ofCloudflare) {
    if (value(name)) problems.push(`${name} is set, but VIDEO_HOST is not cloudflare.`)
  }
  const accountId = value('STREAM_ACCOUNT_ID')
  const token = value('STREAM_API_TOKEN')
  if (accountId && !/^[\w-]{1,64}$/.test(accountId))
    problems.push('STREAM_ACCOUNT_ID must be 1 to 64 letters, digits, dashes or underscores.')
  if (token && !plainText.test(token)) problems.push('STREAM_API_TOKEN must be plain text without spaces.')
  if (accountId && !token) problems.push('STREAM_API_TOKEN is required with STREAM_ACCOUNT_ID.')
  if (token && !accountId) problems.push('STREAM_ACCOUNT_ID is required with STREAM_API_TOKEN.')
  return accountId && token ? { accountId, token: new Secret(token) } : null
}
