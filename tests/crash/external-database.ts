import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** An empty database on the run's own server, with its URL as an operator writes it. */
export async function createEmptyDatabase(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `crash_${randomBytes(8).toString('hex')}`
  const execute = async (statement: string) => {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await execute(`create database ${name}`)
  const { searchParams } = new URL(adminUrl.replace(/^postgres:\/\/\w+@/, 'postgres://'))
  const user = /^postgres:\/\/(\w+)@/.exec(adminUrl)?.[1] ?? ''
  const host = encodeURIComponent(searchParams.get('host') ?? '')
  return {
    url: `postgres:///${name}?host=${host}&user=${user}`,
    drop: () => execute(`drop database if exists ${name} with (force)`),
  }
}
