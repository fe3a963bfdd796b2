// Key dates of contracts as what rows of an import become.
import { createKeyDateWithin } from '../../contracts/commands/create-key-date.ts'
import { deleteKeyDate } from '../../contracts/commands/delete-key-date.ts'
import { keyDateCategories } from '../../contracts/key-date.ts'
import type { ImportKind } from '../import-kind.ts'
import { eventsOn } from '../work/touched.ts'
import { ownPerson, property, recordNamed } from './record-properties.ts'

/** Key dates. */
export const importedKeyDates: ImportKind = {
  name: 'keyDates',
  label: 'Key dates',
  features: ['CONTRACTS'],
  properties: () =>
    Promise.resolve([
      property('contract', 'Contract', {
        required: true,
        also: ['contract id', 'agreement', 'contract name', 'external id'],
        help: 'The external id of the contract, or its name.',
      }),
      property('name', 'Name', { required: true, also: ['title', 'key date', 'event', 'description'] }),
      property('date', 'Date', { type: 'day', required: true, also: ['due', 'due date', 'day'] }),
      property('category', 'Category', {
        type: 'choice',
        choices: keyDateCategories,
        also: ['type', 'kind'],
        help: 'Other without one.',
      }),
      property('owner', 'Owner', { type: 'person', also: ['responsible', 'assigned to'] }),
      property('value', 'Amount', { type: 'number', also: ['value', 'amount at stake'] }),
      property('reminders', 'Reminders', {
        also: ['remind', 'days before'],
        help: 'Days before the date, with semicolons between them. Those whose day is over are not made up for.',
      }),
      property('recurrence', 'Recurrence', {
        also: ['rrule', 'repeats'],
        help: 'A rule of RFC 5545, such as FREQ=YEARLY.',
      }),
      property('done', 'Done', { type: 'truth', also: ['completed', 'complete'] }),
    ]),
  partOf: { property: 'contract', group: 'Contract administrators', table: 'contract_key_dates' },
  inputNames: new Map([['ownerId', 'owner']]),
  async make(making, row) {
    const { tx, actor, now } = making
    const contractId = await recordNamed(making, row, { name: 'contract', table: 'contracts' })
    const ownerId = (await ownPerson(making, row, 'owner')) ?? null
    const reminders = row.list('reminders').map(Number)
    const keyDate = {
      date: row.day('date')?.slice(0, 10) ?? '',
      category: row.choice('category', keyDateCategories) ?? 'Other',
      value: row.number('value') ?? '0',
      recurrence: row.text('recurrence') ?? null,
      done: row.truth('done') ?? false,
      name: row.text('name') ?? '',
    }
    row.refuse()
    return createKeyDateWithin(tx, actor, contractId ?? 0, { input: { ...keyDate, ownerId, reminders }, now })
  },
  eventsOn: eventsOn('key-date'),
  remove: (app, actor, id) => deleteKeyDate(app, actor, { id: Number(id) }),
}
