import { type Figure, median } from './figures.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'

const RUNS = 3
const GOAL_SECONDS = 8

/** From typing `npm start` to the first 200 of `/healthz`: once on an empty data folder, then on the same folder. */
export async function measureStarts(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const once = async () => {
      const hoshi = await startHoshi(dataDir, 'npm start')
      await hoshi.stop()
      return hoshi.secondsToHealthy
    }
    const first = await once()
    report(`first start: ${first.toFixed(2)} s`)
    const later: number[] = []
    for (let run = 1; run <= RUNS; run += 1) {
      later.push(await once())
      report(`second start, run ${run} of ${RUNS}: ${later.at(-1)!.toFixed(2)} s`)
    }
    return [
      { name: 'first start to healthy, packages and build in place', value: first, unit: 's' },
      { name: `second start to healthy (median of ${RUNS})`, value: median(later), unit: 's', goal: GOAL_SECONDS },
    ]
  })
}
