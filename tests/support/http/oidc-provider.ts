import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// An OpenID Connect provider, small and real: discovery, codes with PKCE, tokens signed with RS256, userinfo.

/** Somebody at the provider. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean | string
}

type Claims = Record<string, unknown>

/** The faults of a provider. */
export interface Misbehaviour {
  /** The metadata, from the right one. */
  metadata?: (metadata: Claims) => Claims
  /** The claims of the identity token, from the right ones. */
  claims?: (claims: Claims) => Claims
  /** Signs with a key that it does not publish. */
  hasForeignKey?: boolean
  /** Gives an access token alone. */
  hasNoIdentityToken?: boolean
  /** Status with which its token endpoint answers instead. */
  tokenStatus?: number
  /** The answer of userinfo, instead of the person. */
  userInfo?: Claims
  /** Sends people back with this error instead of a code. */
  error?: string
}

export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Settings of a Hoshi that signs people in by it. */
  settings: Record<string, string>
  /** The person who is signed in at it. */
  person: ProviderPerson
  /** Empty: nothing. */
  misbehaviour: Misbehaviour
  /** Codes and tokens that it has given, which no log may have. */
  secrets: string[]
  /** Parameters of the last sign-in. */
  lastRequest: URLSearchParams | null
  /** Sends a browser to an authorization URL. @returns where it sends the browser back to: path and query */
  authorize(url: string): Promise<string>
  close(): Promise<void>
}

interface Grant {
  person: ProviderPerson
  nonce: string | null
  redirectUri: string
  challenge: string
}

const KEY_ID = 'key-1'

export async function startOidcProvider(): Promise<OidcProvider> {
  const [own, foreign] = [generateKeyPairSync('rsa', rsa), generateKeyPairSync('rsa', rsa)]
  const publicKey = own.publicKey.export({ format: 'jwk' })
  const grants = new Map<string, Grant>()
  const people = new Map<string, ProviderPerson>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => send(response, 500, { error: String(error) }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['hoshi-test', 'a secret of the client: 7 & 8']

  const provider: OidcProvider = {
    issuer,
    clientId,
    clientSecret,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Studio ID',
    },
    person: { sub: 'nobody' },
    misbehaviour: {},
    secrets: [],
    lastRequest: null,
    async authorize(url) {
      const response = await fetch(url, { redirect: 'manual' })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
      const { pathname, search } = new URL(location)
      return pathname + search
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }

  function secret(): string {
    const made = randomBytes(24).toString('base64url')
    provider.secrets.push(made)
    return made
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    switch (`${request.method} ${pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return send(response, 200, (provider.misbehaviour.metadata ?? unchanged)(metadataOf(issuer)))
      case 'GET /jwks':
        return send(response, 200, { keys: [{ ...publicKey, kid: KEY_ID, alg: 'RS256' }] })
      case 'GET /authorize':
        return authorize(searchParams, response)
      case 'POST /token':
        return token(request, new URLSearchParams(await textOf(request)), response)
      case 'GET /userinfo': {
        const [, accessToken = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
        const person = people.get(accessToken)
        if (!person) return send(response, 401, { error: 'invalid_token' })
        return send(response, 200, provider.misbehaviour.userInfo ?? person)
      }
      default:
        return send(response, 404, { error: 'not_found' })
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    provider.lastRequest = query
    const { misbehaviour, person } = provider
    const redirectUri = query.get('redirect_uri') ?? ''
    const isAcceptable =
      query.get('client_id') === clientId &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('scope')?.split(' ').includes('openid') &&
      new URL(redirectUri).pathname === '/api/auth/callback/oidc'
    if (!isAcceptable) {
      send(response, 400, { error: 'invalid_request' })
      return
    }
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    back.searchParams.set('iss', issuer)
    if (misbehaviour.error) back.searchParams.set('error', misbehaviour.error)
    else {
      const code = secret()
      grants.set(code, { person, nonce: query.get('nonce'), redirectUri, challenge: query.get('code_challenge') ?? '' })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function token(request: IncomingMessage, body: URLSearchParams, response: ServerResponse): void {
    const { misbehaviour } = provider
    if (misbehaviour.tokenStatus) {
      send(response, misbehaviour.tokenStatus, { error: 'server_error' })
      return
    }
    const basic = `Basic ${Buffer.from([clientId, clientSecret].map(encodeForm).join(':')).toString('base64')}`
    if (request.headers.authorization !== basic) {
      send(response, 401, { error: 'invalid_client' })
      return
    }
    const code = body.get('code') ?? ''
    const grant = grants.get(code)
    // A code counts once.
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isGranted = grant?.challenge === challenge && grant.redirectUri === body.get('redirect_uri')
    if (!grant || !isGranted) {
      send(response, 400, { error: 'invalid_grant' })
      return
    }
    const accessToken = secret()
    people.set(accessToken, grant.person)
    const now = Math.floor(Date.now() / 1000)
    const { nonce, person } = grant
    const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce, ...person }
    const key = misbehaviour.hasForeignKey ? foreign.privateKey : own.privateKey
    const idToken = jwtOf((misbehaviour.claims ?? unchanged)(claims), key)
    provider.secrets.push(idToken)
    const tokens = { access_token: accessToken, token_type: 'Bearer', expires_in: 300, refresh_token: secret() }
    send(response, 200, misbehaviour.hasNoIdentityToken ? tokens : { ...tokens, id_token: idToken })
  }

  return provider
}

const rsa = { modulusLength: 2048 }
const unchanged = (claims: Claims): Claims => claims

function metadataOf(issuer: string): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  }
}

function jwtOf(claims: Claims, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })}.${part(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}

/** As in a form (RFC 6749, section 2.3.1). */
function encodeForm(text: string): string {
  return new URLSearchParams({ text }).toString().slice('text='.length)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
