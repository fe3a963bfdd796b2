// The fields that a signer fills in on the pages of a document.
import type { PagePlace } from '../../../preview/pdf/pdf-pages.tsx'

export type FieldKind = 'Signature' | 'Initials' | 'Name' | 'Title' | 'Date' | 'Text' | 'Tick'

/** A field of the signer, as the server shows it. */
export interface OwnField extends PagePlace {
  readonly field: number
  readonly kind: FieldKind
  readonly required: boolean
  readonly label: string | null
}

/** What they have filled in so far, by the number of the field. */
export type FieldValues = ReadonlyMap<number, string | boolean>

/** Whether a signer has something to do for it. */
export const isFilledByHand = ({ kind }: OwnField): boolean => kind !== 'Name' && kind !== 'Date'

/** In the order in which they are read. */
export const inReadingOrder = (fields: readonly OwnField[]): readonly OwnField[] =>
  [...fields].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)

/** Whether something is in it. */
export function isFilled({ field }: OwnField, values: FieldValues): boolean {
  const value = values.get(field)
  return typeof value === 'string' ? value.trim() !== '' : value === true
}

/** Those that must not stay empty, and are. */
export const emptyOnes = (fields: readonly OwnField[], values: FieldValues): readonly OwnField[] =>
  fields.filter((each) => isFilledByHand(each) && each.required && !isFilled(each, values))

/** As they are sent: those that something is in. */
export const sentValues = (fields: readonly OwnField[], values: FieldValues) =>
  fields
    .filter((each) => isFilledByHand(each) && isFilled(each, values))
    .map(({ field }) => {
      const value = values.get(field)
      return typeof value === 'string' ? { field, text: value } : { field, checked: value === true }
    })
