// The JSON Patch of a file: the properties it can change, and what they mean.
import { applyToState, checkProperties, type Patch, type PropertyRules } from '../../http/v1/json-patch.ts'
import type { CurrentFile, FileChanges } from '../commands/update-file.ts'

/** Every path that a patch may name (docs/decisions/0028). */
export const patchedProperties = ['Name', 'Description', 'IsLocked', 'IsPrivate', 'FolderId'] as const

type Property = (typeof patchedProperties)[number]

const longestDescription = 4_000
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')
const truth = (value: unknown) => (typeof value === 'boolean' ? undefined : 'true or false')

const rules: PropertyRules<Property> = {
  Name: (value) => (isText(value) && value.trim() !== '' ? undefined : 'a text of 1 to 255 characters'),
  Description: (value) =>
    value === null || (isText(value) && value.length <= longestDescription)
      ? undefined
      : `a text of at most ${longestDescription} characters, or null`,
  IsLocked: truth,
  IsPrivate: truth,
  FolderId: (value) =>
    value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 2_147_483_647)
      ? undefined
      : 'the id of a folder of the same record; 0 or null for its root',
}

/**
 * The changes that a patch makes to the current file; bad_request names each wrong value, conflict a test that fails.
 */
export function changesFromV1(patch: Patch<Property>, { file, isLocked }: CurrentFile): FileChanges {
  const values = applyToState(patch, {
    Name: file.name,
    Description: file.description,
    IsLocked: isLocked,
    IsPrivate: file.isPrivate,
    FolderId: file.folderId,
  })
  checkProperties(values, rules)
  const has = (name: Property) => values[name] !== undefined
  return {
    ...(has('Name') ? { name: String(values.Name) } : {}),
    ...(has('Description') ? { description: (values.Description as string | null) || null } : {}),
    ...(has('IsLocked') ? { isLocked: values.IsLocked as boolean } : {}),
    ...(has('IsPrivate') ? { isPrivate: values.IsPrivate as boolean } : {}),
    ...(has('FolderId') ? { folderId: values.FolderId as number | null } : {}),
  }
}
