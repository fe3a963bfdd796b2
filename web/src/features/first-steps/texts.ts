// The texts of the first steps of an organisation.
import { state } from '../../lib/states.ts'
import type { MailSetup, StepState } from './first-steps.ts'

interface StepTexts {
  readonly title: string
  readonly lead: string
  /** Where it is done, and what the way there is called. */
  readonly pages: readonly { readonly to: string; readonly label: string }[]
}

export const stepTexts: Readonly<Record<StepState['step'], StepTexts>> = {
  Organization: {
    title: 'Your organisation',
    lead: 'Its logo, time zone and currency, and when its financial year ends. Dates and amounts are written accordingly.',
    pages: [
      { to: '/administration/organisation', label: 'Set up the organisation' },
      { to: '/security', label: 'How people sign in' },
    ],
  },
  People: {
    title: 'People',
    lead: 'Invite the people of the legal department, and those who ask it. They get a mail with a link.',
    pages: [
      { to: '/people/invite', label: 'Invite people' },
      { to: '/administration/import', label: 'Import them from a table' },
    ],
  },
  Types: {
    title: 'Types of matters and contracts',
    lead: 'What your department deals with, and the forms that are filled in for it. Begin with a starter set, or make your own; everything can be changed afterwards.',
    pages: [{ to: '/administration/types', label: 'Add types' }],
  },
  Intake: {
    title: 'What people can ask for',
    lead: 'Requests come with the answers that you need, and wait in one place until someone takes them on.',
    pages: [{ to: '/administration/request-types/new', label: 'Add something to ask for' }],
  },
  LawFirm: {
    title: 'A law firm',
    lead: 'A firm works on your matters with you, and sees those that it is put on and nothing else.',
    pages: [{ to: '/administration/law-firms', label: 'Add a law firm' }],
  },
  Mail: {
    title: 'Mail',
    lead: 'Invitations and reminders only help if they arrive. Send one to yourself.',
    pages: [{ to: '/administration/first-steps/mail', label: 'See how mail goes out, and test it' }],
  },
  Backup: {
    title: 'Backups',
    lead: 'The operator of this installation sets them up on the command line. This step is done once the first backup has succeeded; on its page is what to tell the operator.',
    pages: [{ to: '/administration/first-steps/backups', label: 'See how old the backups are' }],
  },
}

/** How far a step has come. */
export const badgeOf = ({ done, skipped, attention }: Pick<StepState, 'done' | 'skipped' | 'attention'>) =>
  attention.length > 0 ? texts.attention : done ? texts.done : skipped ? texts.skipped : texts.open

export const texts = {
  title: 'First steps',
  lead: (done: number, of: number) =>
    done === of
      ? 'Everything is done.'
      : `${done} of ${of} done. Each step can be skipped, and taken up again.`,
  done: state('Done', 'good'),
  skipped: state('Skipped', 'draft'),
  attention: state('Needs attention', 'wrong'),
  health: { to: '/administration/health', label: 'Health of the installation' },
  open: state('To do', 'waiting'),
  missing: (what: readonly string[]) => `Still missing: ${what.join(', and ')}.`,
  skip: 'Skip',
  skipOf: (title: string) => `Skip “${title}”`,
  resume: 'Take it up again',
  resumeOf: (title: string) => `Take “${title}” up again`,
  demo: 'Not sure yet? Take in demo data, try it, and throw it away again: on the page',
  demoPage: 'Organisation',
  sendMail: 'Send a test to me',
  sent: (to: string) =>
    `A test was sent to ${to}. If it does not arrive, ask the operator of this installation.`,
  back: 'Back to the first steps',
  whatIs: 'How mail goes out',
  way: 'Mail',
  ways: {
    Delivers: 'is handed to the mail server of this installation',
    Outbox: 'is kept in the outbox of this sandbox, and not sent',
    None: 'is not sent: there is no mail server',
  } satisfies Record<MailSetup['way'], string>,
  sender: 'Sender',
  replies: 'Answers go to',
  toSender: 'the sender',
  receives: 'Mail to matters and contracts',
  receivesAt: (domain: string) => `arrives at addresses of ${domain}`,
  receivesNone: 'is not received',
  settings:
    'The sender’s name and the address for answers are yours to set. The mail server is set by the operator of this installation, and is not shown.',
  settingsPage: 'Set the sender and the texts of mails',
  outbox: 'Open the outbox',
  test: 'Test',
  testNone: 'Nobody has sent a test yet. With one, this step is done.',
  testAgain: 'Send another one to me',
  testTo: 'Last test to',
  testAt: 'Sent off',
  result: 'Result',
  results: {
    Waiting: 'Waits to be sent. This page shows it as soon as it is.',
    Sent: 'The mail server has taken it. If it is not in your mailbox, look among unwanted mail; then ask who runs your mail.',
    Failed:
      'The mail server did not take it. It is tried again for some days; ask the operator of this installation.',
    Kept: 'It is in the outbox of this sandbox.',
    Gone: 'It was sent too long ago: it is no longer known what became of it.',
  } satisfies Record<NonNullable<MailSetup['lastTest']>['state'], string>,
  problems: 'What is wrong now',
  ages: 'Backups of this installation',
  lastMade: 'Newest backup',
  lastVerified: 'Read again and found whole',
  lastFailed: 'Last failure',
  never: 'never',
  backupDone: 'This step is done: a backup has succeeded. It says so here when they get old or fail.',
  backupHow:
    'Nothing is ticked off here: the step is done by itself as soon as the operator’s first backup has succeeded. If backups of this installation are made in another way, skip the step.',
  operator: 'For the operator of this installation',
  operatorWords:
    'Please set up backups of Chancery: set CHANCERY_BACKUP_PLACE and CHANCERY_BACKUP_SCHEDULE, or run “node bin/chancery.mjs backup create” every night, as docs/operating.md describes under “Backup and restore”.',
} as const
