// The JSON Patch of a matter: which properties it can change, and how they are read.
import { pascalCaseNames } from '../../http/input-names.ts'
import { applyToState, checkProperties, type Patch, type PropertyRules } from '../../http/v1/json-patch.ts'
import type { Current, MatterChanges } from '../commands/update-matter.ts'
import { nameProblem } from '../matter.ts'
import { type MatterState, matterStates } from '../state.ts'

/** Every path that a patch may name (docs/decisions/0028). */
export const patchedProperties = [
  'Name',
  'CategoryId',
  'OwnerId',
  'ManagerId',
  'TeamId',
  'Restricted',
  'Urgent',
  'ExternalId',
  'ParentId',
  'Status',
] as const

/** How callers name what an operation calls otherwise. */
export const patchedNames = pascalCaseNames(patchedProperties, { state: 'Status' })

type Property = (typeof patchedProperties)[number]

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isPerson = (value: unknown) => typeof value === 'string' && uuid.test(value)
const isId = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2_147_483_647

const idOrNull = (value: unknown) => (value === null || isId(value) ? undefined : 'the id of one, or null')
const yesOrNo = (value: unknown) => (typeof value === 'boolean' ? undefined : 'true or false')

const findState = (value: unknown): MatterState | undefined =>
  matterStates.find((state) => state.toLowerCase() === String(value).toLowerCase())

const rules: PropertyRules<Property> = {
  Name: (value) =>
    typeof value === 'string' && nameProblem(value.trim()) === undefined
      ? undefined
      : 'a text of 1 to 255 characters',
  CategoryId: (value) => (isId(value) ? undefined : 'the id of a category'),
  OwnerId: (value) => (isPerson(value) ? undefined : 'the id of a person'),
  ManagerId: (value) => (value === null || isPerson(value) ? undefined : 'the id of a person, or null'),
  TeamId: idOrNull,
  Restricted: yesOrNo,
  Urgent: yesOrNo,
  ExternalId: (value) =>
    value === null || (typeof value === 'string' && value.trim() !== '' && value.length <= 255)
      ? undefined
      : 'a text of 1 to 255 characters, or null',
  ParentId: idOrNull,
  Status: (value) => (findState(value) ? undefined : `one of ${matterStates.join(', ')}`),
}

/** The changes that a patch makes to the current matter; 400 names each wrong value, 409 a failed test. */
export function changesFromV1(patch: Patch<Property>, { matter, seen }: Current): MatterChanges {
  const values = applyToState(patch, {
    Name: matter.name,
    CategoryId: matter.categoryId,
    OwnerId: matter.ownerId,
    ManagerId: matter.managerId,
    TeamId: matter.teamId,
    Restricted: matter.restricted,
    Urgent: matter.urgent,
    ExternalId: matter.externalId,
    ParentId: matter.parentId,
    Status: seen,
  })
  checkProperties(values, rules)
  const has = (name: Property) => values[name] !== undefined
  const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null)
  return {
    ...(has('Name') ? { name: String(values.Name).trim() } : {}),
    ...(has('CategoryId') ? { categoryId: Number(values.CategoryId) } : {}),
    ...(has('OwnerId') ? { ownerId: String(values.OwnerId).toLowerCase() } : {}),
    ...(has('ManagerId') ? { managerId: lowerCase(values.ManagerId) } : {}),
    ...(has('TeamId') ? { teamId: values.TeamId as number | null } : {}),
    ...(has('Restricted') ? { restricted: values.Restricted as boolean } : {}),
    ...(has('Urgent') ? { urgent: values.Urgent as boolean } : {}),
    ...(has('ExternalId') ? { externalId: trimmed(values.ExternalId as string | null) } : {}),
    ...(has('ParentId') ? { parentId: values.ParentId as number | null } : {}),
    ...(has('Status') ? { state: findState(values.Status) ?? seen } : {}),
  }
}

const trimmed = (value: string | null) => value?.trim() ?? null
