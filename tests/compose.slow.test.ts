import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEmptyDatabase } from './crash/external-database.ts'
import { offsetOf, requestUpload, send, type Upload, waitForFinalState } from './crash/tus.ts'
import { publish } from './support/data/publishing.ts'
import { projectDir } from './support/deploy/compose-file.ts'
import { type ComposeSite, startComposeSite, whyNoNginx } from './support/deploy/compose-site.server.ts'
import { createPerson, type Person } from './support/http/person.ts'
import { makeClip } from './support/media/clips.server.ts'
import { eventually } from './support/run/eventually.ts'
import { openS3Double, type S3Double } from './support/storage/s3-double.ts'
import { destroyInstance } from './support/worlds/hoshi-process.server.ts'

const run = promisify(execFile)
/** Empty where they can run. */
const WHY_NOT = whyNoNginx() ?? ''
const webs = ['web-1', 'web-2']

describe.runIf(WHY_NOT === '')(
  `the processes of compose.yaml on one machine${WHY_NOT && ` (not here: ${WHY_NOT})`}`,
  () => {
    let root: string
    let database: Awaited<ReturnType<typeof createEmptyDatabase>>
    let store: S3Double
    let site: ComposeSite
    let creator: Person
    let upload: Upload
    let episodeId: string

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'hoshi-compose-'))
      database = await createEmptyDatabase(inject('postgresUrl'))
      store = await openS3Double()
      site = await startComposeSite(root, database.url, store.settings)
    })
    afterAll(async () => {
      site?.stop()
      if (root) await destroyInstance(root)
      await store?.close()
      await database?.drop()
    })

    test('are healthy, as the image asks them', async () => {
      const names = Object.keys(site.processes)
      expect(names).toEqual([...webs, 'worker'])
      for (const name of names) {
        const check = join(projectDir, 'deploy/container/healthcheck.mjs')
        await run(process.execPath, [check], { env: site.environmentOf(name) })
      }
    })

    test('let somebody sign up through nginx, who passes to both web nodes', async () => {
      creator = await createPerson(site.url, 'creator')
      await eventually('both have answered', async () => {
        await fetch(new URL('/explore', site.url))
        const asked = (await site.requests())
          .filter(({ path }) => path === '/explore')
          .flatMap(({ services }) => services)
        return webs.every((name) => asked.includes(name))
      })
    })

    test('take all pieces of an upload at one node, and at the other one when that is killed', async () => {
      const clip = await makeClip(join(root, 'clips'), { seconds: 3, width: 640, height: 360 })
      const bytes = await readFile(clip)
      const [first, second] = [Math.floor(bytes.length / 3), Math.floor((bytes.length * 2) / 3)]
      upload = await requestUpload(creator, clip)
      const nodesOf = async (count: number) =>
        (await site.requestsOf(new URL(upload.url).pathname, count)).map(({ services }) => services)
      await send(creator, upload, bytes.subarray(0, first), 0)
      await send(creator, upload, bytes.subarray(first, second), first)
      const before = await nodesOf(2)
      const node = before[0]?.[0] ?? ''
      expect(webs).toContain(node)
      expect(before).toEqual([[node], [node]])

      await site.processes[node]!.kill()
      expect(await offsetOf(creator, upload)).toBe(second)
      await send(creator, upload, bytes.subarray(second), second)
      const other = webs.find((name) => name !== node)
      expect((await nodesOf(4)).slice(2).map((services) => services.at(-1))).toEqual([other, other])
      await site.restart(node)
    })

    test('make it playable by the worker, in the store', async () => {
      const { status } = await waitForFinalState(creator, upload.uid)
      expect(status).toMatchObject({ state: 'ready', percentComplete: 100 })
      expect(store.keys().filter((key) => key.includes(upload.uid)).length).toBeGreaterThan(3)
      episodeId = await publish(creator, upload.uid, { title: 'Rain over Vega' })
    })

    test('show it over both nodes to people without an account', async () => {
      const path = `/watch/${episodeId}`
      await eventually('both have shown it', async () => {
        const answer = await fetch(new URL(path, site.url))
        if (!(await answer.text()).includes('Rain over Vega')) return false
        const shown = (await site.requests()).filter((each) => each.path === path && each.status === 200)
        return webs.every((name) => shown.some(({ services }) => services.includes(name)))
      })
    })

    test('send its media by the other address of nginx, which reads a segment once for many viewers', async () => {
      const { playback } = await waitForFinalState(creator, upload.uid)
      expect(playback.hls).toMatch(new RegExp(`^${site.mediaUrl}/media/`))
      const read = async (url: URL | string) => {
        const answer = await fetch(url, { headers: { Origin: site.url } })
        expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, site.url])
        return await answer.text()
      }
      const linkIn = (text: string) => text.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? ''
      const playlist = new URL(linkIn(await read(playback.hls!)), playback.hls!)
      const segment = new URL(linkIn(await read(playlist)), playlist)
      await read(segment)
      await read(segment)
      const asked = await site.requestsOf(segment.pathname, 2)
      expect(asked.map(({ cache }) => cache)).toEqual(['MISS', 'HIT'])
      expect((await fetch(new URL('/healthz', site.mediaUrl))).status).toBe(404)
    })

    test('ask both nodes for a script that one does not have, as between two versions', async () => {
      const path = '/assets/entry-AbCd1234.js'
      expect((await fetch(new URL(path, site.url))).status).toBe(404)
      const [asked] = await site.requestsOf(path, 1)
      expect(asked?.services.toSorted()).toEqual(webs)
    })

    test('keep their figures from the public', async () => {
      expect((await fetch(new URL('/metrics', site.url))).status).toBe(404)
    })
  },
)
