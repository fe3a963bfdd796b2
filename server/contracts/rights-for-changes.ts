// Which rights of server/records/rights/ a change of a contract asks for.
import type { RecordRight } from '../records/rights/rights-table.ts'
import type { Contract } from './contract.ts'

const properties = [
  'name',
  'ownerId',
  'teamId',
  'restricted',
  'externalId',
  'expiry',
  'stage',
  'matterId',
  'parentId',
] as const satisfies readonly RecordRight[]

/** The properties that are given, with the rights that changes of them ask for, and whether they change. */
export const rightsFor = (contract: Contract, given: Partial<Pick<Contract, (typeof properties)[number]>>) =>
  properties
    .filter((right) => given[right] !== undefined)
    .map((right) => ({ right, isChange: given[right] !== contract[right] }))
