import { assScript } from './ass-script.ts'

/** An ASS script, and moments at which it is drawn. */
export interface DrawnScript {
  name: string
  text: string
  /** That stands in for what the script names and nobody has. */
  font: 'latin' | 'japanese'
  /** Has italics of a font without them. */
  isSlanted?: boolean
  moments: readonly [number, number]
}

const numberPad = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const star = 'm 0 -50 l 12 -16 48 -15 19 6 29 40 0 19 -29 40 -19 6 -48 -15 -12 -16'

export const ownScripts: readonly DrawnScript[] = [
  {
    name: 'positions and movements',
    font: 'latin',
    text: assScript({
      events: [
        '{\\pos(120,80)}Vega',
        '{\\an5\\pos(500.5,100.25)\\bord3}Altair',
        '{\\move(50,200,590,200)}The train moves',
        '{\\move(590,280,50,300,1000,4000)\\an4}and another',
      ],
    }),
    moments: [1, 3.2],
  },
  {
    name: 'karaoke by syllable, sweep and outline',
    font: 'latin',
    text: assScript({
      styles: [
        'Style: Song,Liberation Sans,40,&H0000D7FF,&H00FFFFFF,&H00402000,&H80000000,-1,0,0,0,100,100,1,0,1,3,0,8,10,10,16,1',
      ],
      events: [
        'Dialogue: 0,0:00:00.00,0:00:08.00,Song,,0,0,0,,{\\k50}ho{\\k50}shi {\\k70}no {\\k60}e{\\k60}ki',
        'Dialogue: 0,0:00:00.00,0:00:08.00,Song,,0,0,60,,{\\kf80}sweep{\\kf90} from {\\kf120}the left',
        'Dialogue: 0,0:00:00.00,0:00:08.00,Song,,0,0,120,,{\\ko80}out{\\ko90}li{\\ko120}ne',
      ],
    }),
    moments: [0.72, 2.04],
  },
  {
    name: 'fades and transforms',
    font: 'latin',
    text: assScript({
      events: [
        '{\\fad(1000,1000)\\pos(320,60)}Fades in and out',
        '{\\fade(255,32,224,0,2000,6000,8000)\\pos(320,120)}Fades in five parts',
        '{\\pos(320,200)\\t(0,4000,\\fscx180\\fscy60\\c&H00A0FF&\\3c&H800000&)}Transforms',
        '{\\pos(320,280)\\t(0,5000,2,\\bord8\\blur3\\frz20)}Slowly, then fast',
      ],
    }),
    moments: [0.6, 3.48],
  },
  {
    name: 'drawings',
    font: 'latin',
    text: assScript({
      events: [
        `{\\an7\\pos(160,120)\\p1\\c&H37D7FF&\\bord3}${star}`,
        `{\\an7\\pos(440,120)\\p2\\fscx300\\fscy300\\1a&H60&}${star}`,
        '{\\an7\\pos(0,0)\\p1\\c&H8A5A2A&\\bord0\\shad0}m 0 300 b 160 250 320 350 640 300 l 640 360 0 360',
        '{\\p1}m 0 0 l 30 0 30 30 0 30{\\p0} text after a square',
        '{\\an7\\pos(300,180)\\p4\\pbo40}m 0 0 s 400 0 400 400 0 400 c{\\p0}',
      ],
    }),
    moments: [1, 5],
  },
  {
    name: 'borders, shadows and blur',
    font: 'latin',
    text: assScript({
      styles: [
        'Style: Box,Liberation Sans,30,&H00FFFFFF,&H000000FF,&H00804000,&H40000000,0,0,0,0,100,100,0,0,3,6,4,8,20,20,20,1',
      ],
      events: [
        'Dialogue: 0,0:00:00.00,0:00:10.00,Box,,0,0,0,,A box behind the line',
        '{\\pos(160,140)\\bord6\\shad0}Thick',
        '{\\pos(480,140)\\xbord8\\ybord1\\xshad-6\\yshad5\\4c&H0000FF&}Uneven',
        '{\\pos(160,220)\\blur4\\bord3}Blurred',
        '{\\pos(480,220)\\be6\\bord4\\3c&HFF8000&}Soft',
        '{\\bord0\\shad8\\4a&H20&}Only a shadow',
      ],
    }),
    moments: [1, 5],
  },
  {
    name: 'rotations and shears',
    font: 'latin',
    text: assScript({
      events: [
        '{\\pos(160,100)\\frx50}Leans back',
        '{\\pos(480,100)\\fry50}Turns away',
        '{\\pos(160,230)\\frz35}Climbs',
        '{\\pos(480,230)\\fax0.4\\fay-0.1}Sheared',
        '{\\pos(320,300)\\org(320,0)\\t(0,8000,\\frz60\\frx30)}Around the top',
      ],
    }),
    moments: [1, 4.36],
  },
  {
    name: 'clips',
    font: 'latin',
    text: assScript({
      events: [
        '{\\pos(320,80)\\fs60\\clip(200,0,440,90)}Through a window',
        '{\\pos(320,180)\\fs60\\iclip(260,100,380,200)}Around a window',
        '{\\pos(320,290)\\fs60\\clip(m 100 220 l 540 220 320 330)}Through a triangle',
        '{\\pos(320,350)\\fs40\\clip(0,0,10,360)\\t(0,5000,\\clip(0,0,640,360))}Uncovered in time',
      ],
    }),
    moments: [1, 3],
  },
  {
    name: 'layers and collisions',
    font: 'latin',
    text: assScript({
      events: [
        'Dialogue: 2,0:00:00.00,0:00:10.00,Default,,0,0,0,,{\\pos(320,160)\\fs80\\1a&H40&}ABOVE',
        'Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,,{\\pos(330,170)\\fs80\\c&H0000FF&}below',
        'Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,,First at the bottom',
        'Dialogue: 0,0:00:01.00,0:00:10.00,Default,,0,0,0,,Second, above the first',
        'Dialogue: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,Third, for a second',
        'Dialogue: 1,0:00:02.00,0:00:10.00,Default,,0,0,0,,{\\c&H00FF00&}Another layer',
      ],
    }),
    moments: [1.52, 2.52],
  },
  {
    name: 'Japanese',
    font: 'japanese',
    isSlanted: true,
    text: assScript({
      styles: [
        'Style: Sign,BIZ UDPGothic,44,&H00402010,&H000000FF,&H00F0FFFF,&H00000000,0,0,0,0,100,100,4,0,1,3,0,8,10,10,20,1',
      ],
      events: [
        'さいごのは、まつって言った！\\Nきゅうふん、まった――鷗外の『舞姫』',
        'Dialogue: 0,0:00:00.00,0:00:10.00,Sign,,0,0,0,,{\\b1}べが駅{\\b0}　織姫',
        'Dialogue: 0,0:00:00.00,0:00:10.00,Sign,,0,0,100,,{\\kf100}ほ{\\kf100}し{\\kf100}の{\\kf100}え{\\kf100}き',
        '{\\an5\\pos(320,220)\\frz-8\\i1}ﾃﾞﾈﾌﾞ ＆ アルタイル №７',
      ],
    }),
    moments: [1, 3.36],
  },
  {
    name: 'alignments',
    font: 'latin',
    text: assScript({
      events: [
        ...numberPad.map((place) => `{\\an${place}\\fs22}place ${place}\\Nof nine`),
        ...numberPad.map((place) => `{\\an${place}\\fs16\\pos(${160 + (place % 3) * 160},180)\\c&H00FFFF&}${place}`),
      ],
    }),
    moments: [1, 5],
  },
  {
    name: 'wrapping',
    font: 'latin',
    text: assScript({
      events: [
        '{\\q0}Lines of even length, the upper ones wider, as the script says by default, whatever they are about, and so on',
        '{\\q1\\an8}Lines that are filled to the end, and the last one has what is left of them, which is little here',
        '{\\q2\\an4\\fs20}Only where it says so:\\Nhere, and \\n not there',
        '{\\q3\\an6\\fs20}Lines of even length, the lower ones wider, from half the width of the picture to the right end',
      ],
    }),
    moments: [1, 5],
  },
  {
    name: 'margins and spacing',
    font: 'latin',
    isSlanted: true,
    text: assScript({
      info: ['WrapStyle: 0'],
      styles: [
        'Style: Wide,Liberation Sans,26,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,-1,-1,-1,-1,120,80,3,0,1,2,0,1,60,200,40,1',
      ],
      events: [
        'Dialogue: 0,0:00:00.00,0:00:10.00,Wide,,0,0,0,,From the style: sixty from the left, forty from the bottom',
        'Dialogue: 0,0:00:00.00,0:00:10.00,Default,,300,20,150,,Its own margins, to the right, higher',
        '{\\an8\\fsp8\\fscx70}spaced {\\fsp-2\\fscx130}and tight {\\u1\\s1}with lines{\\r} and as before',
      ],
    }),
    moments: [1, 5],
  },
]
