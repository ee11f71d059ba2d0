import { authorizationCodeRequest, getOAuth2Tokens } from 'better-auth/oauth2'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import { readEmail } from './credentials.ts'
import { PROVIDER_ID, type ProviderSettings } from './provider.ts'
import { discoveryUrlOf, fetchJson, type ProviderMetadata } from './provider-discovery.server.ts'

const profileClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
})
type Profile = z.infer<typeof profileClaims>
/** Claims of an identity token whose signature, issuer, audience, nonce and time the plugin has checked. */
const identityClaims = profileClaims.extend({
  exp: z.number(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
})
type Identity = z.infer<typeof identityClaims>

/**
 * better-auth's OpenID Connect with the requests made by us: they end in time, follow no redirect, and an identity token is
 * required.
 */
export function createProviderPlugin(settings: ProviderSettings, found: ProviderMetadata) {
  const { issuer, clientId, clientSecret, name } = settings
  const { authorizationUrl, tokenUrl, userInfoUrl, authentication } = found
  const client = { clientId, clientSecret }
  return genericOAuth({
    config: [
      {
        providerId: PROVIDER_ID,
        name,
        discoveryUrl: discoveryUrlOf(issuer),
        requireIdTokenVerification: true,
        authorizationUrl,
        tokenUrl,
        ...client,
        scopes: ['openid', 'email'],
        accountSubject: ({ profile }) => profile.sub ?? '',
        async getToken({ code, codeVerifier, redirectURI }) {
          const { body, headers } = await authorizationCodeRequest({
            code,
            codeVerifier,
            redirectURI,
            authentication,
            options: client,
            tokenEndpoint: tokenUrl,
          })
          const tokens = await fetchJson(tokenUrl, { method: 'POST', body, headers })
          return getOAuth2Tokens(z.record(z.string(), z.unknown()).parse(tokens))
        },
        async getUserInfo({ idToken, accessToken }) {
          const claims = idToken === undefined ? null : readIdentity(idToken, clientId)
          if (!claims) return null
          let profile: Profile = claims
          if (claims.email === undefined && userInfoUrl !== null && accessToken !== undefined) {
            const headers = { authorization: `Bearer ${accessToken}` }
            profile = profileClaims.parse(await fetchJson(userInfoUrl, { headers }))
          }
          // Only the identity token is signed.
          if (profile.sub !== claims.sub) return null
          const { email = '', email_verified: isVerified } = profile
          return {
            sub: claims.sub,
            email: readEmail(email) ?? undefined,
            emailVerified: isVerified === true || isVerified === 'true',
          }
        },
      },
    ],
  })
}

/** The claims of a verified identity token; null when it lacks one, or was made for another client. */
function readIdentity(idToken: string, clientId: string): Identity | null {
  const [, payload = ''] = idToken.split('.')
  const result = identityClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!result.success) return null
  const { aud, azp } = result.data
  // OpenID Connect Core 1.0, section 3.1.3.7: with several audiences, it says for which of them it was made.
  const isForUs = azp === undefined ? typeof aud === 'string' || aud.length === 1 : azp === clientId
  return isForUs ? result.data : null
}
