import { genres } from '#catalog/episode.ts'
import { COMMENTS_PER_DAY } from '#engagement/comments/comment.ts'
import {
  COOKIELESS_PLAYS_PER_HOUR,
  NETWORK_PLAYS_PER_HOUR,
  NETWORK_PREVIEWS_PER_HOUR,
  PREVIEWS_PER_HOUR,
  VISITOR_SESSION_HOURS,
} from '#engagement/play.ts'
import { TRENDING_DAYS, TRENDING_MIN_WATCHES, TRENDING_SLOTS } from '#engagement/trending.ts'
import { videoExtensions } from '#video/video.ts'
import type { Section } from './article.ts'

/** Questions people ask, answered with the product's own rules. docs/operate/claims.md says what makes each one true. */
export const faq: readonly Section[] = [
  {
    id: 'watching',
    title: 'Watching',
    questions: [
      {
        id: 'account-to-watch',
        question: 'Do I need an account to watch?',
        answer: ['No.', 'Browsing, watching and creator profiles are open to everyone.'],
      },
      {
        id: 'cost',
        question: 'What does it cost?',
        answer: ['Nothing.', 'There is no subscription, and Hoshi takes no payments.'],
      },
      {
        id: 'length',
        question: 'How long is an episode?',
        answer: [
          'Ten minutes or shorter.',
          'The ruler under each picture has the length of ten minutes, so that you see at a glance how much time an episode takes.',
        ],
      },
      {
        id: 'nsfw',
        question: 'What does NSFW mean?',
        answer: [
          'The episode has adult content.',
          'It never appears on Explore or on the landing page, for anyone.',
          'The profile of its creator and its own page show it, with a badge and with the reason if there is one.',
        ],
      },
      {
        id: 'advertising',
        question: 'Are there ads?',
        answer: [
          'No.',
          'A panel on the watch page marks the place of an advertisement, and that is all: no script of anyone else and no tracker is loaded, on any page.',
        ],
      },
      {
        id: 'not-found',
        question: 'Why is there no episode at an address that I was given?',
        answer: [
          'It was taken down, its creator keeps it private, it is not ready to be played yet, or the address is not complete.',
        ],
      },
    ],
  },
  {
    id: 'views',
    title: 'Views',
    questions: [
      {
        id: 'what-counts',
        question: 'What counts as a view?',
        answer: [
          'Opening an episode that plays counts one view, once per visit: opening it again or reloading the page adds nothing.',
          `A visit ends when you close the browser, and after ${VISITOR_SESSION_HOURS} hours at the latest.`,
          'While you are logged in, it lasts until the end of the day (UTC), in all your browsers together.',
          'The page only reports; the server decides what counts.',
        ],
      },
      {
        id: 'previews',
        question: 'Does a preview count?',
        answer: [
          `Where a card plays a preview, the first play each time you point at the card counts one view, at most ${PREVIEWS_PER_HOUR} per visit, episode and hour.`,
        ],
      },
      {
        id: 'without-cookies',
        question: 'What if I refuse cookies?',
        answer: [
          'You can watch everything.',
          `Unless you are logged in, your views are then told apart by network only, and at most ${COOKIELESS_PLAYS_PER_HOUR} count per network, episode and hour.`,
        ],
      },
      {
        id: 'one-network',
        question: 'How many views can come from one place?',
        answer: [
          `At most ${NETWORK_PLAYS_PER_HOUR} count per network, episode and hour, whoever watches there, and at most ${NETWORK_PREVIEWS_PER_HOUR} of them previews.`,
          'A network is an address such as a household or an office has, or the part of a longer address that its provider gives out as one.',
          'Views beyond that still play; they just add nothing to the number.',
        ],
      },
      {
        id: 'not-counted',
        question: 'Who is not counted?',
        answer: [
          'Known bots, and browsers that fetch something in advance without showing it.',
          'Creators who watch their own episodes count like everybody else.',
        ],
      },
      {
        id: 'trending',
        question: 'When is an episode trending?',
        answer: [
          `When it was watched at least ${TRENDING_MIN_WATCHES} times in the last ${TRENDING_DAYS} days and more often than most: the newer a view is, the more it weighs.`,
          'Previews and the views of its own creator do not help it there.',
          `There is one place for each ten episodes on Explore, and ${TRENDING_SLOTS} at most.`,
          'How long an episode is and how often its creator uploads make no difference.',
          'Adult episodes are never trending.',
        ],
      },
      {
        id: 'up-next',
        question: 'Which episodes come next?',
        answer: [
          'The next part of a series, then others of the same creator, then those with the same tag or genre that people watch to the end most, then the newest.',
          'Only whether people watch them to the end counts: how long an episode is and how often its creator uploads make no difference.',
          'Everybody is offered the same, and adult episodes never are.',
        ],
      },
      {
        id: 'comments',
        question: 'How many comments can I write?',
        answer: [
          `Three in a minute and ${COMMENTS_PER_DAY} in a day, replies included; what is refused does not count.`,
          'The same text passes once in ten minutes, and a comment with more than two links waits for the creator of the episode.',
        ],
      },
      {
        id: 'series',
        question: 'Who sees my series?',
        answer: [
          'Everyone, once it has a public episode; until then, only you.',
          'Others do not see its private, scheduled and unlisted episodes, which keep their numbers.',
        ],
      },
      {
        id: 'history',
        question: 'Does Hoshi know what I watched?',
        answer: [
          'Only as your own history does, which you alone see.',
          'You can search it, remove from it, clear it and pause it; without an account there is none.',
          'The view itself is stored with a code for the visit, never with your account.',
          'While you are logged in, that code is made with a key of the day, which is thrown away when the day is over.',
        ],
      },
    ],
  },
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
          'The server looks into the file and measures it; a name alone makes no video.',
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
          'You choose at upload, and change it later in the dashboard: everyone (Public), whoever has the link (Unlisted), only you (Private), or only you until the time you set (Scheduled).',
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
  {
    id: 'account',
    title: 'Account and privacy',
    questions: [
      {
        id: 'forgot-password',
        question: 'I forgot my password. What now?',
        answer: [
          '[Ask for a reset](/forgot-password), and a link is mailed to you.',
          'It works once, for one hour.',
          'The new password ends every session of the account; log in again with it.',
        ],
      },
      {
        id: 'who-sees-my-address',
        question: 'Who sees my email address?',
        answer: ['You, and those who run this Hoshi.', 'It appears on no public page.'],
      },
      {
        id: 'cookies',
        question: 'Which cookies are there?',
        answer: [
          'Three, all our own: one keeps you logged in, one keeps others from locking you out, one lets each view count only once.',
          'The [Privacy Policy](/privacy) has the details.',
        ],
      },
      {
        id: 'my-data',
        question: 'How do I get my data, or delete my account?',
        answer: [
          'In [Settings](/settings): "Export My Data" writes down everything that your account holds, and "Delete My Account" deletes it.',
          'If you cannot log in, write to {support} from the address of your account.',
        ],
      },
      {
        id: 'reach-us',
        question: 'How do I reach you?',
        answer: ['By mail to {support}.', 'We answer within 24-48 hours.'],
      },
    ],
  },
]
