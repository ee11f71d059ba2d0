import type { SettingName } from './settings.ts'

/** Reads single settings, for the parts of the configuration. */
export interface SettingReader {
  value(name: SettingName): string | undefined
  readChoice<Choice extends string>(name: SettingName, choices: readonly Choice[], fallback: Choice): Choice
  /** Collects every problem found. */
  problems: string[]
}
