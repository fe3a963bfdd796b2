// What is said of records that keep an older version of the form of their type.
import { counted } from '../../lib/counted.ts'
import type { KindNames } from '../../lib/kinds.ts'
import type { OlderForms } from './type-kind.ts'

const records = (count: number, { one }: KindNames) => counted(count, one)

export const olderFormsTexts = {
  title: 'Older forms',
  lead: (count: number, names: KindNames) =>
    `${records(count, names)} of this type ${count === 1 ? 'keeps' : 'keep'} an older version of the form, from when ${count === 1 ? 'it was' : 'they were'} made.`,
  bring: 'Bring to the current form…',
  ask: (count: number, names: KindNames) => `Bring ${records(count, names)} to the current form?`,
  confirm: 'Bring to the current form',
  done: (count: number, names: KindNames) => `${records(count, names)} now on the current form.`,
  missing: 'The current form requires, and they lack:',
  nothingMissing: 'They have everything that the current form requires.',
  hidden: 'The current form does not show what they have in:',
  field: ({ name, records: count, conditional }: OlderForms['missing'][number], names: KindNames) =>
    `${name}: ${records(count, names)}${conditional ? ', as far as the form asks them' : ''}`,
  final: 'No value is written or deleted, and nobody is notified. This cannot be undone.',
}
