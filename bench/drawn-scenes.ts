/** Painted backgrounds that pan, with grain and effects; or flat colours and a fixed camera. */
export type Style = 'painted' | 'flat'

/** One shot of the generated clip: a background, and a cel on it that moves on threes. */
export interface Scene {
  frames: number
  /** Light and particles over the entire frame: the content that costs an encoder most. */
  hasEffects: boolean
  /** Determines colours, positions and movement. */
  seed: number
}

export const FRAMES_PER_SECOND = 24
const SHORTEST_FRAMES = 38
const LONGEST_FRAMES = 132
const EFFECTS_EVERY = 5

/** Shots of 1.6 to 5.5 seconds that add up to the length exactly; one in five has effects. Deterministic. */
export function planScenes(seconds: number): Scene[] {
  const total = seconds * FRAMES_PER_SECOND
  const scenes: Scene[] = []
  let left = total
  for (let seed = 1; left > 0; seed += 1) {
    const wanted = SHORTEST_FRAMES + pick(seed, 1, LONGEST_FRAMES - SHORTEST_FRAMES + 1)
    // A remainder too short for its own shot lengthens or shortens this one.
    const frames = left <= LONGEST_FRAMES ? left : Math.min(wanted, left - SHORTEST_FRAMES)
    scenes.push({ frames, hasEffects: seed % EFFECTS_EVERY === 0, seed })
    left -= frames
  }
  return scenes
}

/**
 * ffmpeg's filter graph of the video, ending in `[video]`: 1080p at 24 frames a second, cels moved on threes and held
 * now and then, with light grain over everything if painted. Backgrounds and cels are drawn once per shot and repeated,
 * which makes this cheap.
 */
export function drawScenes(scenes: readonly Scene[], style: Style = 'painted'): string {
  const shots = scenes.map((scene, at) => drawScene(scene, at, style))
  const joined = scenes.map((_, at) => `[shot${at}]`).join('')
  const grain = style === 'painted' ? 'noise=alls=2:allf=t,' : ''
  return [...shots, `${joined}concat=n=${scenes.length}:v=1:a=0,${grain}format=yuv420p[video]`].join(';\n')
}

function drawScene(scene: Scene, at: number, style: Style): string {
  const hasEffects = scene.hasEffects && style === 'painted'
  const end = hasEffects ? `drawn${at}` : `shot${at}`
  const parts = [
    `${style === 'painted' ? paintedBackground(scene) : flatBackground(scene)}[back${at}]`,
    `${cel(scene)}[cel${at}]`,
    `[back${at}][cel${at}]overlay=${movement(scene)}:shortest=1,format=yuv420p[${end}]`,
  ]
  if (hasEffects) {
    // Noise scaled up: soft specks of light that change in every frame.
    parts.push(
      `color=c=gray:s=64x36:r=${FRAMES_PER_SECOND},noise=c0s=16:c0f=t,scale=1920:1080:flags=bilinear,` +
        `format=yuv420p,trim=end_frame=${scene.frames}[light${at}]`,
      `[${end}][light${at}]blend=all_mode=softlight:shortest=1[shot${at}]`,
    )
  }
  return parts.join(';\n')
}

/** A sky and a wall with brush texture; wider than the frame, to pan. */
function paintedBackground({ seed, frames }: Scene): string {
  const width = 1920 + 2 * LONGEST_FRAMES
  const wall = { x: pick(seed, 2, 900), y: 450 + pick(seed, 3, 300), w: 200 + pick(seed, 4, 500) }
  return [
    `gradients=s=${width}x1080:n=3:c0=${colour(seed, 5)}:c1=${colour(seed, 6)}:c2=${colour(seed, 7)}:x0=0:y0=0:x1=200:y1=1080:r=${FRAMES_PER_SECOND}`,
    'trim=end_frame=1,format=yuv420p',
    `noise=alls=70:allf=p:all_seed=${seed},gblur=sigma=4,noise=alls=18:allf=p:all_seed=${seed + 1},gblur=sigma=1`,
    `drawbox=x=${wall.x}:y=${wall.y}:w=${wall.w}:h=700:color=${colour(seed, 8)}@0.7:t=fill`,
    `drawbox=x=${wall.x}:y=${wall.y}:w=${wall.w}:h=700:color=0x181820:t=5`,
    repeated,
    `crop=1920:1080:x='${1 + pick(seed, 9, 2)}*n':y=0,trim=end_frame=${frames}`,
  ].join(',')
}

/** A sky and a wall of one colour each, for a fixed camera. */
function flatBackground({ seed, frames }: Scene): string {
  const wall = `x=${pick(seed, 2, 900)}:y=${450 + pick(seed, 3, 300)}:w=${200 + pick(seed, 4, 500)}:h=700`
  return [
    `color=c=${colour(seed, 5)}:s=1920x1080:r=${FRAMES_PER_SECOND}`,
    'trim=end_frame=1,format=yuv420p',
    `drawbox=${wall}:color=${colour(seed, 8)}:t=fill,drawbox=${wall}:color=0x181820:t=5`,
    repeated,
    `trim=end_frame=${frames}`,
  ].join(',')
}

/** An outlined shape in two flat tones. */
function cel({ seed, frames }: Scene): string {
  const [width, height] = [240 + 2 * pick(seed, 10, 150), 360 + 2 * pick(seed, 11, 150)]
  const inside = `lt(hypot((X-${width / 2})/${width / 2}\\,(Y-${height / 2})/${height / 2})\\,`
  const tone = (salt: number) => {
    const light = 110 + pick(seed, salt, 130)
    return `if(${inside}0.95)\\,if(lt(X-Y/5\\,${width / 3})\\,${light}\\,${Math.round(light * 0.75)})\\,24)`
  }
  return [
    `color=c=black:s=${width}x${height}:r=${FRAMES_PER_SECOND}`,
    'trim=end_frame=1,format=rgba',
    `geq=r='${tone(12)}':g='${tone(13)}':b='${tone(14)}':a='if(${inside}1)\\,255\\,0)'`,
    'format=yuva420p',
    repeated,
    `trim=end_frame=${frames}`,
  ].join(',')
}

/** On threes: a new position every third frame, and no movement for one second out of three. */
function movement({ seed }: Scene): string {
  const drawing = 'floor(n/3)'
  const moved = `(${drawing}-8*floor(${drawing}/24)-max(0\\,mod(${drawing}\\,24)-16))`
  const [x, y] = [200 + pick(seed, 15, 900), 150 + pick(seed, 16, 350)]
  const step = 6 + pick(seed, 17, 14)
  return `x='${x}+${step}*${moved}':y='${y}+${2 * step}*sin(${moved})'`
}

const repeated = `loop=loop=-1:size=1,setpts=N/${FRAMES_PER_SECOND}/TB`

function colour(seed: number, salt: number): string {
  const part = (more: number) => (40 + pick(seed, salt * 3 + more, 190)).toString(16).padStart(2, '0')
  return `0x${part(100)}${part(101)}${part(102)}`
}

/** An integer from 0 to `below` - 1 that depends only on seed and salt. */
function pick(seed: number, salt: number, below: number): number {
  let mixed = Math.imul(seed, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39)
  return ((mixed ^ (mixed >>> 16)) >>> 0) % below
}
