import { twoFactor } from 'better-auth/plugins/two-factor'
import type { RecoveryCodes } from './recovery-codes.server.ts'

/** Ends a sign-in by the provider. An account with a second step is asked for it there too. */
const PROVIDER_CALLBACK_ROUTE = '/callback/:id'

/**
 * better-auth's second step at sign-in, with our table and our way to store recovery codes.
 *
 * @param isSecondStepDone whether the running call starts a session of somebody who has just proved the account: it asks
 *   for no code
 */
export function createTwoFactorPlugin(recoveryCodes: RecoveryCodes, isSecondStepDone: () => boolean) {
  const plugin = twoFactor({
    issuer: 'Hoshi',
    // identity-limits.server.ts limits guesses; this would lock out the owner too.
    accountLockout: { enabled: false },
    backupCodeOptions: {
      customBackupCodesGenerate: recoveryCodes.create,
      storeBackupCodes: {
        encrypt: async (json) => recoveryCodes.hash(json),
        decrypt: async (stored) => stored,
      },
    },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      !isSecondStepDone() && (hook.matcher(context) || context.path === PROVIDER_CALLBACK_ROUTE),
  }))
  return { ...plugin, hooks: { ...plugin.hooks, after } }
}
