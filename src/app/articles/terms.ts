import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#identity/account.ts'
import type { Section } from './article.ts'

/** Date of the last change to the Terms and the Privacy Policy, formatted and in ISO 8601. */
export const TEXTS_UPDATED = { label: 'June 13, 2025', date: '2025-06-13' } as const

/** The Terms of Service. docs/operate/claims.md says what makes each sentence true. */
export const terms: readonly Section[] = [
  {
    id: 'acceptance',
    title: 'Acceptance',
    blocks: [
      [
        'These terms are an agreement between you and the people who run this Hoshi, called "we" below.',
        'By using Hoshi you accept them, and the [Privacy Policy](/privacy) with them.',
        'Anyone can browse and watch without an account; everyone who signs up ticks a box to agree, or agrees by continuing with another service.',
        'If you do not agree, please do not use Hoshi.',
      ],
      [
        'Hoshi costs nothing and comes as it is.',
        'We work to keep it running, and cannot promise that it is always there or free of faults.',
      ],
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    blocks: [
      [
        `An account needs an email address and, unless you log in by another service, a password of ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters; one address has one account.`,
        'You choose at sign-up whether you are a Viewer or a Creator, and only creators can upload.',
        'The profile of a creator is public, and your email address is never part of it.',
        'You must be at least 13 years old to have an account.',
      ],
      [
        'Keep your password to yourself: what is done with your account counts as done by you.',
        'If somebody else may know it, [choose a new one](/forgot-password); that ends every session of the account.',
      ],
    ],
  },
  {
    id: 'creator-content',
    title: 'Creator content',
    blocks: [
      [
        'What you upload or write stays yours.',
        'You give us the permission that running Hoshi takes: to store your files, convert them, take still pictures from them, and show and stream them, with your words, to everyone who visits.',
        'This permission is free of charge, worldwide and not exclusive, and it ends when the episode or the words are deleted.',
        'Copies that a browser fetched before that may stay in it for a while.',
      ],
      [
        'Your works are not for training: we train no AI with them and give them to nobody for that.',
        'Their pages and files tell programs that they are reserved from text and data mining, unless you turn that off in [Settings](/settings).',
      ],
      [
        'Upload only what is yours or what you are allowed to show, music and voices included.',
        'An episode lasts ten minutes at most; the server reads the length of every file and refuses longer ones.',
      ],
      [
        'Adult content must be marked NSFW when it is uploaded.',
        'An episode marked NSFW stays out of Explore and off the landing page; your profile and its own page show it, with a badge.',
      ],
      [
        'An episode can be taken down whenever you like: write to {support} from the address of your account.',
        'A deleted episode is gone from Hoshi at once, and its files soon after.',
      ],
    ],
  },
  {
    id: 'donations',
    title: 'Donations',
    blocks: [
      [
        'Creators can show a support link to a page of their own elsewhere.',
        'Hoshi takes no commission: what you give there goes past us, and we neither see nor handle the payment.',
        'The link leaves Hoshi, the name of the site is shown beside it, and the terms of that site apply there.',
        'A donation is between you and the creator; please take questions about a payment to them, or to the site that took it.',
      ],
    ],
  },
  {
    id: 'ads',
    title: 'Ads',
    blocks: [
      [
        'The watch page has a panel that marks the place of an advertisement.',
        'It is empty: Hoshi shows no ads, and no page loads the script or the tracker of an advertiser.',
        'No episode is interrupted by ads.',
      ],
    ],
  },
  {
    id: 'prohibited-activities',
    title: 'Prohibited activities',
    blocks: [
      ['When you use Hoshi, you may not:'],
      {
        list: [
          'publish what is against the law, or anything that sexualises minors;',
          'upload the work of others without their permission;',
          'train AI with works whose creators reserve them, or collect them for that;',
          'leave adult content unmarked;',
          'harass, threaten or impersonate anyone, or call for hatred or violence;',
          'lead people to fraud or malware, also by a support link;',
          'raise views by programs or in any other way that is not watching;',
          'try to enter accounts that are not yours, to get around limits, or to disturb the service for others.',
        ],
      },
      ['The [Rules](/rules) say in short what an episode, a comment, a note and a profile may be.'],
    ],
  },
  {
    id: 'termination',
    title: 'Termination',
    blocks: [
      [
        'You can leave at any time: delete your account in [Settings](/settings), or write to {support} from its address, and we delete it.',
        'It is hidden at once and erased after 30 days, or at once if you choose so; until then you can come back by logging in.',
        'With the account go its sessions, its profile, its likes and comments, and its episodes with all that belongs to them.',
      ],
      [
        'We may take down what breaks these terms, and close accounts that break them badly or again and again.',
        'Where the law allows it, we tell you the reason at the address of your account.',
      ],
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    blocks: [
      [
        'When these terms change, the new text appears on this page, with its date at the top.',
        'Using Hoshi after that date means accepting the new text.',
      ],
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    blocks: [
      [
        'Questions about these terms reach us at {support}.',
        'We answer within 24-48 hours.',
        'The [FAQ](/faq) answers common questions.',
      ],
    ],
  },
]
