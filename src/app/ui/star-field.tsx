import { type Star, stars80, stars100 } from './stars.ts'

// At most six stars twinkle; the styles start them only where motion is welcome.
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

/** The stars alone, for a drawing that already has its frame. */
function Stars({ stars }: { stars: readonly Star[] }) {
  return (
    <g className="stars">
      {stars.map(([tint, x, y, radius]) => (
        <circle
          key={`${x},${y}`}
          className={twinkling.has(`${x},${y}`) ? `${tint} twinkles` : tint}
          cx={x}
          cy={y}
          r={radius}
        />
      ))}
    </g>
  )
}

/** The 100 stars behind the top of a page. Decoration: it fades before it reaches what is read. */
export function StarField() {
  return (
    <svg className="star-field" viewBox="0 0 1440 420" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <Stars stars={stars100} />
    </svg>
  )
}

/** The 80 stars over the night scene of landing and login, with the Summer Triangle of the Tanabata story. */
export function TanabataSky() {
  return (
    <>
      <Stars stars={stars80} />
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
