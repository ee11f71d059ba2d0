import type { DemoSubtitle } from './content-shape.ts'

const vtt = (...cues: [time: string, text: string][]) =>
  ['WEBVTT', ...cues.map(([time, text]) => `${time}\n${text}`)].join('\n\n')

/** A script with the announcements and, at the top in another style, what a sign says. */
const trainScript = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,44,&H00F4FCFF,&H00F4FCFF,&H00081620,&H00000000,-1,0,0,0,100,100,0,0,1,3,0,2,60,60,44,1
Style: Sign,Arial,38,&H0047D4FF,&H0047D4FF,&H00081620,&H00000000,-1,0,0,0,100,100,4,0,1,3,0,8,60,60,40,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:04.50,Default,Announcement,0,0,0,,This is the last local of the night.
Dialogue: 0,0:00:05.00,0:00:08.50,Default,Announcement,0,0,0,,Please mind the gap between two stations.
Dialogue: 1,0:00:06.00,0:00:09.50,Sign,Sign,0,0,0,,{\\fad(300,300)}TO VEGA
Dialogue: 0,0:00:10.00,0:00:13.50,Default,Announcement,0,0,0,,Passengers who are waved at may wave back.
Dialogue: 0,0:00:16.00,0:00:19.50,Default,Announcement,0,0,0,,We are leaving the timetable now.
`

/** Two episodes with subtitles in English and Japanese. */
export const subtitles: readonly DemoSubtitle[] = [
  { key: 'subtitles-train-en', episode: 'night-train', creator: 'mio-arakawa', language: 'en', file: trainScript },
  {
    key: 'subtitles-train-ja',
    episode: 'night-train',
    creator: 'mio-arakawa',
    language: 'ja',
    file: vtt(
      ['00:01.000 --> 00:04.500', '今夜さいごの普通列車です。'],
      ['00:05.000 --> 00:08.500', '駅と駅のあいだに、お気をつけください。'],
      ['00:10.000 --> 00:13.500', '手をふられたら、ふりかえせます。'],
      ['00:16.000 --> 00:19.500', 'ここから時刻表をはなれます。'],
    ),
  },
  {
    key: 'subtitles-bus-en',
    episode: 'bus-stop',
    creator: 'mio-arakawa',
    language: 'en',
    file: vtt(
      ['00:01.000 --> 00:03.500', 'The 19:04 is on time.'],
      ['00:04.500 --> 00:07.500', 'It does not stop here.'],
      ['00:08.500 --> 00:11.500', 'It never did.'],
    ),
  },
  {
    key: 'subtitles-bus-ja',
    episode: 'bus-stop',
    creator: 'mio-arakawa',
    language: 'ja',
    file: vtt(
      ['00:01.000 --> 00:03.500', '19時4分は、じこくどおり。'],
      ['00:04.500 --> 00:07.500', 'ここには、とまりません。'],
      ['00:08.500 --> 00:11.500', 'とまったことも、ありません。'],
    ),
  },
]
