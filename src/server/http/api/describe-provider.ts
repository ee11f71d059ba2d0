import { z } from 'zod'
import { PROVIDER_ID } from '#identity/provider.ts'
import { type ApiRegistry, jsonBody, jsonResponse, maybeSignedIn } from './router.ts'

/**
 * Describes better-auth's route that starts a sign-in by the provider. The one that ends it is for browsers, which the provider
 * sends there.
 */
export function describeProvider(registry: ApiRegistry): void {
  registry.registerPath({
    method: 'post',
    path: '/api/auth/sign-in/social',
    operationId: 'startProviderSignIn',
    tags: ['Sessions'],
    ...maybeSignedIn,
    summary: 'Start signing in by an OpenID Connect provider',
    description:
      'Returns the address of the provider, where the browser goes on, and sets a cookie that lasts five minutes. The provider sends it back to `/api/auth/callback/oidc`, which starts the session and leads to `callbackURL`, a path of this site. People who have no account get one. 404 where the operator has set no provider.',
    request: jsonBody(z.strictObject({ provider: z.literal(PROVIDER_ID), callbackURL: z.string().optional() }), {
      provider: PROVIDER_ID,
    }),
    responses: jsonResponse(200, z.object({ url: z.string(), redirect: z.literal(true) }), 'The address', {
      url: 'https://id.example/authorize?client_id=hoshi&response_type=code&scope=openid+email&state=b9m2Qk7xV1sT4nR8',
      redirect: true,
    }),
  })
}
