/** Path of the login that leads back to this path, and to this second of the episode that plays there. */
export function loginPath(path: string, seconds = 0): string {
  const [before = '', anchor = ''] = path.split('#')
  const second = Math.floor(seconds)
  const back = second > 0 ? `${before}${before.includes('?') ? '&' : '?'}t=${second}` : before
  return `/login?next=${encodeURIComponent(anchor === '' ? back : `${back}#${anchor}`)}`
}
