// The names that the document of a wizard may use: those of its form, and of what every contract has.
import { namesInDocuments } from '../fields/field.ts'
import { fieldsOfForms, type Form, type FormGroup, keyOfGroup } from '../fields/form.ts'
import { keyOfName } from '../platform/documents/docx-names.ts'

/** The names a document may use in addition to the fields of its form. */
export const ownNames = ['contractName', 'organisationName', 'ownerName', 'today'] as const
/** The names in a document that are not on the form. */
export function unknownNames(names: readonly string[], wizard: Form): readonly string[] {
  const known = new Set(
    [
      ...ownNames,
      ...fieldsOfForms([wizard]).flatMap(({ field }) => namesInDocuments(field)),
      ...groupsOf(wizard.parts).flatMap((group) => [group.title, keyOfGroup(group)]),
    ].map(keyOfName),
  )
  return names.filter((name) => !known.has(keyOfName(name)))
}

/** Every group of the parts, at any depth. */
export const groupsOf = (parts: Form['parts']): readonly FormGroup[] =>
  parts.flatMap((part) => (part.kind === 'group' ? [part, ...groupsOf(part.parts)] : []))
