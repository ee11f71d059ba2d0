import { TextAreaField } from '#app/ui/field.tsx'
import { type Embeddable, embedCode, embedSize } from './embed-code.ts'

/** The HTML with which other sites embed the episode, selected once it has the focus. */
export function EmbedCodeField({ episode }: { episode: Embeddable }) {
  return (
    <div className="share-embed">
      <TextAreaField
        label="Embed code"
        hint="HTML for your website"
        rows={5}
        readOnly
        spellCheck={false}
        value={embedCode(location.origin, episode, embedSize(episode))}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  )
}
