/** Two seconds at 24 frames a second: on twos, then held. */
export const exposureSheetExample = {
  frameRate: { numerator: 24, denominator: 1 },
  frames: 48,
  drawings: [
    [0, 2],
    [2, 2],
    [4, 44],
  ] as [number, number][],
}

export const exposureSheetCsvExample = 'drawing,first_frame,length\r\n1,0,2\r\n2,2,2\r\n3,4,44\r\n'

/** A recording that shows nothing new while nothing moves. */
export const frameTimesExample = { frames: 4, times: [0, 0.041667, 0.25, 2] }

/** Two seconds at 24 frames a second: a cut, after which little moves. */
export const changesExample = { frames: 48, cuts: [2], changes: [0, 94, 7] }

export const flashesExample = {
  state: 'done' as const,
  spans: [{ from: 128.17, to: 137.25, kind: 'luminance' as const }],
}
