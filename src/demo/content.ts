import type { Arc } from '#series/series.ts'

/** A creator of the demo. */
export interface DemoCreator {
  /** Stable: completed steps are recorded under it. */
  key: string
  /** In a domain reserved for examples: mail reaches nobody. */
  email: string
  username: string
  bio: string
  /** Empty for none. */
  patreonUrl: string
  /** Whether there is an `avatars/{key}.png`. */
  hasAvatar: boolean
}

/** One upload of the demo; its file is `masters/{key}.mp4`. */
export interface DemoEpisode {
  /** Stable: completed steps are recorded under it. */
  key: string
  /** Key of its creator. */
  creator: string
  title: string
  genre: string
  nsfw: boolean
  /** Empty for none. */
  description: string
  tags: readonly string[]
  /** Creators of the demo who worked on it, and how; none unless given. */
  credits?: readonly { creator: string; role: string }[]
}

/** A series of the demo, made once all episodes are published. */
export interface DemoSeries {
  /** Stable, and unlike those of episodes: the completed step is recorded under it. */
  key: string
  /** Key of its creator. */
  creator: string
  title: string
  description: string
  /** Keys of its episodes, in order. */
  episodes: readonly string[]
  arcs: readonly Arc[]
}

/** A comment of one creator of the demo under an episode of another, made once all series are. */
export interface DemoThread {
  /** Stable, and unlike those of episodes and series: the completed step is recorded under it. */
  key: string
  /** Key of the episode. */
  episode: string
  /** Key of the author. */
  creator: string
  text: string
  reply?: { creator: string; text: string }
}

/** The content of the demo; episodes are published in this order. */
export interface DemoContent {
  creators: readonly DemoCreator[]
  episodes: readonly DemoEpisode[]
  series?: readonly DemoSeries[]
  comments?: readonly DemoThread[]
}

const creators: DemoCreator[] = [
  {
    key: 'mio-arakawa',
    email: 'mio@demo.hoshi.example',
    username: 'Mio Arakawa',
    bio: 'I draw trains, whales and other large slow things that pass at night. One drawing at a time, at the kitchen table, after the last dish is dry.',
    patreonUrl: 'https://example.com/mio-arakawa',
    hasAvatar: true,
  },
  {
    key: 'garage-kaiju',
    email: 'kaiju@demo.hoshi.example',
    username: 'Garage Kaiju',
    bio: 'Two brothers, one scanner, a garage in Kawasaki. Robots on weekdays, ghosts on weekends.\nThe scanner is the scary one.',
    patreonUrl: 'https://example.com/garage-kaiju',
    hasAvatar: true,
  },
  {
    key: 'studio-kipple',
    email: 'kipple@demo.hoshi.example',
    username: 'Studio Kipple',
    bio: 'Small jokes, drawn seriously. Mostly soup and cats.',
    patreonUrl: 'https://example.org/kipple',
    hasAvatar: true,
  },
  {
    key: 'rafa-sunada',
    email: 'rafa@demo.hoshi.example',
    username: 'Rafa Sunada',
    bio: 'Bicycles, weather, people who nearly say something.',
    patreonUrl: '',
    hasAvatar: false,
  },
]

