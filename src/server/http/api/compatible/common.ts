import { z } from 'zod'
import type { Secret } from '#server/secret.ts'
import type { EmbeddedHost } from '#video/embedded-host/embedded-host.server.ts'

/** The settings of the compatible API and the embedded host behind it. */
export interface CompatibleApi {
  accountId: string
  token: Secret
  host: Pick<EmbeddedHost, 'requestServiceUpload' | 'service'>
}

export const ROOT = '/client/v4/accounts/{account}/stream'
/** `ROOT` as a pattern of routes. A POST to it creates a resumable upload. */
export const ROOT_PATH = ROOT.replace('{account}', ':account')
export const accountParams = { params: z.object({ account: z.string().max(200) }) }
export const tags = ['Compatible API']
export const security = [{ streamToken: [] }]
