import { Secret } from './secret.ts'
import type { SettingReader } from './setting-reader.ts'

/** Settings of videos: who stores them, and which API serves them. */
export interface VideoConfig {
  videoHost:
    | { kind: 'embedded' }
    | { kind: 'cloudflare'; accountId: string; apiToken: Secret; customerCode: string; webhookSecret: Secret | null }
  /** Whether much-watched episodes get a second set of renditions, in AV1. */
  makesAv1: boolean
  /** The compatible API; null: off. */
  compatibleApi: { accountId: string; token: Secret } | null
}

const cloudflareSettings = [
  'CLOUDFLARE_ACCOUNT_ID',
  'CLOUDFLARE_API_TOKEN',
  'CLOUDFLARE_CUSTOMER_CODE',
  'CLOUDFLARE_WEBHOOK_SECRET',
] as const
const mediaSettings = ['MEDIA_BASE_URL', 'CDN_PURGE_URL', 'MEDIA_HANDOFF'] as const
const compatibleApiSettings = ['STREAM_ACCOUNT_ID', 'STREAM_API_TOKEN'] as const

const printableAscii = /^[\x21-\x7e]+$/

/** Reads which host stores the videos, whether AV1 is made, and the settings of the compatible API. */
export function readVideoConfig(reader: SettingReader): VideoConfig {
  const isHosted = reader.readChoice('VIDEO_HOST', ['embedded', 'cloudflare'], 'embedded') === 'cloudflare'
  const makesAv1 = reader.readChoice('AV1', ['on', 'off'], 'off') === 'on'
  return isHosted
    ? { videoHost: readCloudflare(reader), makesAv1: false, compatibleApi: null }
    : { videoHost: { kind: 'embedded' }, makesAv1, compatibleApi: readCompatibleApi(reader) }
}

function readCloudflare({ value, problems }: SettingReader): VideoConfig['videoHost'] {
  const [accountId, apiToken, customerCode, webhookSecret] = cloudflareSettings.map(value)
  for (const name of cloudflareSettings.slice(0, 3)) {
    if (!value(name)) problems.push(`${name} is required with VIDEO_HOST=cloudflare.`)
  }
  // Both become part of URLs.
  if (accountId && !/^[0-9A-Za-z]{1,64}$/.test(accountId))
    problems.push('CLOUDFLARE_ACCOUNT_ID must be letters and digits only.')
  if (customerCode && !/^[0-9a-z]{1,40}$/.test(customerCode))
    problems.push('CLOUDFLARE_CUSTOMER_CODE must be small letters and digits only, without customer- before them.')
  if (apiToken && !printableAscii.test(apiToken))
    problems.push('CLOUDFLARE_API_TOKEN must be plain text without spaces.')
  for (const name of compatibleApiSettings) {
    if (value(name))
      problems.push(`${name} cannot be set with VIDEO_HOST=cloudflare: only Hoshi's own host has the compatible API.`)
  }
  for (const name of mediaSettings) {
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

function readCompatibleApi({ value, problems }: SettingReader): VideoConfig['compatibleApi'] {
  for (const name of cloudflareSettings) {
    if (value(name)) problems.push(`${name} is set, but VIDEO_HOST is not cloudflare.`)
  }
  const accountId = value('STREAM_ACCOUNT_ID')
  const token = value('STREAM_API_TOKEN')
  if (accountId && !/^[\w-]{1,64}$/.test(accountId))
    problems.push('STREAM_ACCOUNT_ID must be 1 to 64 letters, digits, dashes or underscores.')
  if (token && !printableAscii.test(token)) problems.push('STREAM_API_TOKEN must be plain text without spaces.')
  if (accountId && !token) problems.push('STREAM_API_TOKEN is required with STREAM_ACCOUNT_ID.')
  if (token && !accountId) problems.push('STREAM_ACCOUNT_ID is required with STREAM_API_TOKEN.')
  return accountId && token ? { accountId, token: new Secret(token) } : null
}
