import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEmptyDatabase } from './crash/external-database.ts'
import { eventually } from './support/run/eventually.ts'
import { type PrometheusPrograms, prometheusPrograms } from './support/run/prometheus-programs.server.ts'
import { destroyInstance, startHoshi } from './support/worlds/hoshi-process.server.ts'
import { freePort } from './support/worlds/ports.server.ts'

const run = promisify(execFile)
const deployDir = join(import.meta.dirname, '../deploy/prometheus')
const TOKEN = 'a-token-for-prometheus'
const NO_PROMETHEUS = 'Prometheus is not installed, and there is no Debian package of it'

let root: string
let programs: PrometheusPrograms | null
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let prometheus: ChildProcess | null = null

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-prometheus-'))
  await cp(deployDir, join(root, 'etc'), { recursive: true })
  await writeFile(join(root, 'etc/hoshi-token'), TOKEN)
  programs = await prometheusPrograms()
  database = await createEmptyDatabase(inject('postgresUrl'))
})

afterAll(async () => {
  prometheus?.kill('SIGKILL')
  if (root) await destroyInstance(root)
  await database?.drop()
})

/** Runs promtool. @returns its output @throws Error with that output when promtool fails */
async function promtool(...args: string[]): Promise<string> {
  const { stdout } = await run(programs!.promtool, args, { cwd: join(root, 'etc') })
  return stdout
}

test('the configuration and the alert rules are valid, and each alert fires when it should', async ({ skip }) => {
  if (programs === null) return skip(NO_PROMETHEUS)
  expect(await promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS')
  expect(await promtool('test', 'rules', 'hoshi.rules.test.yml')).toContain('SUCCESS')
  const [rules, tests] = await Promise.all(
    ['hoshi.rules.yml', 'hoshi.rules.test.yml'].map((name) => readFile(join(deployDir, name), 'utf8')),
  )
  const alerts = [...rules!.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(10)
  // Once in good health, and once in bad.
  const timesTested = (name: string) => tests!.match(new RegExp(`alertname: ${name}\\b`, 'g'))?.length
  expect(alerts.filter((name) => timesTested(name) !== 2)).toEqual([])
})

type Result = { metric: Record<string, string>; value: [number, string] }[]

test('a Prometheus with the token scrapes a web process and a worker, and draws the dashboard', async ({ skip }) => {
  if (programs === null) return skip(NO_PROMETHEUS)
  const [webPort, workerPort, ownPort] = [await freePort(), await freePort(), await freePort()]
  const shared = {
    PORT: webPort,
    DATA_DIR: join(root, 'data'),
    DATABASE_URL: database.url,
    SECRET: 'a secret that only this test knows of',
    PUBLIC_URL: 'https://hoshi.example',
    METRICS_TOKEN: TOKEN,
  }
  const web = await startHoshi({ ...shared, ROLE: 'web' })
  await startHoshi({ ...shared, ROLE: 'worker', METRICS_PORT: workerPort })
  // With a public URL and no named proxy, a caller on this machine may be one.
  const withoutToken = await Promise.all(
    [webPort, workerPort].map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).status),
  )
  expect(withoutToken).toEqual([404, 404])
  for (let n = 0; n < 3; n += 1) expect((await fetch(new URL('/explore', web.url))).status).toBe(200)

  await startPrometheus(programs.prometheus, ownPort, [webPort, workerPort])
  const ask = <Data>(path: string) => askPrometheus<Data>(ownPort, path)
  const query = async (expr: string) =>
    (await ask<{ result: Result }>(`query?query=${encodeURIComponent(expr)}`)).result
  const numberOf = async (expr: string) => Number((await query(expr))[0]?.value[1])

  await eventually('both processes are up', async () => (await numberOf('sum(up{job="hoshi"})').catch(() => 0)) === 2)
  const roles = (await query('hoshi_build_info')).map(({ metric }) => `${metric.role} ${metric.instance}`)
  expect(roles.sort()).toEqual([`web 127.0.0.1:${webPort}`, `worker 127.0.0.1:${workerPort}`])
  const explored = 'hoshi_http_requests_total{method="GET", route="/explore", status="200"}'
  await eventually('the requests are counted', async () => (await numberOf(explored)) === 3)
  await eventually('both event loops have been watched', async () => {
    return (await query('hoshi_event_loop_lag_seconds{quantile="0.99"}')).length === 2
  })
  expect(await numberOf('sum(hoshi_database_up)')).toBe(2)

  const known = namesOf(await ask<Metadata>('metadata'))
  const queries = await dashboardQueries()
  expect(queries.length).toBeGreaterThan(20)
  const unknown = queries.flatMap((expr) => [...expr.matchAll(/\b(?:hoshi|process|nodejs)_\w+/g)].map(([name]) => name))
  expect(unknown.filter((name) => !known.has(name))).toEqual([])
  for (const expr of queries) await query(expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m'))

  await eventually('every alert rule has been evaluated without an error', async () => {
    const { groups } = await ask<{ groups: { rules: { health: string }[] }[] }>('rules')
    const rules = groups.flatMap((group) => group.rules)
    return rules.length > 10 && rules.every(({ health }) => health === 'ok')
  })
})

/** Starts it with the configuration of `deploy`, but for the targets and the pace. */
async function startPrometheus(program: string, port: string, targetPorts: string[]): Promise<void> {
  const file = join(root, 'etc/prometheus.yml')
  const config = await readFile(file, 'utf8')
  const targets = targetPorts.map((each) => `"127.0.0.1:${each}"`).join(', ')
  await writeFile(file, config.replaceAll(/\b15s/g, '1s').replace(/targets: .*/, `targets: [${targets}]`))
  const args = [`--config.file=${file}`, `--storage.tsdb.path=${join(root, 'tsdb')}`]
  prometheus = spawn(program, [...args, `--web.listen-address=127.0.0.1:${port}`], { cwd: root, stdio: 'ignore' })
}

async function askPrometheus<Data>(port: string, path: string): Promise<Data> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
  const { status, error, data } = (await answer.json()) as { status: string; error?: string; data: Data }
  if (status !== 'success') throw new Error(`Prometheus refuses ${path}: ${error}`)
  return data
}

async function dashboardQueries(): Promise<string[]> {
  const text = await readFile(join(deployDir, 'grafana-dashboard.json'), 'utf8')
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

type Metadata = Record<string, { type: string }[]>

/** The names of all metrics that were scraped, those of histograms' parts included. */
function namesOf(metadata: Metadata): ReadonlySet<string> {
  const names = Object.entries(metadata).flatMap(([name, [first]]) =>
    first?.type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  )
  return new Set(names)
}
