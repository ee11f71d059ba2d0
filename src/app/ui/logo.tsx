/** The word mark in the text colour; its star is yellow in the dark theme and has the text colour on paper. */
export function Logo({ height }: { height: number }) {
  return (
    <svg
      className="logo"
      viewBox="0 0 346 132"
      width={Math.round((height * 346) / 132)}
      height={height}
      role="img"
      aria-label="Hoshi"
    >
      <g fill="none" stroke="currentColor" strokeWidth="22">
        <path d="M15 112V20" />
        <path d="M15 112V80a24 24 0 0 1 48 0V112" />
        <path
          d="M213 60C207 53 199 51.500 190 52C174 53 172 69 187 72.500L200 75.500C217 79.500 214 99 196 100C185 100.600 176 97 170 89.500"
          strokeWidth="21"
        />
        <path d="M247 112V20" />
        <path d="M247 112V80a24 24 0 0 1 48 0V112" />
        <path d="M331 112V49" />
      </g>
      <circle cx="331" cy="27" r="13" fill="currentColor" />
      <g className="logo-star">
        <path
          fillRule="evenodd"
          d="M85 78.5a35 35 0 1 0 70 0a35 35 0 1 0 -70 0ZM118.6 58.8Q120 56 121.4 58.8L124.8 65.6Q126.8 69.8 131.3 70.4L138.9 71.5Q142 72 139.8 74.1L134.3 79.5Q131 82.7 131.8 87.2L133.1 94.8Q133.6 97.8 130.9 96.4L124.1 92.8Q120 90.6 115.9 92.8L109.1 96.4Q106.4 97.8 106.9 94.8L108.2 87.2Q109 82.7 105.7 79.5L100.2 74.1Q98 72 101.1 71.5L108.7 70.4Q113.2 69.8 115.2 65.6Z"
        />
      </g>
    </svg>
  )
}
