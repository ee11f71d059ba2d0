import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '#server/config.ts'
import { settings } from '#server/settings.ts'

interface Probe {
  tcpSocket?: { port: string }
  httpGet?: { path: string; port: string }
}
interface Container {
  image: string
  env: { name: string; value: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports: { name: string; containerPort: number }[]
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
  securityContext: unknown
  volumeMounts: { name: string; mountPath: string }[]
}
interface Deployment {
  kind: 'Deployment'
  metadata: { name: string }
  spec: {
    replicas: number
    template: {
      spec: {
        terminationGracePeriodSeconds: number
        securityContext: { runAsNonRoot: boolean; runAsUser: number }
        containers: [Container]
        volumes: { name: string }[]
      }
    }
  }
}
type Resource = Deployment | { kind: 'other'; metadata: { name: string } }
interface Kustomization {
  resources: string[]
  images: { name: string; newTag: string }[]
  configMapGenerator: { name: string; literals: string[] }[]
}

const root = join(import.meta.dirname, '..')
const folder = join(root, 'deploy/kubernetes')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

function documentsOf<Document>(name: string): Document[] {
  return parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS() as Document
  })
}

const kustomization = documentsOf<Kustomization>('kustomization.yaml')[0]!
const resources = kustomization.resources.flatMap((name) => documentsOf<Resource>(name))
const deployments = resources.filter((each): each is Deployment => each.kind === 'Deployment')
const containers = deployments.map(({ spec }) => spec.template.spec.containers[0])
const plain = kustomization.configMapGenerator.flatMap(({ literals }) =>
  literals.map((text) => text.split('=') as [string, string]),
)

describe('deploy/kubernetes', () => {
  test('names each of its files, and each resource once', () => {
    expect([...kustomization.resources, 'kustomization.yaml'].toSorted()).toEqual(readdirSync(folder).toSorted())
    const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(names.length).toBeGreaterThan(6)
    expect(names).toEqual([...new Set(names)])
  })

  test('runs two web nodes and a worker, of an image with a version', () => {
    const roles = deployments.map(({ spec }) => [spec.replicas, spec.template.spec.containers[0].env])
    expect(roles).toEqual([
      [2, [{ name: 'ROLE', value: 'web' }]],
      [1, [{ name: 'ROLE', value: 'worker' }]],
    ])
    expect(new Set(containers.map(({ image }) => image))).toEqual(new Set(kustomization.images.map(({ name }) => name)))
    expect(kustomization.images.map(({ newTag }) => newTag).filter((tag) => !/^\d+\.\d+/.test(tag))).toEqual([])
  })

  test('gives settings that Hoshi has, and takes together with the secrets', () => {
    const known = new Set<string>(settings.map(({ name }) => name))
    expect(plain.map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
    const secrets = {
      DATABASE_URL: 'postgres://hoshi:x@db/hoshi',
      SECRET: 'a secret that only this test knows of',
      S3_ACCESS_KEY_ID: 'hoshi',
      S3_SECRET_ACCESS_KEY: 'x',
    }
    expect(Object.keys(secrets).filter((name) => plain.some(([other]) => other === name))).toEqual([])
    const text = readFileSync(join(folder, 'web.yaml'), 'utf8')
    expect(text).toContain(`# ${Object.keys(secrets).join(', ')}.`)
    expect(readConfig({ ...Object.fromEntries(plain), ...secrets }).storage.kind).toBe('s3')
  })

  test('runs without rights, as the user of the image', () => {
    const [, uid] = /^USER (\d+):/m.exec(dockerfile) ?? []
    expect(deployments.map(({ spec }) => spec.template.spec.securityContext)).toEqual(
      deployments.map(() => expect.objectContaining({ runAsNonRoot: true, runAsUser: Number(uid) })),
    )
    expect(containers.map(({ securityContext }) => securityContext)).toEqual(
      containers.map(() => ({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })),
    )
  })

  test('asks the ports that the image listens on', () => {
    const ports = containers.map((container) => container.ports.map(({ containerPort }) => containerPort))
    const [, listens = ''] = /^EXPOSE (.+)$/m.exec(dockerfile) ?? []
    expect(ports.flat()).toEqual(listens.split(' ').map(Number))
    const asked = containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
      [startupProbe, livenessProbe, readinessProbe].map((probe) => probe.tcpSocket?.port ?? probe.httpGet?.port),
    )
    expect(asked).toEqual(containers.flatMap(({ ports: [port] }) => Array(3).fill(port?.name)))
  })

  test('does not restart Hoshi because its database is away', () => {
    expect(containers.map(({ livenessProbe }) => livenessProbe.httpGet)).toEqual(containers.map(() => undefined))
    expect(containers.map(({ readinessProbe }) => readinessProbe.httpGet?.path)).toEqual(
      containers.map(() => '/healthz'),
    )
  })

  test('mounts volumes that the pod has, and waits longer than a process takes to end', () => {
    const mounts = deployments.map(({ spec }) => spec.template.spec.containers[0].volumeMounts.map(({ name }) => name))
    expect(mounts).toEqual(deployments.map(({ spec }) => spec.template.spec.volumes.map(({ name }) => name)))
    const limits = deployments.map(({ spec }) => spec.template.spec.terminationGracePeriodSeconds)
    expect(limits.filter((seconds) => seconds < 15)).toEqual([])
  })
})
