import { type Role, roles } from '#identity/account.ts'

/** The sheets that change an account. */
export const sheets = ['role', 'quota', 'suspend'] as const
export type SheetName = (typeof sheets)[number]

/** The filters and the place in the list of accounts, as in the page's URL. */
export interface AccountsView {
  search: string
  role: Role | null
  isSuspended: boolean
  cursor: string | null
}

export const accountsPath = '/admin/accounts'

export function readAccountsView(params: URLSearchParams): AccountsView {
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    role: roles.find((role) => role === params.get('role')) ?? null,
    isSuspended: params.get('state') === 'suspended',
    cursor: params.get('cursor'),
  }
}

/** The same list, with a sheet, a message or another page. */
export function accountsUrl(view: AccountsView, more: Record<string, string> = {}): string {
  const { search, role, isSuspended, cursor } = view
  const params = new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(role === null ? {} : { role }),
    ...(isSuspended ? { state: 'suspended' } : {}),
    ...(cursor === null ? {} : { cursor }),
    ...more,
  })
  return params.size === 0 ? accountsPath : `${accountsPath}?${params}`
}
