// The texts of the page with the fields of an organisation.
import { counted } from '../../../lib/counted.ts'
import { type KindNames, kindNames } from '../../../lib/kinds.ts'

export const fieldsTexts = {
  title: 'Fields',
  lead: 'What forms are put together from. A field that is changed is changed on every form that it is on.',
  back: 'Types and forms',
  find: 'Find a field',
  found: (count: number) => counted(count, 'field', 'fields'),
  none: 'No field has these letters.',
  change: 'Change…',
  changeOf: (name: string) => `Change ${name}`,
  titleOf: (name: string) => `Field: ${name}`,
  choices: 'Choices of this field',
  builtIn: 'Every organisation has this field. It can be changed, and not deleted.',
  used: (counts: Readonly<Record<KindNames['many'], number>>) =>
    `Values: ${kindNames.map(({ one, many }) => counted(counts[many], one, many)).join(', ')}`,
  required: 'Required on every form that it is on',
  multiple: 'Several choices are possible',
  external: 'May be somebody of a law firm',
  save: 'Save',
  saved: (name: string) => `${name} was saved.`,
  remove: 'Delete…',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'It is taken off its forms. A field that records have a value of is not deleted.',
  removeDo: 'Delete',
  removed: (name: string) => `${name} was deleted.`,
}
