import { readFileSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import { isSafeProviderUrl } from '#identity/provider.ts'
import { Secret } from './secret.ts'
import type { SettingReader } from './setting-reader.ts'

/** Settings of accounts: who may sign up, and who may write. */
export interface AccountsConfig {
  /** Domains of disposable mail, in lower case; their subdomains count too. */
  disposableDomains: ReadonlySet<string>
  /** Whether accounts write nothing before they have opened a mailed link. */
  requiresVerifiedMail: boolean
  /** The OpenID Connect provider that people may sign in by. */
  provider: ProviderConfig | null
}

export interface ProviderConfig {
  /** Without a trailing slash. */
  issuer: string
  clientId: string
  clientSecret: Secret
  /** The provider's name for people. */
  name: string
}

const PROVIDER_NAME_MAX_CHARACTERS = 40

export function readAccountsConfig(reader: SettingReader): AccountsConfig {
  const { value, readChoice, problems } = reader
  const path = value('DISPOSABLE_MAIL_FILE')
  return {
    disposableDomains: path ? readDomains(path, problems) : new Set(),
    requiresVerifiedMail: readChoice('REQUIRE_VERIFIED_MAIL', ['on', 'off'], 'off') === 'on',
    provider: readProvider(reader),
  }
}

function readProvider({ value, problems }: SettingReader): ProviderConfig | null {
  const issuer = value('OIDC_ISSUER')
  const [clientId, clientSecret, name] = [value('OIDC_CLIENT_ID'), value('OIDC_CLIENT_SECRET'), value('OIDC_NAME')]
  if (issuer === undefined) {
    if (clientId ?? clientSecret ?? name) problems.push('OIDC_ISSUER is required with the other OIDC settings.')
    return null
  }
  const url = URL.parse(issuer)
  if (!url || !isSafeProviderUrl(issuer) || url.search || url.hash) {
    problems.push('OIDC_ISSUER must be an https address, like https://id.example. At a loopback address http will do.')
    return null
  }
  if (!clientId || !clientSecret) {
    problems.push('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required with OIDC_ISSUER.')
    return null
  }
  if (name && [...name].length > PROVIDER_NAME_MAX_CHARACTERS)
    problems.push(`OIDC_NAME may have at most ${PROVIDER_NAME_MAX_CHARACTERS} characters.`)
  return {
    issuer: issuer.replace(/\/$/, ''),
    clientId,
    clientSecret: new Secret(clientSecret),
    name: name ?? url.hostname,
  }
}

/** Reads a file with a domain a line. Empty lines and those that start with # are skipped. */
function readDomains(path: string, problems: string[]): Set<string> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    problems.push(`DISPOSABLE_MAIL_FILE cannot be read: ${path} (${code ?? message}).`)
    return new Set()
  }
  const domains = new Set<string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const typed = line.replace(/^\uFEFF/, '').trim()
    if (typed === '' || typed.startsWith('#')) continue
    const domain = domainToASCII(typed.replace(/\.$/, ''))
    if (/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain)) domains.add(domain)
    else {
      problems.push(`DISPOSABLE_MAIL_FILE has no domain in line ${index + 1}: ${JSON.stringify(typed.slice(0, 80))}.`)
      return domains
    }
  }
  return domains
}
