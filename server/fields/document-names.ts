// The names that the document of a wizard may use: those of its form, and of what every contract has.
//
// internal name   the api name, the merge name or `field_12` of a field, or the title of a section
// spoken name     what the form calls a field, or its title: a name only where it is of one field of the form, and
//                 no internal name
import { type Field, namesInDocuments } from './field.ts'
import { fieldsOfForms, type Form, type FormField, type FormGroup, keyOfGroup } from './form.ts'
import { keyOfName } from '../platform/documents/docx-names.ts'

/** The names a document may use in addition to the fields of its form. */
export const ownNames = ['contractName', 'organisationName', 'ownerName', 'today'] as const

/** What documents may write for the fields of forms, by `keyOfName`. */
export interface FieldNames {
  /** The keys of each field, by its id. */
  readonly keysOf: ReadonlyMap<number, readonly string[]>
  /** Spoken names of several fields. */
  readonly ambiguous: ReadonlyMap<string, readonly FormField[]>
}

/** What documents may write for the fields of the forms. */
export function fieldNamesOf(forms: readonly Pick<Form, 'parts'>[]): FieldNames {
  const fields = fieldsOfForms(forms)
  const internal = new Set([
    ...[...ownNames, ...forms.flatMap(({ parts }) => groupNames(parts))].map(keyOfName),
    ...fields.flatMap(({ field }) => internalKeys(field)),
  ])
  const spoken = Map.groupBy(
    fields.flatMap((part) => spokenKeys(part).map((key) => ({ key, part }))),
    ({ key }) => key,
  )
  const isOfOne = (key: string) => spoken.get(key)?.length === 1 && !internal.has(key)
  const several = [...spoken].filter(([key, { length }]) => length > 1 && !internal.has(key))
  return {
    keysOf: new Map(
      fields.map((part) => [
        part.field.id,
        [...internalKeys(part.field), ...spokenKeys(part).filter(isOfOne)],
      ]),
    ),
    ambiguous: new Map(several.map(([key, parts]) => [key, parts.map(({ part }) => part)])),
  }
}

const internalKeys = (field: Field) => namesInDocuments(field).map(keyOfName)

const spokenKeys = ({ field, label }: FormField) =>
  [...new Set([label, field.title].map(keyOfName))].filter(
    (key) => key !== '' && field.type !== 'SectionHeader',
  )

const groupNames = (parts: Form['parts']) =>
  groupsOf(parts).flatMap((group) => [group.title, keyOfGroup(group)])

/** The names in a document that are not on the form, or may be of several of its fields. */
export function unknownNames(names: readonly string[], wizard: Form): readonly string[] {
  const { keysOf } = fieldNamesOf([wizard])
  const known = new Set([
    ...[...ownNames, ...groupNames(wizard.parts)].map(keyOfName),
    ...[...keysOf.values()].flat(),
  ])
  return names.filter((name) => !known.has(keyOfName(name)))
}

/** What is wrong with a name that `unknownNames` answers, as sentences. */
export function wrongName(name: string, wizard: Form): string {
  const possible = fieldNamesOf([wizard]).ambiguous.get(keyOfName(name))
  if (!possible)
    return `{${name}} leads nowhere: use the title or the merge name of a field on the wizard form, or the title of a group.`
  const each = possible.map(({ field, label }) => `{${field.mergeName}} for "${label}"`)
  return `{${name}} may be ${possible.length} fields of the wizard form: use ${each.join(' or ')}.`
}

/** Every group of the parts, at any depth. */
export const groupsOf = (parts: Form['parts']): readonly FormGroup[] =>
  parts.flatMap((part) => (part.kind === 'group' ? [part, ...groupsOf(part.parts)] : []))
