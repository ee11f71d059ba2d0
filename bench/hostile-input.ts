import { archiveOf, bringHere } from '#tests/support/http/archives.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { stackedMarks } from '#tests/support/run/stacked-marks.ts'
import type { Figure } from './figures.ts'
import { type HoshiProcess, withHoshi } from './hoshi-process.ts'
import { withMemoryPeak } from './memory-peak.ts'
import { publishShortClip } from './short-clip.ts'

/** Nothing that a stranger sends holds the event loop for longer. */
const GOAL_TURN_MS = 50
/** The readers of texts and archives have their own memory limits, in this process or beside it. */
const GOAL_GROWTH_MB = 150
/** Just below the largest subtitle file, in characters of two bytes. */
const MARKS = 4_900_000
const LINES = 20_000
/** Characters of the document in an archive. */
const DOCUMENT = 16_000_000
/** As long as any text in a body may be. */
const BODY_MARKS = 28_000

/** One thing that a person with an account sends. @returns the status or state that answered it */
interface HostileInput {
  name: string
  send(creator: Person, episodeId: string): Promise<string>
}

const subtitles = (name: string, file: () => Blob): HostileInput => ({
  name,
  async send({ call }, episodeId) {
    const form = subtitleForm(file(), { language: 'en', kind: 'subtitles', label: name.slice(0, 30) })
    const added = await call('POST', `/api/v1/episodes/${episodeId}/subtitles`, form)
    if (added.status !== 201) return String(added.status)
    const { id, vttUrl } = (await added.json()) as { id: string; vttUrl: string }
    const statuses = [added.status]
    for (const path of [vttUrl, `/api/v1/subtitles/${id}?format=srt`, `/api/v1/subtitles/${id}?format=ass`]) {
      const response = await call('GET', path)
      await response.arrayBuffer()
      statuses.push(response.status)
    }
    return statuses.join(', ')
  },
})

const archive = (name: string, document: () => string): HostileInput => ({
  name,
  async send(creator) {
    const { state } = await bringHere(creator, await archiveOf(document()))
    return state
  },
})

const call = (name: string, method: string, path: string, body?: unknown): HostileInput => ({
  name,
  async send(creator, episodeId) {
    return String((await creator.call(method, path.replace('{id}', episodeId), body)).status)
  },
})

const marksOfDocument = () => JSON.stringify({ profile: { username: 'Name', bio: stackedMarks(DOCUMENT / 2) } })
const searched = encodeURIComponent(stackedMarks(200))

const inputs: HostileInput[] = [
  subtitles('a WebVTT file of 9.8 MB, one letter with marks', () => linesFile([stackedMarks(MARKS)])),
  subtitles('the same as SubRip', () => linesFile([stackedMarks(MARKS)], 'srt')),
  subtitles('the same as ASS', () => linesFile([stackedMarks(MARKS)], 'ass')),
  subtitles('20,000 lines', () => linesFile(Array.from({ length: LINES }, (_, at) => `Line ${at} of a long talk.`))),
  call('a name of 56 KB', 'PATCH', '/api/v1/creators/me', { username: stackedMarks(BODY_MARKS) }),
  call('a search of lines', 'GET', `/api/v1/episodes/{id}/lines?search=${searched}`),
  archive('an archive with 16 MB of numbers in a list', () => `{"episodes":[${'0,'.repeat(DOCUMENT / 2)}0]}`),
  archive('an archive with 16 MB of lists in a list', () => `{"episodes":${'['.repeat(DOCUMENT)}`),
  archive('an archive with 16 MB of marks', marksOfDocument),
]

/** The longest turn of the server's event loop, and the growth of its memory, while each of these inputs is answered. */
export async function measureHostileInput(report: (line: string) => void): Promise<Figure[]> {
  return withHoshi(async (hoshi) => {
    const creator = await createPerson(hoshi.url, 'creator')
    const { episodeId } = await publishShortClip(creator)
    const figures: Figure[] = []
    // Warms the server up with the first requests of their kinds.
    await subtitles('first', () => linesFile(['One'])).send(creator, episodeId)
    await archive('first', () => '{}').send(creator, episodeId)
    for (const { name, send } of inputs) {
      await longestTurnMs(hoshi)
      const { before, peak, result } = await withMemoryPeak(hoshi.pid, () => send(creator, episodeId))
      const turn = await longestTurnMs(hoshi)
      report(`${name}: ${turn.toFixed(0)} ms, ${(peak - before).toFixed(0)} MB; answered ${result}`)
      figures.push({ name: `${name}: longest turn`, value: turn, unit: 'ms', goal: GOAL_TURN_MS })
      figures.push({ name: '  growth of memory', value: peak - before, unit: 'MB', goal: GOAL_GROWTH_MB })
    }
    return figures
  })
}

/** The longest turn of the event loop since the last call; 0 for the first one. */
async function longestTurnMs({ url }: HoshiProcess): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  const seconds = /^hoshi_event_loop_lag_seconds\{quantile="1"\} (\S+)$/m.exec(text)?.[1]
  return Number(seconds ?? 0) * 1000
}
