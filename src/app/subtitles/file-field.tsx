import { FileRow } from '#app/ui/file-row.tsx'

/** The field for a file with subtitles. */
export function FileField({ error }: { error: string | undefined }) {
  return (
    <FileRow
      label="File"
      hint="WebVTT, SRT, ASS or SSA, at most 10 MB"
      prompt="Drop a subtitle file here"
      name="file"
      accept=".vtt,.srt,.ass,.ssa,text/vtt"
      error={error}
    />
  )
}