const episodes: DemoEpisode[] = [
  {
    key: 'sea',
    creator: 'rafa-sunada',
    title: 'Salt on the Handlebars',
    genre: 'Adventure',
    nsfw: false,
    description: 'A parked bicycle, a summer sea, and a visitor who would like a ride.',
    tags: ['summer', 'bicycle', 'gull'],
  },
  {
    key: 'classroom',
    creator: 'garage-kaiju',
    title: 'After the Sixth Bell',
    genre: 'Horror',
    nsfw: true,
    description:
      'She only closed her eyes for a minute.\n\nMarked NSFW for mild horror: a dark room, a pale figure and one sudden look. No blood.',
    tags: ['ghost', 'school', 'one scare'],
  },
  {
    key: 'balcony',
    creator: 'studio-kipple',
    title: 'Wash Day for a Cat',
    genre: 'Slice of Life',
    nsfw: false,
    description: '',
    tags: ['cat', 'laundry'],
  },
  {
    key: 'bike',
    creator: 'rafa-sunada',
    title: 'Downhill at 24 Frames',
    genre: 'Action',
    nsfw: false,
    description: 'No brakes until the river. Drawn on twos, ridden on ones.',
    tags: ['bicycle', 'neon', 'speed'],
  },
  {
    key: 'bus-stop',
    creator: 'mio-arakawa',
    title: 'The 19:04 Does Not Stop Here',
    genre: 'Romance',
    nsfw: false,
    description: 'The bus goes by. Something better arrives. Framed 4:3, like the television it was drawn in front of.',
    tags: ['rain', 'umbrella', '4:3'],
    credits: [
      { creator: 'mio-arakawa', role: 'Direction' },
      { creator: 'rafa-sunada', role: 'Sound' },
    ],
  },
  {
    key: 'rooftop',
    creator: 'rafa-sunada',
    title: 'Five Minutes Before the Bell',
    genre: 'Romance',
    nsfw: false,
    description: 'Five minutes are enough, if somebody takes the first step.',
    tags: ['school', 'magic hour'],
  },
  {
    key: 'ramen',
    creator: 'studio-kipple',
    title: 'Extra Noodles, No Questions',
    genre: 'Comedy',
    nsfw: false,
    description: 'The cook has seen hungry people before. Not like this one.',
    tags: ['ramen', 'night', 'soup'],
    credits: [
      { creator: 'studio-kipple', role: 'Direction' },
      { creator: 'garage-kaiju', role: 'Background' },
    ],
  },
  {
    key: 'shrine',
    creator: 'mio-arakawa',
    title: '狐の嫁入り',
    genre: 'Fantasy',
    nsfw: false,
    description: 'Kitsune no yomeiri: when rain falls through light, the foxes hold a wedding.',
    tags: ['fox', 'shrine', '狐'],
  },
  {
    key: 'wand',
    creator: 'studio-kipple',
    title: 'Magical Intern Ruri',
    genre: 'Action',
    nsfw: false,
    description: 'First day at work. The wand came without a manual.',
    tags: ['magical girl', 'transformation'],
  },
  {
    key: 'whale',
    creator: 'mio-arakawa',
    title: 'A Whale Over Minato',
    genre: 'Fantasy',
    nsfw: false,
    description: 'Somebody on a roof waves, and a constellation answers.',
    tags: ['whale', 'stars', 'quiet'],
  },
  {
    key: 'night-train',
    creator: 'mio-arakawa',
    title: 'The Last Local to Vega',
    genre: 'Fantasy',
    nsfw: false,
    description: 'The last train of the night has one passenger, and it does not stop where the timetable says.',
    tags: ['train', 'tanabata', 'night'],
    credits: [
      { creator: 'mio-arakawa', role: 'Direction' },
      { creator: 'mio-arakawa', role: 'Key animation' },
      { creator: 'rafa-sunada', role: 'In-between' },
      { creator: 'studio-kipple', role: 'Background' },
      { creator: 'garage-kaiju', role: 'Sound' },
    ],
  },
  {
    key: 'mecha',
    creator: 'garage-kaiju',
    title: 'Unit Zero Overslept',
    genre: 'Mecha',
    nsfw: false,
    description: 'The city needs its last defender. The last defender needs five more minutes.',
    tags: ['robot', 'alarm clock'],
    credits: [
      { creator: 'garage-kaiju', role: 'Direction' },
      { creator: 'studio-kipple', role: 'Voice' },
    ],
  },
]

const series: DemoSeries[] = [
  {
    key: 'series-vega-line',
    creator: 'mio-arakawa',
    title: 'The Vega Line',
    description: 'Four nights around one line, and everybody who gets on too late.',
    episodes: ['bus-stop', 'shrine', 'whale', 'night-train'],
    arcs: [
      { title: 'Departures', from: 1, to: 2 },
      { title: 'Terminus', from: 3, to: 4 },
    ],
  },
  {
    key: 'series-slow-summer',
    creator: 'rafa-sunada',
    title: 'A Slow Summer',
    description: 'Three short ways to spend an afternoon.',
    episodes: ['sea', 'bike', 'rooftop'],
    arcs: [],
  },
]

/** At most three by one creator: the limit of one minute allows no more. */
const comments: DemoThread[] = [
  {
    key: 'comment-window',
    episode: 'night-train',
    creator: 'rafa-sunada',
    text: 'Somebody waves at 0:10. I waved back, on a bus, with people watching.',
    reply: { creator: 'mio-arakawa', text: 'Four drawings, held for three frames each. I am glad they reached you.' },
  },
  {
    key: 'comment-bridge',
    episode: 'night-train',
    creator: 'garage-kaiju',
    text: 'At 0:16 the train leaves the bridge and nobody in it looks surprised. That is the whole film for us.',
  },
  {
    key: 'comment-vending-machine',
    episode: 'bus-stop',
    creator: 'studio-kipple',
    text: 'The vending machine at 0:04 has better light than my kitchen.',
    reply: { creator: 'mio-arakawa', text: 'It has better soup, too.' },
  },
  {
    key: 'comment-bus',
    episode: 'bus-stop',
    creator: 'rafa-sunada',
    text: 'The bus at 0:08 is only light and rain. I drew mine with all its windows and nobody noticed it.',
  },
  {
    key: 'comment-alarm',
    episode: 'mecha',
    creator: 'studio-kipple',
    text: 'I own the alarm clock of 0:10. It ends the same way every morning.',
    reply: { creator: 'garage-kaiju', text: 'It is the only thing in here that we drew from life.' },
  },
  {
    key: 'comment-bowls',
    episode: 'ramen',
    creator: 'garage-kaiju',
    text: 'How many bowls are in the stack at 0:14? We counted twice and disagree.',
    reply: { creator: 'studio-kipple', text: 'More than fit on the paper.' },
  },
]

/** The demo as it is shipped. */
export const demoContent: DemoContent = { creators, episodes, series, comments }
