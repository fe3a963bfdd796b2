// The JSON Patch of a contract: which properties it can change, and how they are read.
import { pascalCaseNames } from '../../http/input-names.ts'
import { applyToState, checkProperties, type Patch, type PropertyRules } from '../../http/v1/json-patch.ts'
import { readWrittenTime } from '../../platform/time/local-time.ts'
import type { ContractChanges } from '../commands/update-contract.ts'
import { type Contract, contractStages, type ContractStage, nameProblem } from '../contract.ts'

/** Every path that a patch may name (docs/decisions/0028). */
export const patchedProperties = [
  'Name',
  'OwnerId',
  'TeamId',
  'Restricted',
  'ExternalId',
  'Expiry',
  'Status',
  'MatterId',
  'ParentContractId',
] as const

type Property = (typeof patchedProperties)[number]

/** The names of a patch where they differ from those of the operation. */
export const namesInPatch = pascalCaseNames(patchedProperties, {
  parentId: 'ParentContractId',
  stage: 'Status',
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isId = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2_147_483_647

const idOrNull = (value: unknown) => (value === null || isId(value) ? undefined : 'the id of one, or null')

const rules: PropertyRules<Property> = {
  Name: (value) =>
    typeof value === 'string' && nameProblem(value.trim()) === undefined
      ? undefined
      : 'a text of 1 to 255 characters',
  OwnerId: (value) => (typeof value === 'string' && uuid.test(value) ? undefined : 'the id of a person'),
  TeamId: idOrNull,
  Restricted: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  ExternalId: (value) =>
    value === null || (typeof value === 'string' && value.trim() !== '' && value.length <= 255)
      ? undefined
      : 'a text of 1 to 255 characters, or null',
  Expiry: (value) =>
    value === null || readWrittenTime(value)
      ? undefined
      : 'a local time such as 2026-05-06T17:00:00, or null',
  Status: (value) => (findStage(value) ? undefined : `one of ${contractStages.join(', ')}`),
  MatterId: idOrNull,
  ParentContractId: idOrNull,
}

const findStage = (value: unknown): ContractStage | undefined =>
  contractStages.find((stage) => stage.toLowerCase() === String(value).toLowerCase())

/** The changes that a patch makes to the current contract; 400 names each wrong value, 409 a failed test. */
export function changesFromV1(patch: Patch<Property>, contract: Contract): ContractChanges {
  const values = applyToState(patch, {
    Name: contract.name,
    OwnerId: contract.ownerId,
    TeamId: contract.teamId,
    Restricted: contract.restricted,
    ExternalId: contract.externalId,
    Expiry: contract.expiry,
    Status: contract.stage,
    MatterId: contract.matterId,
    ParentContractId: contract.parentId,
  })
  checkProperties(values, rules)
  const has = (name: Property) => values[name] !== undefined
  return {
    ...(has('Name') ? { name: String(values.Name).trim() } : {}),
    ...(has('OwnerId') ? { ownerId: String(values.OwnerId).toLowerCase() } : {}),
    ...(has('TeamId') ? { teamId: values.TeamId as number | null } : {}),
    ...(has('Restricted') ? { restricted: values.Restricted as boolean } : {}),
    ...(has('ExternalId') ? { externalId: trimmed(values.ExternalId as string | null) } : {}),
    ...(has('Expiry') ? { expiry: readWrittenTime(values.Expiry) ?? null } : {}),
    ...(has('Status') ? { stage: findStage(values.Status) ?? contract.stage } : {}),
    ...(has('MatterId') ? { matterId: values.MatterId as number | null } : {}),
    ...(has('ParentContractId') ? { parentId: values.ParentContractId as number | null } : {}),
  }
}

const trimmed = (value: string | null) => value?.trim() ?? null
