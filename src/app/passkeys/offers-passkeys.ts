/**
 * Whether a page may offer passkeys, which work at the public URL only. Where that is `localhost`, the same page is also at
 * 127.0.0.1; any other public URL is the operator's, and the name that a proxy gives this host does not matter.
 *
 * @param passkeyOrigin null where no page may offer passkeys
 * @param url of the page
 */
export function offersPasskeys(passkeyOrigin: string | null, url: URL): boolean {
  if (passkeyOrigin === null) return false
  const { hostname, host } = new URL(passkeyOrigin)
  return hostname !== 'localhost' || url.host === host
}
