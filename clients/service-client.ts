import Cloudflare from 'cloudflare'
import { dialectSettings } from '../tests/support/dialect.ts'

/** The hosted service's own client, pointed at this Hoshi. */
export function openServiceClient(url: string, token = dialectSettings.STREAM_API_TOKEN): Cloudflare {
  return new Cloudflare({ apiToken: token, baseURL: `${url}/client/v4`, maxRetries: 0 })
}
