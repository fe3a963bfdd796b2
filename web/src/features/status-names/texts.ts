// The texts of the page of the names of statuses.
import { capitalised } from '../../lib/words.ts'

export const statusNamesTexts = {
  title: 'Names of statuses',
  lead: 'What people read in place of a status: on pages, in notifications, mails and exports.',
  stays:
    'Filters, rules and integrations keep the status itself. Where records of several types are filtered or grouped, the names for all types are shown.',
  back: 'Types and forms',
  of: 'Names on',
  all: (many: string) => `All ${many}`,
  oneType: (many: string, type: string) => `${capitalised(many)}: ${type}`,
  nameOf: (status: string) => `Name of ${status}`,
  asIs: 'Leave a name empty to use the one that is shown in grey.',
  save: 'Save',
  saved: 'The names were saved.',
  reset: 'Remove these names',
  resetTitle: 'Remove these names?',
  resetSays: (where: string) =>
    `“${where}” gets the names that are shown in grey. The names can be entered again.`,
  resetDone: 'The names were removed.',
}
