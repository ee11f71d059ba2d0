/** Progress of an ffmpeg run, by its output so far. */
export interface ToolProgress {
  seconds: number
  frames: number
  sizeBytes: number
}

/**
 * Reads ffmpeg's `-progress` stream (`key=value` lines, a block each half second, ended by `progress=…`).
 * ffmpeg reports on time even when it hangs, so `onAdvance` is called only when a figure has grown.
 */
export function createProgressReader(onAdvance: (progress: ToolProgress) => void): (line: string) => void {
  const current: ToolProgress = { seconds: 0, frames: 0, sizeBytes: 0 }
  let hasAdvanced = false
  const raise = (key: keyof ToolProgress, value: number) => {
    if (!(value > current[key])) return
    current[key] = value
    hasAdvanced = true
  }
  return (line) => {
    const [key, value = ''] = line.trim().split('=', 2)
    if (key === 'out_time_us') raise('seconds', Number(value) / 1e6)
    else if (key === 'frame') raise('frames', Number(value))
    else if (key === 'total_size') raise('sizeBytes', Number(value))
    else if (key === 'progress' && hasAdvanced) {
      hasAdvanced = false
      onAdvance({ ...current })
    }
  }
}
