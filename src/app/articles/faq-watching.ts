import { STARTING_ENDED, STARTING_WATCHES } from '#catalog/up-next.ts'
import { watchMarks } from '#engagement/analytics/watch-report.ts'
import { COMMENTS_PER_DAY } from '#engagement/comments/comment.ts'
import {
  COOKIELESS_PLAYS_PER_HOUR,
  NETWORK_PLAYS_PER_HOUR,
  NETWORK_PREVIEWS_PER_HOUR,
  PREVIEWS_PER_HOUR,
  VISITOR_SESSION_HOURS,
} from '#engagement/play.ts'
import { TRENDING_DAYS, TRENDING_MIN_WATCHES, TRENDING_SLOTS } from '#engagement/trending.ts'
import type { Section } from './article.ts'

/** Questions of people who watch. */
export const watchingQuestions: readonly Section[] = [
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
          'Its picture stays covered, and nothing of it loads, until you choose to see it.',
          'In [Settings](/settings) you may choose once to see all of them, if you are at least 18.',
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
          'You can watch everything but NSFW episodes.',
          `Unless you are logged in, your views are then told apart by network only, and at most ${COOKIELESS_PLAYS_PER_HOUR} count per network, episode and hour.`,
        ],
      },
      {
        id: 'one-network',
        question: 'How many views can come from one place?',
        answer: [
          `At most ${NETWORK_PLAYS_PER_HOUR} count per network, episode and hour, no matter who watches there, and at most ${NETWORK_PREVIEWS_PER_HOUR} of them previews.`,
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
          `Beside the badge is how often others watched it in these ${TRENDING_DAYS} days.`,
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
          `Those with the same tag or genre are in the order of a share: (ended watches + ${STARTING_ENDED}) ÷ (watches + ${STARTING_WATCHES}), counted since the episode was published.`,
          `A watch has ended when it reached ${watchMarks.at(-1)} % of the episode, and the added numbers keep a few watches from deciding.`,
          'The share counts twice where a tag is shared, and once where only the genre is.',
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
]
