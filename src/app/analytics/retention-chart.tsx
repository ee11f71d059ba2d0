import { formatShare } from '#app/messages/captions.ts'
import { formatTime } from '#app/ui/format.ts'
import { linePoints } from './chart-points.ts'
import { FormulaTip } from './formula-tip.tsx'
import { useChartSlider } from './use-chart-slider.ts'

/** The share of an episode's watches that included each second. Arrow keys and the pointer choose a second. */
export function RetentionChart({ retention, title }: { retention: number[]; title: string }) {
  const { index: second, last, keyHandlers, pointerHandlers } = useChartSlider(retention.length, 'points', 'first')
  const points = linePoints(retention, 1)
  const text = `${formatShare(retention[second] ?? 0)} of watched views`
  const step = Math.max(1, Math.ceil(retention.length / 20))
  return (
    <section className="panel chart-panel" aria-labelledby="retention">
      <div className="figure-head row">
        <h2 id="retention">Retention</h2>
        <FormulaTip of="retention" />
      </div>
      <p className="chart-lead">Share of all watched views of {title} that included each second</p>
      <div
        className="retention"
        role="slider"
        aria-label="Second"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={second}
        aria-valuetext={`${formatTime(second)}: ${text}`}
        tabIndex={0}
        {...keyHandlers}
      >
        <svg
          className="mark-line"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          {...pointerHandlers}
        >
          <polygon points={`0,100 ${points} 100,100`} />
          <polyline points={points} vectorEffect="non-scaling-stroke" />
          <line x1={last > 0 ? (second / last) * 100 : 0} x2={last > 0 ? (second / last) * 100 : 0} y1="0" y2="100" />
        </svg>
      </div>
      <p className="day-read">
        <b>{formatTime(second)}:</b> {text}
      </p>
      <details className="chart-table">
        <summary>Show the line as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {retention.map((share, at) =>
              at % step === 0 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is a second
                <tr key={at}>
                  <th scope="row">{formatTime(at)}</th>
                  <td>{formatShare(share)}</td>
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      </details>
    </section>
  )
}
