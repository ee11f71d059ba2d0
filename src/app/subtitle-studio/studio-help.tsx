import { altKeys } from './studio-keys.ts'

/** The keys of the studio. */
export function StudioHelp() {
  return (
    <details className="studio-help">
      <summary>Keyboard shortcuts</summary>
      <dl>
        <div>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>Next line (with Shift: line break)</dd>
        </div>
        {altKeys.map(({ keys, name }) => (
          <div key={keys}>
            <dt>
              {keys
                .replace('ArrowUp', '↑')
                .replace('ArrowDown', '↓')
                .split('+')
                .map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Ctrl</kbd>
            <kbd>Z</kbd>
          </dt>
          <dd>Undo (with Shift: redo)</dd>
        </div>
        <div>
          <dt>
            <kbd>Ctrl</kbd>
            <kbd>S</kbd>
          </dt>
          <dd>Save version</dd>
        </div>
      </dl>
    </details>
  )
}
