import type { Db } from '#platform/database.server.ts'
import type { Account } from './account.ts'
import { findTheme, storeTheme } from './account-rows.server.ts'
import type { Theme } from './theme.ts'

export interface ThemeSettings {
  themeOf(account: Pick<Account, 'uid'>): Promise<Theme>
  changeTheme(account: Pick<Account, 'uid'>, theme: Theme): Promise<void>
}

export function createThemeSettings({ db }: { db: Db }): ThemeSettings {
  return {
    themeOf: async ({ uid }) => (await findTheme(db, uid)) ?? 'system',
    changeTheme: ({ uid }, theme) => storeTheme(db, uid, theme),
  }
}
