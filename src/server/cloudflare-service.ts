import type { CloudflareService } from '#video/cloudflare-host/client.server.ts'
import type { Config } from './config.ts'

/** The addresses of the service, which tests replace. */
export type CloudflareUrls = Pick<CloudflareService, 'apiUrl' | 'mediaUrl' | 'uploadOrigins'>

/** URLs and credentials of Cloudflare Stream; null with the embedded host. */
export function cloudflareServiceOf({ videoHost }: Config, overrides?: CloudflareUrls): CloudflareService | null {
  if (videoHost.kind === 'embedded') return null
  return {
    accountId: videoHost.accountId,
    apiToken: videoHost.apiToken.reveal(),
    webhookSecret: videoHost.webhookSecret?.reveal() ?? null,
    apiUrl: 'https://api.cloudflare.com/client/v4',
    mediaUrl: `https://customer-${videoHost.customerCode}.cloudflarestream.com`,
    uploadOrigins: ['https://*.videodelivery.net', 'https://*.cloudflarestream.com'],
    ...overrides,
  }
}
