/** Warnings about the parts of a file that were left out, changed or assumed. */
export function FileWarnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <details className="subtitles-file-warnings" open>
      <summary>From the reading of the file</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  )
}
