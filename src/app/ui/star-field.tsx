import { type Star, stars80, stars100 } from './stars.ts'

// Positions of the stars that twinkle unless motion is reduced; at most six per page.
const twinkling = new Set([
  '1004,141',
  '907,320',
  '1255,32',
  '1122,549',
  '1332,63',
  '1397,474',
  '866,15',
  '733,252',
  '524,217',
  '519,45',
  '929,74',
  '1057,373',
])

/** SVG markup of the stars; a string, since they are the same on every page. */
function starMarkup(stars: readonly Star[]): { __html: string } {
  const circles = stars.map(([tint, x, y, radius]) => {
    const className = twinkling.has(`${x},${y}`) ? `${tint} twinkles` : tint
    return `<circle class="${className}" cx="${x}" cy="${y}" r="${radius}"/>`
  })
  return { __html: circles.join('') }
}

const stars80Markup = starMarkup(stars80)
const stars100Markup = starMarkup(stars100)

/** The 100 stars behind the top of a page. Decorative; fades out above the text. */
export function StarField() {
  return (
    <svg className="star-field" viewBox="0 0 1440 420" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: numbers of ours */}
      <g className="stars" dangerouslySetInnerHTML={stars100Markup} />
    </svg>
  )
}

/** The 80 stars over the night scene of landing and login, with the Summer Triangle of the Tanabata story. */
export function TanabataSky() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: numbers of ours */}
      <g className="stars" dangerouslySetInnerHTML={stars80Markup} />
      <g className="triangle">
        <path d="M1004 141L1223 335L907 320Z" />
        <text x="1020" y="136">
          Vega <tspan lang="ja">織姫</tspan>
        </text>
        <text x="1240" y="332">
          Altair <tspan lang="ja">彦星</tspan>
        </text>
        <text x="868" y="352">
          Deneb
        </text>
      </g>
    </>
  )
}
