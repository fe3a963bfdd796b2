// The texts about the installation.
import { state, type States } from '../../lib/states.ts'
import type { FailedJob, Health, Work } from './installation.ts'

export const healthStates: States<Health['state']> = {
  Good: state('Everything works', 'good'),
  Attention: state('Needs attention', 'waiting'),
  Failing: state('Something does not work', 'wrong'),
}

export const severities: States<Health['concerns'][number]['severity']> = {
  Attention: state('Needs attention', 'waiting'),
  Failing: state('Does not work', 'wrong'),
}

export const areas: Readonly<Record<Health['concerns'][number]['area'], string>> = {
  Processes: 'Processes',
  Queue: 'Background work',
  Storage: 'Files',
  Backup: 'Backups',
  Mail: 'Mail',
  Database: 'Database',
  Clock: 'Clocks',
  LibreOffice: 'PDFs of Word documents',
}

export const roles: Readonly<Record<Health['processes'][number]['role'], string>> = {
  all: 'requests and background work',
  api: 'requests',
  worker: 'background work',
}

export const mailWays: Readonly<Record<Health['mail']['way'], string>> = {
  Delivers: 'Through a mail server',
  Outbox: 'Kept in the outbox of the sandbox',
  None: 'Not sent',
}

export const officeStates: Readonly<Record<Health['libreOffice']['state'], string>> = {
  Off: 'Off, by the settings',
  Missing: 'LibreOffice is not installed: PDFs are uploaded instead',
  Works: 'Made by LibreOffice',
  Failing: 'LibreOffice does not work',
}

export const texts = {
  title: 'Health of the installation',
  lead: 'Problems and what to do about them come first, then details of each part. Updated every 15 seconds.',
  mend: 'What to do',
  nothingWrong: 'No problems found.',
  never: 'Never',
  unknown: 'Not known',
} as const

export const failedStates: States<FailedJob['state']> = {
  Failed: state('Failed', 'wrong'),
  Retrying: state('Will be retried', 'waiting'),
}

export const workStates: States<Work['state']> = {
  Waiting: state('Waiting', 'waiting'),
  Running: state('Running', 'talking'),
  Stopped: state('Stopped', 'draft'),
  Failed: state('Failed', 'wrong'),
  Done: state('Done', 'good'),
}

const titles: Readonly<Record<Work['activity'], (subject: string) => string>> = {
  Change: (list) => `Bulk change: ${list}`,
  Try: (list) => `Trial run of a bulk change: ${list}`,
  Undo: (subject) => `Undo: ${subject}`,
  Check: (file) => `Import check: ${file}`,
  Import: (file) => `Import: ${file}`,
  Replay: (host) => `Webhook replay to ${host}`,
  Export: (organisation) => `Export of ${organisation}`,
  Delete: (organisation) => `Deletion of ${organisation}`,
}

/** What it does, in a few words. */
export const workTitle = ({ activity, subject }: Pick<Work, 'activity' | 'subject'>): string =>
  titles[activity](subject)
