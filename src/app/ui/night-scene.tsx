import hero from '../art/hero.svg?no-inline'
import { TanabataSky } from './star-field.tsx'

/**
 * The background of landing and login: the city and the train, with the stars in a layer of their own. Dark in both
 * themes.
 */
export function NightScene() {
  return (
    <>
      <svg className="night-scene" viewBox="0 0 1440 960" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <image href={hero} width="1440" height="960" />
      </svg>
      <svg
        className="night-scene night-sky"
        viewBox="0 0 1440 960"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <TanabataSky />
      </svg>
    </>
  )
}
