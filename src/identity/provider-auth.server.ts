import type { Log } from '#platform/log.server.ts'
import type { configureBetterAuth } from './configure-better-auth.server.ts'
import { PROVIDER_ID, type ProviderSettings } from './provider.ts'
import { discoverProvider, ProviderUnavailableError } from './provider-discovery.server.ts'
import { createProviderPlugin } from './provider-plugin.server.ts'

type BetterAuth = ReturnType<typeof configureBetterAuth>
type ProviderPlugin = ReturnType<typeof createProviderPlugin>

/** A better-auth that knows the provider, made once that has answered. */
export interface ProviderAuth {
  /** @throws ProviderUnavailableError; the next call asks again */
  open(): Promise<BetterAuth>
  /** Origins that a sign-in leads to: the issuer's, and once it has answered, the one that it asks people at. */
  origins(): readonly string[]
}

/** Metadata is asked for again after this time: an operator may change the provider. */
const METADATA_MS = 3_600_000
const START_MS = 5_000

/**
 * better-auth asks its provider while it starts, and never again: a provider that is down would take passwords with it. So the
 * provider gets a better-auth of its own, on the same tables.
 */
export function createProviderAuth(
  settings: ProviderSettings,
  log: Log,
  configure: (plugin: ProviderPlugin) => BetterAuth,
): ProviderAuth {
  let opened: { auth: Promise<BetterAuth>; at: number } | null = null
  const origins = new Set([new URL(settings.issuer).origin])

  async function connect(): Promise<BetterAuth> {
    const found = await discoverProvider(settings.issuer)
    const auth = configure(createProviderPlugin(settings, found))
    const context = await withinTime(auth.$context)
    const provider = context.socialProviders.find(({ id }) => id === PROVIDER_ID)
    if (provider?.issuer !== found.issuer)
      throw new ProviderUnavailableError('The provider answers differently each time.')
    origins.add(new URL(found.authorizationUrl).origin)
    return auth
  }

  return {
    async open() {
      if (!opened || performance.now() - opened.at > METADATA_MS) opened = { auth: connect(), at: performance.now() }
      const current = opened
      try {
        return await current.auth
      } catch (cause) {
        if (opened === current) {
          opened = null
          log.warn({ err: cause }, 'identity: the sign-in provider cannot be used')
        }
        throw new ProviderUnavailableError('The provider cannot be used.', { cause })
      }
    },
    origins: () => [...origins],
  }
}

async function withinTime<T>(promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new ProviderUnavailableError('The provider does not answer.')), START_MS)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
