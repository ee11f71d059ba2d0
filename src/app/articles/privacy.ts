import { VISITOR_SESSION_HOURS } from '#engagement/play.ts'
import type { Section } from './article.ts'

/** The Privacy Policy. docs/operate/claims.md says what makes each sentence true. */
export const privacy: readonly Section[] = [
  {
    id: 'in-short',
    title: 'In short',
    blocks: [
      {
        list: [
          'Everything on these pages comes from Hoshi itself: no tracker, no analytics service, no script of anyone else.',
          'Nine cookies, all our own: one keeps you logged in, one waits for your two-step code, one for your passkey, one for your return from another service, one keeps others from locking you out, one lets each view count only once, one holds the NSFW episodes that you chose to see, one the announcement that you closed, one the theme that you chose.',
          'The episodes that you watch are stored with your account only in your own history, which nobody else sees and which you can pause and clear.',
          'Our logs hold no network addresses.',
        ],
      },
    ],
  },
  {
    id: 'data-collected',
    title: 'Data we collect',
    blocks: [
      [
        'You can browse and watch without an account.',
        'When you sign up, we store your email address, your password, whether you are a Viewer or a Creator, when you signed up, and whether the address was confirmed.',
        'A new email address that you ask for and do not confirm is stored for a day.',
        'If you turn two-step codes on, we store their secret, encrypted, and hashes of your recovery codes.',
        'If you add a passkey, we store its public key, its name, what your browser says about its device, when you added it, and when you last used it.',
        'The key itself, and the finger or face that unlocks it, stay on your device.',
        'If you log in by another service, where this Hoshi offers one, we store its name for your account there and when the two were linked; you then need no password here.',
        'The password is stored as a salted hash, from which nobody can read it, ourselves included.',
        'If you choose to always see NSFW episodes, we ask once for your year of birth, and store only that you are an adult.',
        'Creators may add a username, a bio, up to five support links and a picture, which are public; the picture is re-encoded, so that nothing else in its file is stored.',
        'With the profile we store whether its episodes may be used to train AI and whether you say that people make them; pages and files of the episodes tell programs the first, your profile and their pages the second.',
      ],
      [
        "When you log in, we store a session: a random key, its beginning, its end, when it was last used, and the kind of your browser in words, such as 'Firefox on Linux', without your network address.",
        'Your browser keeps the key in the cookie "hoshi_session", which scripts cannot read; on a secure address its name begins with "__Host-".',
      ],
      [
        'While a login waits for its code, for ten minutes at most, your browser keeps a random number in the cookie "hoshi_second_step".',
        'While a passkey is made or asked for, for five minutes at most, your browser keeps a random number in the cookie "hoshi_passkey".',
        'While you are at another service to log in, for five minutes at most, your browser keeps a random number in the cookie "hoshi_provider".',
        'When you log in or choose a new password, your browser also gets the cookie "hoshi_device" in the same way: a random number for each account used there, and a code that is made of it and of the email address.',
        'By it we know that you have logged in there before, so that wrong guesses of others at your password do not keep you out.',
        'The cookie stays when you log out, its code tells nobody your address, and nothing of it is stored here.',
      ],
      [
        'When you choose to see an NSFW episode, the cookie "hoshi_shown" holds which one, until you close the browser or a day has passed; we store nothing of it.',
        'When you close an announcement, the cookie "hoshi_announcement" holds which one, for a year; we store nothing of it.',
        'When you choose a theme, your account stores it, and the cookie "hoshi_theme" holds it for a year, so that this browser shows it before you log in.',
      ],
      [
        'When you upload, we store the file and its name, what you write about it, and what we read from it, such as its length, the size of its picture, and a checksum by which the same file is noticed again.',
        'The copies that viewers get leave out the metadata of your file, such as a place or a camera.',
        'Where image moderation is on, still pictures of your episode and your profile picture are checked by a program, and what it finds is stored.',
        'When you put episodes into a series, we store what you write about it, its picture, re-encoded, and the order.',
        'In the credits of an episode its creator writes names, which are public.',
        'If a name is meant to link to your profile, we store that, and show it only once you accept; whether you accepted or declined, and when, is stored too.',
        'Until an upload is complete, your browser remembers it in its own storage, so that it can go on after a reload.',
      ],
      [
        'When a view counts, we store the episode, the moment, whether it was a watch or a preview, a random number for that visit of the page, and a code for your visit to Hoshi.',
        `The code comes from the cookie "hoshi_visitor", which is set by the first view or click on a support link that counts, and lasts until you close the browser, ${VISITOR_SESSION_HOURS} hours at the longest.`,
        'While you are logged in, the code is made of the number of your account instead, with a key of the day: one view counts in all your browsers.',
        'That key is deleted soon after the day (UTC); from then on, a code cannot be traced to an account.',
        'With the view we store from which of our pages you came or, from elsewhere, the name of that site without the rest of its address.',
        'While you watch, the player reports which parts have played; they are stored with the number of the visit for about two days, and after that only in sums for each episode.',
        'To count visitors, a second code is made of the first with the key of the day, and deleted after about two days too; so is the one by which a follow counts once a day.',
      ],
      [
        'When you open a support link, we count it for its creator: how many people opened which link on which day.',
        'To count you once, the same kind of code is stored until the day (UTC) is over.',
      ],
      [
        'When you watch while logged in, your history gets the episode, where you are in it, and the moment.',
        'You can remove one episode or all of them; while the history is paused, nothing is added.',
        'Episodes that you keep in Watch Later are stored with your account and the moment too.',
        'Without an account, your browser alone remembers where you are in the last episodes, in its own storage.',
        'If you let the next episode play automatically, only your browser stores that choice.',
        'The volume and the picture quality that you choose stay in your browser too, the quality until you close the tab.',
        'How you watch episodes that flash stays there as well, if you let the device remember it.',
      ],
      [
        'When you like an episode or comment on it, we store that with your account and the moment.',
        'How many people like an episode is public, who they are is not.',
        'A comment is public, with your username if you have one.',
        'With a comment we store when you edited it, who likes it, and whether the creator of the episode pinned it, hid it or has yet to let it through.',
        'A timed note is stored and public as a comment is, with its place in the film.',
        'Whose notes you do not want to read is stored with your account and the moment, for you alone.',
        'How notes and captions are shown, and whether notes or lines are open beside the player, stays in your browser.',
        'Subtitles that you offer are stored with your account and every version of them; the creator of the episode is told and sees them, and once approved everybody, with your username if you have one.',
        'A creator may block your account from commenting; both accounts and the moment are stored.',
        'For a day we count how many comments your account wrote, and how many links it asked for in credits.',
      ],
      [
        'When you report something, we store what you say about it, the moment, and your account.',
        'Without an account you may leave an email address, which we store for the answer alone.',
      ],
      [
        'When you follow a creator, we store that with your account and the moment; the creator is told, and sees your name only if you have a public profile.',
        'How many people follow a creator is public, who they are is not.',
        'When you open Following, we store the moment, and the end of your visit before it, to show what is new.',
        'Your notifications are stored with your account, and whether you have read them, for 90 days; so is what you want to be told, and how often by mail.',
      ],
      [
        'If your account is suspended, we store until when, and the words that you read.',
        'What the people who look after the site do to an account is kept in a log, with the moment, their account and their words; the log stays when an account is deleted, without your email address.',
      ],
      [
        'Your network address is known to the server while it answers you.',
        'Where numbers are limited (logins, sign-ups, password resets, new addresses, searches, views, clicks on support links, reports) we count by keyed hashes: of the network address, for IPv6 of no more than its first half, of the email address that is tried, and of the session or the device that tries.',
        'The log of requests holds the time, the path, the outcome and the duration, and neither your network address, nor your account, nor the name of your browser.',
      ],
      [
        'Within one tab, your browser also remembers how far you scrolled, and forgets it when the tab is closed.',
        'If you write to us, we have what you wrote.',
      ],
    ],
  },
  {
    id: 'use',
    title: 'How we use it',
    blocks: [
      {
        list: [
          'Your email address and password let you in; the address also gets the link when you ask for a new password, and, where this Hoshi asks for it, one that confirms the address.',
          'The address gets a digest of your notifications only if you ask for one, and a link in each mail ends it.',
          'Your profile, your episodes, their numbers and your comments are shown to everyone: that is what they are for.',
          'Views make the numbers that people see, and decide together what is trending and which episodes come next.',
          'Network addresses hold back those who guess passwords, flood sign-ups or searches, or inflate views or clicks.',
          'The log helps us to find faults.',
        ],
      },
      [
        'We build no profile of you, and nothing is chosen for you by what you watch.',
        'We send no newsletters: the mails with these links, two mails when you change your address, two when you delete your account, those about decisions of moderators, and the digest if you ask for one, are the only ones that Hoshi sends.',
      ],
    ],
  },
  {
    id: 'sharing',
    title: 'Sharing',
    blocks: [
      [
        'We do not sell, rent or trade data.',
        'No other company receives anything by your visit, because scripts, fonts, pictures and videos all come from Hoshi.',
        'If you log in by another service, it learns that, and tells us its name for your account there and your email address.',
        'A support link tells the site it leads to nothing about the page you come from.',
        'Each time your support links are saved, our server requests the pages they lead to, all of them, to look for a link back to your profile.',
        'A mail to you travels through mail servers, as every mail does.',
        'Beyond that we hand over data only where the law compels us.',
      ],
    ],
  },
  {
    id: 'ads',
    title: 'Ads',
    blocks: [
      [
        'Hoshi shows no ads; the panel on the watch page only marks a place.',
        'No advertiser, ad network or data broker gets data from us, and none of their code is on our pages.',
        'If that is ever to change, this page will say so first.',
      ],
    ],
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    blocks: [
      {
        retention: [
          { what: 'Account and profile', until: 'until the account is deleted' },
          {
            what: 'Account that you have deleted, with all that goes with it, hidden from everybody',
            until: '30 days, or not at all if you have it erased at once',
          },
          {
            what: 'Email address of an erased account, in our queue, for the mail that says so',
            until: 'about an hour after it was sent',
          },
          { what: 'Session', until: '30 days, or until you log out or choose a new password' },
          { what: 'Passkey', until: 'until you remove it, or the account is deleted' },
          { what: 'Link to another service that you log in by', until: 'until you end it, or the account is deleted' },
          { what: 'Cookie "hoshi_device", in your browser only', until: 'a year after you last logged in there' },
          { what: 'Link to a new password', until: 'one hour, or until it is used' },
          { what: 'Link that confirms an address, in your mail only', until: 'valid for a day' },
          { what: 'Mail with such a link, in our queue', until: 'about an hour after it was sent' },
          { what: 'Uploaded file and the copies made from it', until: 'until the episode or the account is deleted' },
          { what: 'Series', until: 'until you delete it, or the account is deleted; its episodes stay when you do' },
          { what: 'Upload that was never finished', until: '24 hours' },
          { what: 'File that was refused', until: 'removed soon after' },
          { what: 'Views', until: 'as long as their episode' },
          {
            what: 'Who opened a support link',
            until: 'until the day (UTC) is over; the numbers stay with the profile',
          },
          { what: 'Which parts played, and the codes of the visitors of a day', until: 'about two days' },
          { what: 'History and Watch Later', until: 'until you remove them, or the episode or the account is deleted' },
          { what: 'Credits', until: 'until the creator of the episode removes them, or the episode is deleted' },
          {
            what: 'Link from a credit to you, asked for or accepted',
            until:
              'until you decline it or take it back, the credit is changed, or the episode or your account is deleted',
          },
          {
            what: 'That you declined a credit, or took it back',
            until: 'until the episode or your account is deleted',
          },
          { what: 'Whom you follow', until: 'until you stop following, or either account is deleted' },
          { what: 'When you last opened Following', until: 'until your account is deleted' },
          {
            what: 'The secret address of your feed',
            until: 'until you make a new one, or change your password, or your account is deleted',
          },
          {
            what: 'Likes, comments and notes',
            until: 'until they are taken back, or the episode or the account is deleted',
          },
          {
            what: 'Subtitles that you wrote',
            until:
              'until you or the creator of the episode delete them, or the episode is deleted; drafts also until your account is deleted',
          },
          { what: 'Reports', until: 'until you take them back, or your account is deleted' },
          { what: 'Email address left with a report', until: 'until the answer is sent' },
          { what: 'Block of an account', until: 'until it is lifted, or one of the two accounts is deleted' },
          { what: 'Whose notes you do not read', until: 'until you change it, or one of the two accounts is deleted' },
          { what: 'Export of your data', until: '24 hours after you asked for it' },
          { what: 'Export that you bring here from another Hoshi', until: 'until its import ends' },
          {
            what: 'What that import took and left out',
            until: '30 days; which of your things here it made: until your account is deleted',
          },
          { what: 'Hashed network and email addresses, sessions and devices', until: 'little more than an hour' },
          { what: 'Log of requests', until: 'as long as it helps to find faults' },
        ],
      },
      [
        'When you delete your account, it is hidden at once and erased after 30 days, or at once if you choose so; until then, logging in brings it back.',
        'Erasing an account deletes its sessions, its profile, its library, its likes, comments and notes, and its episodes with all that belongs to them.',
        'In the credits of others, your name stays as they wrote it, without the link to you.',
        'Subtitles of yours that the creator of an episode approved stay with that episode, without your name.',
      ],
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    blocks: [
      [
        'You may ask what we hold about you, have it corrected, get a copy of it, or have it deleted.',
        'In [Settings](/settings) you correct your profile, take along everything that your account holds, and delete the account.',
        'For all else write to {support} from the address of your account; we answer within 24-48 hours.',
        'If our answer does not satisfy you, you can turn to the data protection authority of the place where you live.',
        'You can refuse all cookies: everything but NSFW episodes can still be watched, but you cannot log in without the first.',
      ],
    ],
  },
  {
    id: 'children',
    title: 'Children under 13',
    blocks: [
      [
        'Hoshi is not meant for children under 13, and we do not knowingly collect data from them.',
        'If you believe that a child under 13 has an account, write to {support}, and we delete it with everything in it.',
      ],
    ],
  },
]
