import { CheckNotes, CheckSummary } from '#app/subtitle-lines/check-notes.tsx'
import { LineHead } from '#app/subtitle-lines/line-head.tsx'
import { checkCues } from '#app/subtitle-lines/reading-speed.ts'
import { FrameTime } from './frame-time.tsx'
import type { Chosen } from './load-subtitles.server.ts'

/** The lines of a text with their times, and advice about those that are too fast or meet. */
export function LineTable({ text, framesPerSecond }: { text: Chosen; framesPerSecond: number | null }) {
  const checks = checkCues(text.lines)
  return (
    <>
      <CheckSummary checks={checks} outside={text.outside.count} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard */}
      <section className="subtitles-table" tabIndex={0} aria-label="Lines">
        <table>
          <LineHead beside={null} />
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
                    <CheckNotes check={check} framesPerSecond={framesPerSecond} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {text.lines.length < text.lineCount && (
        <p className="muted">Showing the first {text.lines.length} lines. Download the file to see all of them.</p>
      )}
    </>
  )
}
