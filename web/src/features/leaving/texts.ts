// The texts of the page for leaving.
import { numberText } from '../../lib/counted.ts'
import { state, type States } from '../../lib/states.ts'
import type { StoredExport } from './leaving.ts'

export const exportStates: States<StoredExport['state']> = {
  Waiting: state('Waiting', 'waiting'),
  Running: state('Being made', 'talking'),
  Done: state('Ready', 'good'),
  Failed: state('Failed', 'wrong'),
}

export const texts = {
  title: 'Export and deletion',
  lead: 'Take everything away, and have it deleted here.',
  export: 'Export',
  exportLead:
    'Everything of your organisation as one zip archive: records with their history, settings, and every file. Other programs can read it. Passwords and other secrets are not in it.',
  exportStart: 'Make an export',
  exportHint:
    'It is made in the background: you can leave this page. It is kept for 7 days, and a download that breaks off can go on.',
  exports: 'Exports, newest first',
  exportOf: (moment: string) => `Export of ${moment}`,
  exportBy: (name: string) => `Started by ${name === '' ? 'a former member' : name}`,
  exportRows: 'Records and settings are being written.',
  exportFiles: (done: number, total: number) => `${numberText(done)} of ${numberText(total)} files`,
  exportProgress: 'Progress of the export',
  exportKept: (moment: string) => `kept until ${moment}`,
  exportHash: (hash: string) => `SHA-256: ${hash}`,
  download: 'Download',
  downloadOf: (moment: string) => `Download the export of ${moment}`,
  stop: 'Stop…',
  stopTitle: 'Stop the export?',
  stopLead: 'Nothing of it is kept.',
  stopConfirm: 'Stop',
  remove: 'Delete…',
  removeOf: (moment: string) => `Delete the export of ${moment}…`,
  removeTitle: 'Delete the export?',
  removeLead: 'It cannot be downloaded any more. You can make another one at any time.',
  removeConfirm: 'Delete',
  delete: 'Deletion',
  deleteLead:
    'Everything is deleted for good 30 days after you ask for it. Every administrator is told by mail and can cancel it until then. It needs an export of the last 30 days that was downloaded to its end.',
  deleteStart: 'Ask for the deletion',
  deleteTitle: 'Delete the organisation?',
  name: (name: string) => `Type ${name} to confirm`,
  reason: 'Reason',
  reasonHint: 'It stays with the operator, in the certificate of the deletion.',
  due: (day: string) => `It will be deleted on ${day}.`,
  asked: (day: string, reason: string) => `Asked for on ${day}: ${reason}`,
  holds: (count: number) =>
    count === 1
      ? 'A record is under a legal hold: as long as it is, nothing is deleted.'
      : `${count} records are under a legal hold: as long as there is one, nothing is deleted.`,
  cancel: 'Cancel the deletion',
} as const
