import type { SettingName } from './settings.ts'

/** Reads single settings, for the parts of the configuration. */
export interface SettingReader {
  value(name: SettingName): string | undefined
  readChoice<Choice extends string>(name: SettingName, choices: readonly Choice[], fallback: Choice): Choice
  readInteger(name: SettingName, fallback: number, min: number, max: number): number
  readUrl(name: SettingName, protocols: string[]): URL | undefined
  /** Collects every problem found. */
  problems: string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

export function createSettingReader(environment: Environment): SettingReader {
  const problems: string[] = []
  const value = (name: SettingName) => environment[name]?.trim() || undefined
  return {
    value,
    problems,
    readInteger(name, fallback, min, max) {
      const text = value(name)
      if (text === undefined) return fallback
      if (/^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
      problems.push(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`)
      return fallback
    },
    readChoice(name, choices, fallback) {
      const text = value(name)
      if (text === undefined) return fallback
      const chosen = choices.find((choice) => choice === text)
      if (chosen !== undefined) return chosen
      problems.push(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(text)}.`)
      return fallback
    },
    readUrl(name, protocols) {
      const text = value(name)
      if (text === undefined) return undefined
      const url = URL.parse(text)
      if (url && protocols.includes(url.protocol)) return url
      problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
      return undefined
    },
  }
}
