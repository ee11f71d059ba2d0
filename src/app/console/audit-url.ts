export const auditPath = '/admin/audit'

/** The audit log, or what it has about one subject. */
export function auditUrl({ subject, cursor = null }: { subject: string | null; cursor?: string | null }): string {
  const params = new URLSearchParams({
    ...(subject === null ? {} : { subject }),
    ...(cursor === null ? {} : { cursor }),
  })
  return params.size === 0 ? auditPath : `${auditPath}?${params}`
}
