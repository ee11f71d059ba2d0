import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPerson } from '#tests/support/http/person.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { drawClip } from './clips.ts'
import { copyEpisode } from './episode-copies.ts'
import { type Figure, median } from './figures.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import { publishFile, waitForVideo } from './short-clip.ts'

const EPISODES = 1000
const CLIP_SECONDS = 10
const RESTORES = 3
/** From the command to the first page, beside a copy of the same files. */
const RESTORE_GOAL = 2

/**
 * Backups of a site of 1,000 episodes: the first one, one with nothing new, and one after one more episode. Then the time from
 * the restore until the restored Hoshi answers, beside a copy of the files of the backup.
 */
export async function measureBackup(report: (line: string) => void): Promise<Figure[]> {
  return await withDataDir(async (root) => {
    const [dataDir, place] = [join(root, 'data'), join(root, 'backup')]
    const backUp = async (what: string) => {
      const { seconds, output } = await runCommand('backup', place, dataDir)
      const [files = 0, added = 0] = (/([\d,]+) files, ([\d,]+) of them new/.exec(output) ?? []).slice(1).map(numberOf)
      report(`${what}: ${seconds.toFixed(1)} s, ${added} of ${files} files read`)
      return { seconds, files, added }
    }
    const hoshi = await startHoshi(dataDir)
    try {
      const creator = await createPerson(hoshi.url, 'creator')
      const clip = join(root, 'clip.mp4')
      await drawClip(clip, CLIP_SECONDS)
      const publish = async () => {
        const published = await publishFile(creator, clip)
        await waitForVideo(creator, published.uid, ({ status }) => status.percentComplete === 100)
        return published
      }
      await copyEpisode(join(dataDir, 'files'), embeddedConnection(dataDir), await publish(), EPISODES)
      const first = await backUp('first backup')
      const again = await backUp('nothing new')
      await publish()
      const next = await backUp('one more episode')
      return [
        { name: `backup of ${EPISODES} episodes, the first`, value: first.seconds, unit: 's' },
        besideFirst('nothing new', again.seconds, first.seconds),
        besideFirst('one more episode', next.seconds, first.seconds),
        ...(await measureRestores(root, place, report)),
      ]
    } finally {
      await hoshi.stop()
    }
  })
}

function besideFirst(what: string, value: number, first: number): Figure {
  return { name: `backup with ${what}, beside the first`, value, unit: 's', baseline: { value: first } }
}

async function measureRestores(root: string, place: string, report: (line: string) => void): Promise<Figure[]> {
  const [restored, copied] = [join(root, 'restored'), join(root, 'copied')]
  const times = { restore: [] as number[], copy: [] as number[] }
  for (let run = 1; run <= RESTORES; run += 1) {
    const startedAt = performance.now()
    await cp(place, copied, { recursive: true })
    times.copy.push((performance.now() - startedAt) / 1000)
    const { seconds } = await runCommand('restore', place, restored)
    const hoshi = await startHoshi(restored)
    const page = await fetch(`${hoshi.url}/explore`)
    if (!page.ok) throw new Error(`The restored Hoshi answered ${page.status}.`)
    await hoshi.stop()
    times.restore.push(seconds + hoshi.secondsToHealthy)
    report(`restore ${run}: ${seconds.toFixed(1)} s and a start of ${hoshi.secondsToHealthy.toFixed(1)} s`)
    for (const folder of [restored, copied]) await rm(folder, { recursive: true })
  }
  const [value, baseline] = [median(times.restore), median(times.copy)]
  const name = `restore of ${EPISODES} episodes to the first page (median of ${RESTORES}), beside a copy`
  return [
    { name, value, unit: 's', baseline: { value: baseline }, goal: Math.round(baseline * RESTORE_GOAL * 10) / 10 },
  ]
}

/** Runs a command as npm does. */
async function runCommand(command: string, place: string, dataDir: string) {
  const startedAt = performance.now()
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [`src/server/${command}.ts`, place], { env })
  return { seconds: (performance.now() - startedAt) / 1000, output: stdout }
}

const numberOf = (text: string) => Number(text.replaceAll(',', ''))
