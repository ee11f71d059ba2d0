/** The columns of a table of lines. @param beside name of another text that stands beside; null for none */
export function LineHead({ beside }: { beside: string | null }) {
  return (
    <thead>
      <tr>
        <th scope="col">No</th>
        <th scope="col">Start</th>
        <th scope="col">End</th>
        <th scope="col">
          <abbr title="Characters per second">CPS</abbr>
        </th>
        {beside !== null && <th scope="col">{beside}</th>}
        <th scope="col">Text</th>
      </tr>
    </thead>
  )
}
