import type { DemoThread } from './content-shape.ts'

/** At most three by one creator that belong to no frame: the limit of one minute allows no more. */
export const comments: readonly DemoThread[] = [
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
  {
    key: 'note-train-1',
    episode: 'night-train',
    creator: 'rafa-sunada',
    text: 'The first drawing already sounds like rain on steel.',
    frame: 24,
  },
  {
    key: 'note-train-2',
    episode: 'night-train',
    creator: 'studio-kipple',
    text: 'one passenger, same as my films',
    frame: 84,
  },
  { key: 'note-train-3', episode: 'night-train', creator: 'garage-kaiju', text: 'parallax on paper!!', frame: 150 },
  { key: 'note-train-4', episode: 'night-train', creator: 'studio-kipple', text: 'wait for it', frame: 198 },
  { key: 'note-train-5', episode: 'night-train', creator: 'rafa-sunada', text: 'she waves', frame: 244 },
  { key: 'note-train-6', episode: 'night-train', creator: 'garage-kaiju', text: 'WAVE BACK', frame: 252 },
  { key: 'note-train-7', episode: 'night-train', creator: 'studio-kipple', text: 'I waved', frame: 262 },
  { key: 'note-train-8', episode: 'night-train', creator: 'rafa-sunada', text: 'held for three, look', frame: 330 },
  { key: 'note-train-9', episode: 'night-train', creator: 'garage-kaiju', text: 'there goes the bridge', frame: 388 },
  { key: 'note-train-10', episode: 'night-train', creator: 'studio-kipple', text: 'nobody even looks up', frame: 402 },
]
