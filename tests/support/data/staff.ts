import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { queryDatabase } from './query-database.server.ts'

/** A signed-in person with a role that no sign-up gives. */
export async function createStaff(
  { url, connectionString }: Pick<TestHoshi, 'url' | 'connectionString'>,
  role: 'moderator' | 'admin',
): Promise<Person> {
  const person = await createPerson(url, 'viewer')
  await queryDatabase(connectionString, 'update users set role = $2 where id = $1', [person.account.uid, role])
  return { ...person, account: { ...person.account, role } }
}
