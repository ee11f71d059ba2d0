/** The colours of the site: those that the device asks for, or always dark or light ones. */
export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

export function readTheme(value: unknown): Theme | null {
  return themes.find((theme) => theme === value) ?? null
}
