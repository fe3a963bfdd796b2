// Giving custom fields their former values again.
import { changedSince, isStill } from '../../platform/events/taken-back.ts'
import { keyOfField } from '../field.ts'
import { fieldsOfForms } from '../form.ts'
import type { ReadFieldUpdate } from '../record-fields.ts'
import { readJson, valueToJson } from './json-value.ts'

type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/**
 * Reads the former values of fields whose changes an event reports by `field_<id>`; undefined for none. Throws
 * conflict, inside the update, where a field has another value by now, or is on no form of the record any more.
 */
export function formerFields(changes: Changes): ReadFieldUpdate | undefined {
  if (Object.keys(changes).length === 0) return undefined
  return ({ detail, core, values }) => {
    const fields = fieldsOfForms([detail, core]).map(({ field }) => field)
    return new Map(
      Object.entries(changes).flatMap(([key, { from, to }]) => {
        const field = fields.find((each) => keyOfField(each) === key)
        if (!field) throw changedSince()
        // what shows a property of the record changes with that
        if (field.entityColumn !== null) return []
        if (!isStill(valueToJson(field, values.get(field.id) ?? []), to)) throw changedSince()
        return [[field.id, readJson(field, from)] as const]
      }),
    )
  }
}
