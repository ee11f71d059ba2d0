import { type Setting, settings } from './settings.ts'

/** The settings table of README.md: one row per setting. */
export function settingsReference(list: readonly Setting[] = settings): string {
  const rows = list.map(({ name, byDefault, meaning }) => `| \`${name}\` | ${byDefault} | ${meaning} |`)
  return ['| Setting | Without it | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
