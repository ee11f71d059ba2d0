import { comments } from './content-comments.ts'
import type { DemoContent, DemoCreator, DemoEpisode, DemoSeries } from './content-shape.ts'
import { subtitles } from './content-subtitles.ts'

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
    description:
      'The last train of the night has one passenger, and it does not stop where the timetable says.\n\n0:00 The last local\n0:06 Between two stations\n0:10 Somebody waves\n0:16 Off the bridge',
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
    contentNotes: ['loud'],
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

/** The demo as it is shipped. */
export const demoContent: DemoContent = { creators, episodes, series, comments, subtitles }
