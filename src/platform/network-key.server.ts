import { createHmac } from 'node:crypto'
import { networkOf } from './ip-address.ts'

/** The network of an address as limits name it: hashed, since it may identify people. @param secret keys the hash */
export function networkKey(secret: string, ip: string): string {
  return createHmac('sha256', secret).update(networkOf(ip)).digest('base64url')
}
