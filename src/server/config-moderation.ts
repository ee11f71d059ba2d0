import { type ModerationMode, moderationModes } from '#administration/site/site-settings.ts'
import { defaultClasses, defaultThresholds, type Scores } from '#moderation/images/image-moderation.ts'
import type { VideoConfig } from './config-video.ts'
import { Secret } from './secret.ts'
import type { SettingReader } from './setting-reader.ts'
import type { SettingName } from './settings.ts'

/** Settings of moderation: who classifies pictures, and the consequences. */
export interface ModerationConfig {
  imageModeration: /** Without a choice: the embedded classifier if it is installed, otherwise off. */
    | { kind: 'off' | 'embedded' | 'when_installed' }
    | { kind: 'http'; url: Secret; secret: Secret | null; timeoutMs: number; map: Readonly<Record<string, string>> }
  /** Scores from which a picture counts as adult, by class. */
  imageThresholds: Scores
  /** Whether episodes that were not checked yet are held back; applies until an admin has chosen. */
  moderation: ModerationMode
}

interface ModerationReader extends SettingReader {
  readUrl(name: SettingName, protocols: string[]): URL | undefined
}

const serviceSettings = [
  'IMAGE_MODERATION_URL',
  'IMAGE_MODERATION_SECRET',
  'IMAGE_MODERATION_TIMEOUT_MS',
  'IMAGE_MODERATION_MAP',
] as const
const className = /^[A-Za-z][\w-]{0,39}$/
const sameNames = Object.fromEntries(defaultClasses.map((name) => [name, name]))
const printableAscii = /^[\x21-\x7e]+$/

/** Reads who classifies pictures, from which scores one counts as adult, and whether episodes are held back. */
export function readModerationConfig(
  reader: ModerationReader,
  videoHost: VideoConfig['videoHost']['kind'],
): ModerationConfig {
  const { readChoice, value, problems } = reader
  const isHosted = videoHost === 'cloudflare'
  const chosen = readChoice('IMAGE_MODERATION', ['off', 'embedded', 'http'], 'off')
  const kind = value('IMAGE_MODERATION') || isHosted ? chosen : 'when_installed'
  if (kind !== 'off' && isHosted)
    problems.push(`IMAGE_MODERATION cannot be ${kind} with VIDEO_HOST=cloudflare: the frames of videos are not here.`)
  const moderation = readChoice('MODERATION', moderationModes, 'flag')
  if (kind === 'http') {
    const service = readService(reader)
    const imageThresholds = readThresholds(reader, Object.keys(service.map))
    return { imageModeration: service, imageThresholds, moderation }
  }
  for (const name of serviceSettings) {
    if (value(name)) problems.push(`${name} is set, but IMAGE_MODERATION is not http.`)
  }
  return { imageModeration: { kind }, imageThresholds: readThresholds(reader, defaultClasses), moderation }
}

function readService({ value, readInteger, readUrl, problems }: ModerationReader) {
  const url = readUrl('IMAGE_MODERATION_URL', ['http:', 'https:'])
  if (!value('IMAGE_MODERATION_URL')) problems.push('IMAGE_MODERATION_URL is required with IMAGE_MODERATION=http.')
  if (url?.username || url?.password)
    problems.push('IMAGE_MODERATION_URL must not contain a password. Set IMAGE_MODERATION_SECRET instead.')
  const secret = value('IMAGE_MODERATION_SECRET')
  if (secret && !printableAscii.test(secret))
    problems.push('IMAGE_MODERATION_SECRET must be plain text without spaces.')
  const pairs = readPairs('IMAGE_MODERATION_MAP', value('IMAGE_MODERATION_MAP'), problems)
  for (const [name, path] of pairs ?? []) {
    if (!/^[^.\s]+(\.[^.\s]+)*$/.test(path))
      problems.push(`IMAGE_MODERATION_MAP must give ${name} a path like result.nudity, not ${JSON.stringify(path)}.`)
  }
  return {
    kind: 'http' as const,
    url: new Secret(url?.href ?? ''),
    secret: secret ? new Secret(secret) : null,
    timeoutMs: readInteger('IMAGE_MODERATION_TIMEOUT_MS', 10_000, 100, 120_000),
    map: pairs ? Object.fromEntries(pairs) : sameNames,
  }
}

/** @param classes those that the answers have */
function readThresholds({ value, problems }: SettingReader, classes: readonly string[]): Scores {
  const pairs = readPairs('IMAGE_MODERATION_THRESHOLDS', value('IMAGE_MODERATION_THRESHOLDS'), problems)
  if (!pairs) {
    const known = Object.entries(defaultThresholds).filter(([name]) => classes.includes(name))
    if (known.length === 0)
      problems.push('IMAGE_MODERATION_THRESHOLDS is required: no class of IMAGE_MODERATION_MAP has a default.')
    return Object.fromEntries(known)
  }
  for (const [name, threshold] of pairs) {
    if (!classes.includes(name))
      problems.push(`IMAGE_MODERATION_THRESHOLDS names ${name}, which is none of ${classes.join(', ')}.`)
    if (!/^(0?\.\d{1,6}|1(\.0{1,6})?)$/.test(threshold) || Number(threshold) === 0)
      problems.push(
        `IMAGE_MODERATION_THRESHOLDS must give ${name} a number above 0 and up to 1, not ${JSON.stringify(threshold)}.`,
      )
  }
  return Object.fromEntries(pairs.map(([name, threshold]) => [name, Number(threshold)]))
}

/** Pairs like `Porn=0.6,Sexy=0.8`; null when not set. */
function readPairs(name: SettingName, text: string | undefined, problems: string[]): [string, string][] | null {
  if (text === undefined) return null
  const pairs = text.split(',').map((pair) => {
    const [key = '', ...rest] = pair.split('=')
    return [key.trim(), rest.join('=').trim()] as [string, string]
  })
  if (pairs.some(([key]) => !className.test(key)) || new Set(pairs.map(([key]) => key)).size < pairs.length)
    problems.push(`${name} must be pairs like Porn=…,Sexy=… with each class once, not ${JSON.stringify(text)}.`)
  return pairs
}
