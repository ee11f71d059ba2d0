import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '#platform/s3-settings.ts'
import { freePort } from '../worlds/ports.server.ts'
import { createBucket } from './create-bucket.server.ts'
import { createLocalProcesses } from './local-processes.server.ts'
import type { RealStore } from './radosgw.server.ts'

const services = ['account', 'container', 'object'] as const
/** Credentials of an account and its user, as tempauth names them. */
const credentials = { accessKeyId: 'hoshi:hoshi', secretAccessKey: 'hoshisecret' }

/** The pipeline of a request: S3 first, then signatures, large objects and copies. */
const pipeline =
  'catch_errors proxy-logging cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes proxy-server'

/** Whether Debian's Swift is installed; the launcher does not install a store. */
export function hasSwift(): boolean {
  return [...services, 'proxy'].every((name) => existsSync(`/usr/bin/swift-${name}-server`))
}

/**
 * Starts Debian's OpenStack Swift with its S3 front: one device, one copy of everything.
 * @throws Error when it is not installed
 */
export async function startSwift(): Promise<RealStore> {
  if (!hasSwift())
    throw new Error(
      'Swift is missing: run "sudo apt-get install --no-install-recommends swift-proxy swift-account swift-container swift-object".',
    )
  const dir = await mkdtemp(join(tmpdir(), 'hoshi-swift-'))
  await mkdir(join(dir, 'devices/one'), { recursive: true })
  const common = { user: userInfo().username, bind_ip: '127.0.0.1', workers: 0, swift_dir: dir }
  const processes = createLocalProcesses(dir)
  const stop = async () => {
    await processes.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    for (const name of services) {
      const port = await freePort()
      const ring = (...args: string[]) => processes.run('swift-ring-builder', [`${name}.builder`, ...args])
      ring('create', '4', '1', '1')
      ring('add', `r1z1-127.0.0.1:${port}/one`, '1')
      ring('rebalance')
      await writeFile(
        join(dir, `${name}.conf`),
        sectionsOf({
          DEFAULT: { ...common, bind_port: port, devices: join(dir, 'devices'), mount_check: false },
          'pipeline:main': { pipeline: `${name}-server` },
          [`app:${name}-server`]: { use: `egg:swift#${name}` },
        }),
      )
      processes.start(`swift-${name}-server`, [join(dir, `${name}.conf`)])
    }
    const port = await freePort()
    await writeFile(join(dir, 'proxy.conf'), sectionsOf(proxySections({ ...common, bind_port: port })))
    processes.start('swift-proxy-server', [join(dir, 'proxy.conf')])
    const endpoint = `http://127.0.0.1:${port}`
    const settings: S3Settings = {
      endpoint,
      region: 'us-east-1',
      bucket: 'hoshi',
      credentials,
      forcePathStyle: true,
      prefix: '',
    }
    await createBucket(settings)
    return { settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Sections = Record<string, Record<string, string | number | boolean>>

function proxySections(common: Sections[string]): Sections {
  const filters = ['catch_errors', 'proxy-logging', 'listing_formats', 'bulk', 'copy', 'slo', 'dlo', 'versioned_writes']
  const plain = filters.map((name) => [`filter:${name}`, { use: `egg:swift#${name.replace('-', '_')}` }])
  return {
    DEFAULT: common,
    'pipeline:main': { pipeline },
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: true },
    // Nothing listens there: everything is asked anew.
    'filter:cache': { use: 'egg:swift#memcache', memcache_servers: '127.0.0.1:1' },
    'filter:s3api': { use: 'egg:swift#s3api', location: 'us-east-1' },
    'filter:tempauth': { use: 'egg:swift#tempauth', user_hoshi_hoshi: `${credentials.secretAccessKey} .admin` },
    ...Object.fromEntries(plain),
  }
}

function sectionsOf(sections: Sections): string {
  return Object.entries(sections)
    .map(([name, lines]) =>
      [`[${name}]`, ...Object.entries(lines).map(([key, value]) => `${key} = ${value}`), ''].join('\n'),
    )
    .join('\n')
}
