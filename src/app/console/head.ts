import { head } from '#app/http/head.ts'

/** Tags of a page of the console. */
export function consoleHead(title: string) {
  return head(`${title}, Admin`, 'Admin console for this site.')
}
