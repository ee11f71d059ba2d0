import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '#platform/s3-settings.ts'
import { freePort } from '../worlds/ports.server.ts'
import { createBucket } from './create-bucket.server.ts'
import { createLocalProcesses } from './local-processes.server.ts'

/** A store of others, with an empty bucket. */
export interface RealStore {
  settings: S3Settings
  stop(): Promise<void>
}

const credentials = { accessKeyId: 'hoshikey', secretAccessKey: 'hoshisecret' }

/** Whether Debian's Ceph is installed; the launcher does not install a store. */
export function hasRadosgw(): boolean {
  return ['/usr/bin/radosgw', '/usr/bin/ceph-mon', '/usr/bin/ceph-osd'].every((path) => existsSync(path))
}

/**
 * Starts Debian's Ceph with its S3 gateway: one monitor and one OSD in memory.
 * @throws Error when it is not installed
 */
export async function startRadosgw(): Promise<RealStore> {
  if (!hasRadosgw())
    throw new Error('Ceph is missing: run "sudo apt-get install --no-install-recommends radosgw ceph-mon ceph-osd".')
  const dir = await mkdtemp(join(tmpdir(), 'hoshi-ceph-'))
  const [monitor, oldMonitor, gateway] = [await freePort(), await freePort(), await freePort()]
  const [cluster, osd] = [randomUUID(), randomUUID()]
  const conf = join(dir, 'ceph.conf')
  for (const name of ['mon', 'osd', 'rgw', 'run']) await mkdir(join(dir, name))
  const addresses = `[v2:127.0.0.1:${monitor},v1:127.0.0.1:${oldMonitor}]`
  await writeFile(conf, configuration(dir, cluster, addresses, gateway))
  const processes = createLocalProcesses(dir, { CEPH_CONF: conf })
  const { run, start } = processes
  const stop = async () => {
    await processes.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', addresses, join(dir, 'monmap')])
    run('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', join(dir, 'monmap')])
    start('ceph-mon', ['-i', 'a', '-f'])
    run('ceph', ['--connect-timeout', '60', 'osd', 'new', osd, '0'])
    run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osd])
    start('ceph-osd', ['-i', '0', '-f'])
    const { accessKeyId, secretAccessKey } = credentials
    const key = ['--access-key', accessKeyId, '--secret', secretAccessKey]
    run('radosgw-admin', ['user', 'create', '--uid=hoshi', '--display-name=hoshi', ...key])
    // Without this option it never connects.
    start('radosgw', ['-n', 'client.rgw', '-f', '--ms_mon_client_mode=crc'])
    const endpoint = `http://127.0.0.1:${gateway}`
    const settings = { endpoint, region: 'us-east-1', bucket: 'hoshi', credentials, forcePathStyle: true, prefix: '' }
    await createBucket(settings)
    return { settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function configuration(dir: string, cluster: string, addresses: string, gateway: string): string {
  const lines = {
    fsid: cluster,
    'mon initial members': 'a',
    'mon host': addresses,
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'osd objectstore': 'memstore',
    'memstore device bytes': 2 * 1024 ** 3,
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 4,
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': 0,
    'mon allow pool size one': true,
    'ms bind ipv6': false,
    'ms mon client mode': 'crc',
    'ms mon service mode': 'crc',
    'ms mon cluster mode': 'crc',
    'osd class load list': '*',
    'osd class default list': '*',
    'rgw frontends': `beast endpoint=127.0.0.1:${gateway}`,
    'rgw dns name': 'localhost',
    'mon data': join(dir, 'mon'),
    'osd data': join(dir, 'osd'),
    'rgw data': join(dir, 'rgw'),
    'run dir': join(dir, 'run'),
    'log file': join(dir, '$name.log'),
    'admin socket': join(dir, 'run', '$name.$pid.asok'),
    'pid file': join(dir, 'run', '$name.pid'),
  }
  return ['[global]', ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`), ''].join('\n')
}
