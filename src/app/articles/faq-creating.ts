import { genres } from '#catalog/episode.ts'
import { videoExtensions } from '#video/video.ts'
import type { Section } from './article.ts'

/** Questions of creators. */
export const creatingQuestions: readonly Section[] = [
  {
    id: 'creating',
    title: 'Creating',
    questions: [
      {
        id: 'become-a-creator',
        question: 'How do I become a creator?',
        answer: [
          '[Sign up](/signup) and choose the account type Creator, or become one later in [Settings](/settings).',
          'A username, a bio and a support link are welcome, and none of them is required.',
        ],
      },
      {
        id: 'files',
        question: 'Which files can I upload?',
        answer: [
          `Videos of ten minutes or shorter and at most {upload}, with one of these endings: ${videoExtensions.join(', ')}.`,
          'The server opens and checks every file; its name alone is not enough.',
        ],
      },
      {
        id: 'genres',
        question: 'Which genres are there?',
        answer: [
          'You write the genre yourself.',
          `The form suggests ${genres.slice(0, -1).join(', ')} and ${genres.at(-1)}.`,
        ],
      },
      {
        id: 'when-visible',
        question: 'When can others see my episode?',
        answer: [
          'As soon as it can be played; until then it is there for you alone.',
          'A file that browsers can play already is only cut into pieces; anything else is converted, at 360p first, and is public as soon as that much plays.',
        ],
      },
      {
        id: 'visibility',
        question: 'Who finds my episode?',
        answer: [
          'You choose at upload, and change it later in the dashboard: everyone (Public), anyone with the link (Unlisted), only you (Private), or only you until the time you set (Scheduled).',
          'A change takes effect at once; copies that browsers and caches fetched before may stay there for a while.',
        ],
      },
      {
        id: 'several-files',
        question: 'Can I upload several files at once?',
        answer: [
          'Yes: choose them together, or drop them on the page.',
          'Each gets a form of its own, and they are sent one after the other.',
        ],
      },
      {
        id: 'another-file',
        question: 'Can I give an episode another file?',
        answer: [
          'Yes, where you edit it; its address, views, likes and comments stay.',
          'The current video plays until the new one can be played to its end.',
        ],
      },
      {
        id: 'credits',
        question: 'Can I name the people who worked with me?',
        answer: [
          'Yes, under "Credits" where you edit an episode: a name and a role for each.',
          'A name can link to a profile on Hoshi once that person accepts; if they decline, it stays as text.',
        ],
      },
      {
        id: 'upload-stopped',
        question: 'My upload stopped. Is it lost?',
        answer: [
          'No.',
          'Choose the same file again in the same browser within 24 hours, and it goes on where it stopped.',
        ],
      },
      {
        id: 'refused',
        question: 'Why was my video refused?',
        answer: [
          'It is longer than ten minutes, damaged, or nothing that Hoshi can open.',
          'You are told which, and what helps.',
        ],
      },
      {
        id: 'ai-training',
        question: 'May others train AI with my work?',
        answer: [
          'No, unless you allow it.',
          'Every page and file tells programs that it is reserved, and crawlers that collect training data are asked to stay away.',
          'Under "AI training" in [Settings](/settings) you can open your own episodes.',
          'A program that ignores all this is not stopped by it.',
        ],
      },
      {
        id: 'take-down',
        question: 'How do I take an episode down?',
        answer: [
          'Write to {support} from the address of your account.',
          'A deleted episode is gone at once, and its files soon after.',
        ],
      },
    ],
  },
  {
    id: 'support',
    title: 'Supporting creators',
    questions: [
      {
        id: 'how-to-support',
        question: 'How do I support a creator?',
        answer: [
          'By "Support this creator", on the profile and under each episode of everyone who has set a support link.',
          'It leads to a page of theirs outside Hoshi, whose name is shown beside it.',
        ],
      },
      {
        id: 'commission',
        question: 'How much of it does Hoshi keep?',
        answer: ['Nothing.', 'Hoshi takes no commission, and the payment does not pass through us.'],
      },
      {
        id: 'support-links',
        question: 'Which support links are accepted?',
        answer: [
          'Up to five, to any site, each with a label of your own; the address must begin with https://.',
          'The first one may begin with http:// where it is entered as Patreon URL.',
        ],
      },
      {
        id: 'verified-links',
        question: 'What does the check beside a support link mean?',
        answer: [
          'That the page it leads to links back to the profile on Hoshi with rel="me", as its owner can do.',
          'It is looked up when the links are saved; if the page cannot be read then, the check stays as it was.',
        ],
      },
    ],
  },
]
