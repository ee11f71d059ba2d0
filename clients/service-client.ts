import Cloudflare from 'cloudflare'
import { compatibleApiSettings } from '../tests/support/http/compatible-api.ts'

/** The hosted service's own client, pointed at this Hoshi. */
export function openServiceClient(url: string, token = compatibleApiSettings.STREAM_API_TOKEN): Cloudflare {
  return new Cloudflare({ apiToken: token, baseURL: `${url}/client/v4`, maxRetries: 0 })
}
