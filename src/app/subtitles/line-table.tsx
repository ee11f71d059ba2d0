import { Icon } from '#app/ui/icon.tsx'
import { FrameTime } from './frame-time.tsx'
import type { Chosen } from './load-subtitles.server.ts'
import { type CueCheck, checkCues } from './reading-speed.ts'

/** The lines of a text with their times, and what would help those that are too fast or meet. */
export function LineTable({ text, framesPerSecond }: { text: Chosen; framesPerSecond: number | null }) {
  const checks = checkCues(text.lines)
  const fast = checks.filter(({ isTooFast }) => isTooFast).length
  const meeting = checks.filter(({ overlaps }) => overlaps).length
  return (
    <>
      <p className="subtitles-checks">
        {fast === 0 && meeting === 0 && (
          <span className="subtitles-good">
            <Icon name="check" />
            Every line can be read in its time
          </span>
        )}
        {fast > 0 && (
          <span className="subtitles-warning">
            <Icon name="warn" />
            {fast} too fast
          </span>
        )}
        {meeting > 0 && (
          <span className="subtitles-warning">
            <Icon name="warn" />
            {meeting} over one another
          </span>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard */}
      <section className="subtitles-table" tabIndex={0} aria-label="Lines">
        <table>
          <thead>
            <tr>
              <th scope="col">No</th>
              <th scope="col">Start</th>
              <th scope="col">End</th>
              <th scope="col">
                <abbr title="Letters a second">per s</abbr>
              </th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {text.lines.map((line, at) => {
              const check = checks[at]!
              return (
                <tr
                  key={`${line.from} ${line.text}`}
                  className={check.isTooFast || check.overlaps ? 'is-warned' : undefined}
                >
                  <td className="figures">{at + 1}</td>
                  <td>
                    <FrameTime seconds={line.from} framesPerSecond={framesPerSecond} />
                  </td>
                  <td>
                    <FrameTime seconds={line.to} framesPerSecond={framesPerSecond} />
                  </td>
                  <td className="figures">{check.perSecond}</td>
                  <td>
                    <span lang={text.language} dir="auto" className="subtitles-text">
                      {line.text}
                    </span>
                    {check.isTooFast && (
                      <small>
                        <Icon name="warn" />
                        {adviceFor(check, framesPerSecond)}
                      </small>
                    )}
                    {check.overlaps && (
                      <small>
                        <Icon name="warn" />
                        Begins before the last line has ended.
                      </small>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {text.lines.length < text.lineCount && (
        <p className="muted">The first {text.lines.length} lines. The file has all of them.</p>
      )}
    </>
  )
}

function adviceFor({ perSecond, limit, missingSeconds }: CueCheck, framesPerSecond: number | null): string {
  const frames = framesPerSecond && Math.ceil(missingSeconds * framesPerSecond)
  const longer = frames === null ? `${missingSeconds.toFixed(1)} s` : frames === 1 ? '1 frame' : `${frames} frames`
  return `${perSecond} letters a second, ${limit} read well. Fewer words, or ${longer} longer.`
}
