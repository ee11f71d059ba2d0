import { expect } from 'vitest'
import { operationsOf, readDescription } from './api-description.ts'
import type { Person } from './person.ts'

/** The writes that stay open to an account that may not write. */
export const writesOfAccount = [
  'DELETE /api/v1/me',
  'DELETE /api/v1/me/sessions',
  'DELETE /api/v1/me/sessions/{id}',
  'POST /api/v1/me/decisions/{id}/appeal',
  'POST /api/v1/me/export',
  'PUT /api/v1/me/email',
  'PUT /api/v1/me/nsfw',
  'PUT /api/v1/me/password',
]

/**
 * Sends every write of an account that the description of the site has, with a body that no route reads.
 * @returns those that are not refused with 403, this code and this sentence, sorted
 */
export async function writesOpenTo(
  url: string,
  person: Person,
  refusal: { code: string; detail: string },
): Promise<string[]> {
  const writes = operationsOf(await readDescription(url)).filter(
    ({ method, path, operation }) =>
      method !== 'GET' &&
      // Routes for admins and moderators do not exist for such an account.
      /^\/api\/v1\/(?!(admin|moderation)\/)/.test(path) &&
      operation.security?.every((scheme) => 'session' in scheme),
  )
  expect(writes.length).toBeGreaterThan(30)
  const open: string[] = []
  for (const { name, method, path } of writes) {
    const response = await person.call(method, path.replaceAll(/\{\w+\}/g, 'x'), Buffer.from('{'), {
      'Content-Type': 'text/plain',
    })
    const { code, detail } = (await response.json()) as Record<string, unknown>
    const isRefused = response.status === 403 && code === refusal.code && detail === refusal.detail
    if (!isRefused) open.push(name)
  }
  return open.sort()
}
