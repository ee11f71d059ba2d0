import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface SigningKey {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Checks AWS Signature Version 4 as a store does.
 * @returns the code of the error; null when the request is as its sender signed it
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signatureProblem(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, region }: SigningKey,
  nowMs: number,
): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(.+)\/(\d{8})\/(.+)\/s3\/aws4_request, SignedHeaders=(.+), Signature=([0-9a-f]{64})$/
  const [, id, day, scope, names, signature] = pattern.exec(request.headers.authorization ?? '') ?? []
  if (!id || !day || !scope || !names || !signature) return 'AccessDenied'
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  if (scope !== region) return 'AuthorizationHeaderMalformed'
  const time = String(request.headers['x-amz-date'])
  const sentAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Math.abs(nowMs - sentAt) > 15 * 60_000) return 'RequestTimeTooSkewed'
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const hash = String(request.headers['x-amz-content-sha256'])
  const canonical = [request.method, pathname, query, headers.join(''), names, hash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretAccessKey}`, day), region))
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch'
  return hash === sha256(body) ? null : 'XAmzContentSHA256Mismatch'
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
