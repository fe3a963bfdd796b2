// What the page of a signer says about fields.
import { counted } from '../../../lib/counted.ts'
import type { FieldKind } from './own-fields.ts'

export const kindTexts: Readonly<Record<FieldKind, string>> = {
  Signature: 'Signature',
  Initials: 'Initials',
  Name: 'Name',
  Title: 'Title',
  Date: 'Date',
  Text: 'Text',
  Tick: 'Tick',
}

export const fillTexts = {
  title: 'Fields to fill in',
  lead: (count: number) => `You have ${counted(count, 'field')} in this document.`,
  step: (number: number, count: number, page: number) => `Field ${number} of ${count}, on page ${page}`,
  mark: (name: string, page: number, filled: boolean) =>
    `${name}, page ${page}, ${filled ? 'filled in' : 'empty'}`,
  optional: 'It may stay empty.',
  start: 'Start',
  back: 'Back',
  next: 'Next',
  left: (count: number) => `${counted(count, 'field')} to fill in`,
  allFilled: 'All fields are filled in.',
  goToEmpty: 'Go to the next empty field',
  signHere: 'Put my signature here',
  initialHere: 'Put my initials here',
  yourSignature: 'Your signature',
  yourInitials: 'Your initials',
  change: 'Change it',
  onSigning: 'When you sign',
}
