// Custom fields in changes of many records.
import type { ReadFieldUpdate } from '../../fields/record-fields.ts'
import { ofEmpty } from '../../http/v2/reports/bulk.ts'

interface WithFields {
  readonly fields?: ReadFieldUpdate
}

/** The changes of the properties and custom fields of a record that have no value yet. */
export function onlyOfEmpty<Changes extends WithFields>(changes: Changes, record: object): Changes {
  const { fields, ...own } = changes
  const rest = ofEmpty(own, record) as Changes
  if (!fields) return rest
  const ofEmptyFields: ReadFieldUpdate = (current) =>
    new Map([...fields(current)].filter(([id]) => (current.values.get(id) ?? []).length === 0))
  return { ...rest, fields: ofEmptyFields }
}
