// The first that matches: many browsers also name those that they descend from.
const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]

const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

export const UNKNOWN_DEVICE = 'Unknown device'

/**
 * A browser in words that its owner recognises, such as 'Firefox on Linux': no version and nothing else that would tell two
 * people's browsers apart.
 *
 * @param userAgent the header of this name
 */
export function deviceName(userAgent: string | null | undefined): string {
  const nameIn = (names: [string, RegExp][]) => names.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return system ?? UNKNOWN_DEVICE
}

/** Whether such words name a device that is held in the hand. */
export function isHandheld(device: string): boolean {
  return /\b(iPhone|iPad|Android)$/.test(device)
}
