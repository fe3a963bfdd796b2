// What the page says on which fields are placed.
import { counted } from '../../../../lib/counted.ts'
import { kindTexts } from '../../../signing/fields/fill-texts.ts'
import type { FieldKind } from './placed-fields.ts'

export const placeTexts = {
  label: 'Fields on the pages',
  none: 'None: everybody signs on a page at the end.',
  some: (count: number) => `${counted(count, 'field')} to fill in.`,
  atEnd: (names: string) => `On a page at the end: ${names}.`,
  noneElsewhere: (service: string) => `None: ${service} finds places for the signatures.`,
  asServiceHas: (service: string) => (names: string) => `${service} finds places for ${names}.`,
  open: 'Place fields…',
  title: 'Place fields',
  pages: 'Pages of the document',
  loading: 'Loading the document…',
  failed: 'The document cannot be shown.',
  signer: 'Signer',
  signerName: (number: number, name: string) =>
    name.trim() === '' ? `Signer ${number}` : `${number}. ${name}`,
  add: 'Add a field',
  help: 'Drag a field to move it, and its corner to change its size; or choose it and use the arrow keys, with Shift for the size, and Delete to remove it.',
  field: (kind: FieldKind, signer: number, page: number) =>
    `${kindTexts[kind]} of signer ${signer}, page ${page}`,
  list: 'Fields',
  page: 'Page',
  required: 'Must be filled in',
  text: 'Label',
  textHint: 'What the signer reads beside it.',
  remove: 'Remove the field',
  done: 'Done',
  most: 'There are 200 fields, which is the most.',
}
