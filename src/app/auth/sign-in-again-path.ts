/** Path of the screen that asks for the password again, and leads back to `back`: a path of this site with its query. */
export function signInAgainPath(back: string): string {
  return `/sign-in-again?next=${encodeURIComponent(back)}`
}
