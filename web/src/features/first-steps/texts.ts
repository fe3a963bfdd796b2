// The texts of the first steps of an organisation.
import { state } from '../../lib/states.ts'
import type { StepState } from './first-steps.ts'

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
      { to: '/people', label: 'Invite people' },
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
    pages: [{ to: '/people', label: 'Add a law firm' }],
  },
  Mail: {
    title: 'Mail',
    lead: 'Invitations and reminders only help if they arrive. Send one to yourself.',
    pages: [],
  },
  Backup: {
    title: 'Backups',
    lead: 'The operator of this installation sets them up on the command line. This step is done once the first backup has succeeded; until then, send the operator the text below.',
    pages: [],
  },
}

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
  skip: 'Skip',
  skipOf: (title: string) => `Skip “${title}”`,
  resume: 'Take it up again',
  resumeOf: (title: string) => `Take “${title}” up again`,
  demo: 'Not sure yet? Take in demo data, try it, and throw it away again: on the page',
  demoPage: 'Organisation',
  sendMail: 'Send a test to me',
  sent: (to: string) =>
    `A test was sent to ${to}. If it does not arrive, ask the operator of this installation.`,
  operator: 'For the operator of this installation',
  operatorWords:
    'Please set up backups of Chancery: node bin/chancery.mjs backup, daily, as docs/operating.md describes under “Backups”.',
} as const
