import { ASKS_OPENNESS } from '#app/dashboard/openness-mark.ts'
import { type EpisodeMetadata, type OpennessName, opennessNames } from '#catalog/episode-metadata.ts'
import { SwitchRow } from './switch-row.tsx'

/** Titles and explanations of the permissions. */
export const opennessTexts: Record<OpennessName, { title: string; hint: string }> = {
  commentsOpen: { title: 'Allow comments', hint: 'Existing comments stay when this is off' },
  framesOpen: { title: 'Allow saving frames', hint: 'As images, in study mode' },
  downloadsOpen: { title: 'Allow downloads', hint: 'Viewers can keep the video as a file' },
  translationsOpen: { title: 'Accept subtitles from viewers', hint: 'Nothing appears until you approve it' },
}

/** The permissions of viewers on an episode. @param values those given at first */
export function OpennessSwitches({ values }: { values: Pick<EpisodeMetadata, OpennessName> }) {
  return (
    <>
      <input type="hidden" name={ASKS_OPENNESS} value="true" />
      {opennessNames.map((name) => (
        <SwitchRow key={name} name={name} isOn={values[name]} {...opennessTexts[name]} />
      ))}
    </>
  )
}
