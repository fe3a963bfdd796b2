// How v2 identifies a field in a path: by its api name, or by its number.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import type { FieldName } from '../access.ts'

const fieldId = Type.String({ description: 'The id of the field, which is its api name; or its number.' })

/** The parameters of the path of a field. */
export const fieldPath = Type.Object({ fieldId })

/** The parameters of the path of one of its options. */
export const optionPath = Type.Object({
  fieldId,
  value: Type.String({ description: 'The value of the option, in any case.' }),
})

/** What identifies the field; not_found for a number that is not an id. */
export const fieldNameOf = (text: string): FieldName => (/^\d+$/.test(text) ? idOf(text) : text)
