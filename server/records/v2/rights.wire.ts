// The rights on a record under the names of v2: those of the properties of PATCH, and of acts.
import { type RecordRight, recordRights, rightOf } from '../rights/rights-table.ts'
import type { SubjectKind } from '../../platform/subject.ts'

const names: Partial<Record<RecordRight, string>> = {
  categoryId: 'type',
  ownerId: 'owner',
  managerId: 'manager',
  teamId: 'teamAssigned',
  parentId: 'parent',
  matterId: 'matter',
  state: 'status',
  stage: 'status',
}

/** How v2 calls a right. */
export const rightToV2 = (name: RecordRight): string => names[name] ?? name

/** The right of a kind that v2 calls so. */
export const rightFromV2 = (kind: SubjectKind, text: string): RecordRight | undefined =>
  recordRights.find((name) => rightOf(name).kinds.includes(kind) && rightToV2(name) === text)
