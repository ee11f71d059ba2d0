import { z } from 'zod'
import type { Secret } from '#server/secret.ts'
import type { EmbeddedHost } from '#video/embedded-host.server.ts'

/** Our own host, as programs written for the hosted service reach it. */
export interface Dialect {
  accountId: string
  token: Secret
  host: Pick<EmbeddedHost, 'requestServiceUpload' | 'service'>
}

export const ROOT = '/client/v4/accounts/{account}/stream'
export const inAccount = { params: z.object({ account: z.string().max(200) }) }
export const tags = ['Hosted dialect']
export const security = [{ streamToken: [] }]
