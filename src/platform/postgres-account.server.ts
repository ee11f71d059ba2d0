import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The account that PostgreSQL runs as; `switch` holds the spawn options to become it. */
export interface PostgresAccount {
  name: string
  uid: number
  gid: number
  switch: { uid: number; gid: number } | Record<never, never>
}

/**
 * PostgreSQL refuses to run as root. For root, returns the account that already owns the cluster, else the first of
 * hoshi, postgres and nobody that the machine has; for an ordinary user, that user.
 *
 * @throws Error in an operator's words when this process cannot become the cluster's owner, or no such account exists
 */
export function postgresAccount(clusterDir: string): PostgresAccount {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Error(`The database in ${clusterDir} belongs to user ${owner.uid}: start as that user or as root.`)
    }
    return { name: `user ${uid}`, uid, gid, switch: {} }
  }
  if (owner && owner.uid !== 0) return asOther(`user ${owner.uid}`, owner.uid, owner.gid)
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['hoshi', 'postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':')
    const [accountUid, accountGid] = [Number(fields?.[2]), Number(fields?.[3])]
    if (accountUid > 0 && accountGid >= 0) return asOther(name, accountUid, accountGid)
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has none of the accounts hoshi, postgres and nobody.',
  )
}

/** Whether the account can enter the folder through all its parents; tried out, since modes alone do not decide it. */
export function canEnter(account: PostgresAccount, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account.switch, cwd: '/' }).status === 0
}

function asOther(name: string, uid: number, gid: number): PostgresAccount {
  return { name, uid, gid, switch: { uid, gid } }
}
