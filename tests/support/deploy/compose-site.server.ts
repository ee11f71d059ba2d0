import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Settings } from '#platform/s3-settings.ts'
import { composeVariables } from '#server/env-example.ts'
import { eventually } from '../run/eventually.ts'
import { type HoshiProcess, startHoshi } from '../worlds/hoshi-process.server.ts'
import { freePort } from '../worlds/ports.server.ts'
import { hoshiServices, projectDir, readComposeFile } from './compose-file.ts'
import { imageSettings } from './dockerfile.ts'

const NGINX = '/usr/sbin/nginx'

/** Why the services of compose.yaml cannot run here; null where they can. */
export function whyNoNginx(): string | null {
  return existsSync(NGINX) ? null : 'nginx is missing: run "apt-get install --no-install-recommends nginx-light"'
}

/** One line of nginx's log. */
export interface PassedRequest {
  method: string
  path: string
  status: number
  /** Services that were asked, in this order. */
  services: string[]
  /** HIT where nginx had it itself, MISS where it might have, otherwise empty. */
  cache: string
}

/** The services of compose.yaml as processes of this machine, without containers. */
export interface ComposeSite {
  url: string
  mediaUrl: string
  /** Processes of Hoshi by the name of their service. */
  processes: Record<string, HoshiProcess>
  environmentOf(service: string): Record<string, string>
  /** Starts a process of Hoshi that has ended. */
  restart(service: string): Promise<void>
  /** The requests that nginx has answered so far. */
  requests(): Promise<PassedRequest[]>
  /** The requests of a path, once there are so many: nginx writes its log after the answer. */
  requestsOf(path: string, count: number): Promise<PassedRequest[]>
  stop(): void
}

type Environment = { PORT: string; DATA_DIR: string } & Record<string, string>

/**
 * Starts what compose.yaml starts, with its settings. Only addresses differ, as all of it is on one machine.
 *
 * @param root an empty folder of the test's
 */
export async function startComposeSite(root: string, databaseUrl: string, store: S3Settings): Promise<ComposeSite> {
  const [sitePort, mediaPort] = [await freePort(), await freePort()]
  const [url, mediaUrl] = [`http://localhost:${sitePort}`, `http://localhost:${mediaPort}`]
  const given = composeVariables.map(({ name, value }) => [name, value || `a ${name} that only this test knows of`])
  const compose = readComposeFile({ ...Object.fromEntries(given), PUBLIC_URL: url, MEDIA_BASE_URL: mediaUrl })
  const environments: Record<string, Environment> = {}
  for (const [service, { environment }] of hoshiServices(compose)) {
    environments[service] = {
      ...imageSettings(),
      ...environment,
      HOST: '127.0.0.1',
      PORT: await freePort(),
      METRICS_PORT: await freePort(),
      DATA_DIR: join(root, service),
      DATABASE_URL: databaseUrl,
      S3_ENDPOINT: store.endpoint ?? '',
      S3_REGION: store.region,
      S3_BUCKET: store.bucket,
      S3_ACCESS_KEY_ID: store.credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: store.credentials?.secretAccessKey ?? '',
    }
  }
  for (const { DATA_DIR } of Object.values(environments)) await mkdir(DATA_DIR)
  const started = Object.entries(environments).map(
    async ([service, each]) => [service, await startHoshi(each)] as const,
  )
  const processes = Object.fromEntries(await Promise.all(started))

  const serviceAt = new Map(Object.entries(environments).map(([service, { PORT }]) => [`127.0.0.1:${PORT}`, service]))
  const ports = { [new URL(url).port]: 8080, [new URL(mediaUrl).port]: 8081 }
  const nginx = await startNginx(root, serviceAt, ports)
  async function requests(): Promise<PassedRequest[]> {
    const lines = (await readFile(join(root, 'requests.log'), 'utf8')).split('\n').filter((line) => line !== '')
    return lines.map((line) => {
      const [, method = '', path = '', status, addresses = '', cache = ''] =
        /^(\S+) (\S+) (\d+) \[(.*)\] (\S*)-$/.exec(line) ?? []
      const services = addresses.split(', ').map((address) => serviceAt.get(address) ?? address)
      return { method, path, status: Number(status), services, cache }
    })
  }
  await eventually('nginx answers', async () => (await fetch(new URL('/healthz', url))).ok)
  return {
    url,
    mediaUrl,
    processes,
    environmentOf: (service) => environments[service]!,
    async restart(service) {
      processes[service] = await startHoshi(environments[service]!)
    },
    requests,
    requestsOf: (path, count) =>
      eventually(`nginx has logged ${count} requests of ${path}`, async () => {
        const found = (await requests()).filter((each) => each.path === path)
        return found.length >= count ? found : null
      }),
    stop: () => void nginx.kill('SIGTERM'),
  }
}

/** Runs nginx with the file that compose.yaml gives it, at other addresses and with a log of what it passes on. */
async function startNginx(root: string, serviceAt: ReadonlyMap<string, string>, ports: Record<string, number>) {
  let text = await readFile(join(projectDir, 'deploy/nginx/hoshi.conf'), 'utf8')
  for (const [address, service] of serviceAt) text = text.replaceAll(`server ${service}:3000;`, `server ${address};`)
  for (const [port, own] of Object.entries(ports)) text = text.replace(`listen ${own};`, `listen 127.0.0.1:${port};`)
  text = text.replace('/var/cache/nginx/media', join(root, 'cache'))
  const lines = [
    // Its workers write into the folder of the test, which is closed to other users.
    `user root; daemon off; pid ${join(root, 'nginx.pid')}; error_log ${join(root, 'nginx-errors.log')} warn;`,
    'events { worker_connections 512; }',
    'http {',
    `log_format passed '$request_method $uri $status [$upstream_addr] $upstream_cache_status-';`,
    `access_log ${join(root, 'requests.log')} passed;`,
    text,
    '}',
  ]
  const file = join(root, 'nginx.conf')
  await writeFile(file, lines.join('\n'))
  return spawn(NGINX, ['-p', root, '-c', file], { stdio: 'ignore' })
}
