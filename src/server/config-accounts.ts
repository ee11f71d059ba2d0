import { readFileSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import type { SettingReader } from './setting-reader.ts'

/** Settings of accounts: who may sign up, and who may write. */
export interface AccountsConfig {
  /** Domains of disposable mail, in lower case; their subdomains count too. */
  disposableDomains: ReadonlySet<string>
  /** Whether accounts write nothing before they have opened a mailed link. */
  requiresVerifiedMail: boolean
}

export function readAccountsConfig({ value, readChoice, problems }: SettingReader): AccountsConfig {
  const path = value('DISPOSABLE_MAIL_FILE')
  return {
    disposableDomains: path ? readDomains(path, problems) : new Set(),
    requiresVerifiedMail: readChoice('REQUIRE_VERIFIED_MAIL', ['on', 'off'], 'off') === 'on',
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
