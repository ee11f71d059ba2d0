/**
 * Whether a mail address belongs to one of these domains, or to a subdomain of one.
 * @param email in its stored form
 * @param domains in lower case
 */
export function isDisposableMail(email: string, domains: ReadonlySet<string>): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')))
}
