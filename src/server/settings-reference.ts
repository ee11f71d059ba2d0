import { type Setting, settings } from './settings.ts'

/** The operator's reference as README.md holds it: one row a setting. */
export function settingsReference(list: readonly Setting[] = settings): string {
  const rows = list.map(({ name, byDefault, meaning }) => `| \`${name}\` | ${byDefault} | ${meaning} |`)
  return ['| Setting | Without it | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
