// Giving and refusing what the table of rights says: the marks that commands require, and refusals that name what was
// refused.
import { type CustomInput, forbidden, type InputPath, RefusedInputError } from '../../platform/errors.ts'
import type { MayChange, MaySee } from '../../platform/granted.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { type Involvement, may } from './involvement.ts'
import { type RecordRight, recordRights, type RightNeed, rightOf } from './rights-table.ts'

/** A record that the actor may write. */
export type Permitted<R> = R & MayChange

/** The record with the mark for writing it; forbidden without the right. */
export function permitted<R>(
  record: R & MaySee,
  involvement: Involvement,
  right: RecordRight,
): R & MayChange {
  if (rightOf(right).is === 'property') return permittedChanges(record, involvement, [{ right }])
  if (!may(involvement, right)) throw refusalOf(involvement, right)
  return record as R & MayChange
}

/** A change of a property that somebody asks for. */
export interface AskedChange {
  readonly right: RecordRight
  /** How the operation calls what is changed, where that is not the name of the right; or the custom field. */
  readonly path?: InputPath
}

/** The change of a custom field, or of the property of the record that it shows. */
const fieldChange = (
  field: CustomInput & { readonly entityColumn: 'OwnerId' | 'Restricted' | null },
): AskedChange => ({
  right: field.entityColumn === null ? 'fields' : shownBy[field.entityColumn],
  path: field,
})

const shownBy = { OwnerId: 'ownerId', Restricted: 'restricted' } as const

/** Whether there is any property of the record that the person may change. */
const changesSomething = (involvement: Involvement): boolean =>
  recordRights.some((name) => {
    const { is, kinds } = rightOf(name)
    return is === 'property' && kinds.includes(involvement.kind) && may(involvement, name)
  }) || openedFields(involvement).length > 0

/**
 * The changes that ask for a right: what is sent as it is asks for none, unless the person may change nothing at all.
 * Throws forbidden when these send nothing.
 */
export function changesAsked(
  involvement: Involvement,
  given: readonly (AskedChange & { readonly isChange: boolean })[],
): readonly AskedChange[] {
  if (changesSomething(involvement)) return given.filter(({ isChange }) => isChange)
  if (given.length === 0) throw refusalOf(involvement, 'name')
  return given
}

/** The custom fields that are opened to the person one by one. */
export const openedFields = (involvement: Involvement): readonly number[] =>
  mayWhereOpened(involvement, 'fields')
    ? [...involvement.opened].flatMap((name) => (name.startsWith('field_') ? [Number(name.slice(6))] : []))
    : []

/**
 * The record with the mark for writing it, if the actor may change these fields, those of them that it shows itself
 * included.
 */
export function permittedFields<R>(
  record: R & MaySee,
  involvement: Involvement,
  changed: readonly Parameters<typeof fieldChange>[0][],
): R & MayChange {
  if (changed.length === 0 && !changesSomething(involvement)) throw refusalOf(involvement, 'fields')
  return permittedChanges(record, involvement, changed.map(fieldChange))
}

/**
 * The record with the mark for writing it, if the actor may make all of these changes; forbidden, naming every property
 * that they may not change. Without any change, for everybody who sees the record: there is nothing to write.
 */
export function permittedChanges<R>(
  record: R & MaySee,
  involvement: Involvement,
  changes: readonly AskedChange[],
): R & MayChange {
  const refused = changes.filter((change) => !mayMake(involvement, change))
  if (refused.length === 0) return record as R & MayChange
  throw new RefusedInputError(
    refused.map(({ right, path = right }) => ({ path, reason: reasonFor(involvement, right) })),
  )
}

const mayMake = (involvement: Involvement, { right, path }: AskedChange): boolean =>
  may(involvement, right) ||
  (typeof path === 'object' &&
    involvement.opened.has(`field_${path.id}`) &&
    mayWhereOpened(involvement, right))

/** Whether the person had the right if it were opened: of a custom field that is opened by itself. */
const mayWhereOpened = (involvement: Involvement, right: RecordRight): boolean =>
  may({ ...involvement, opened: new Set([right]) }, right)

/** Throws forbidden, naming these, for somebody of a firm who creates a record for the organisation. */
export function refuseFirm(kind: SubjectKind, rights: readonly RecordRight[]): void {
  const nobody: Involvement = {
    kind,
    isOwn: false,
    roles: new Set(),
    opened: new Set(),
    meets: new Set(),
  }
  permittedChanges(
    {} as MaySee,
    nobody,
    rights.map((right) => ({ right })),
  )
}

function reasonFor({ kind, isOwn }: Involvement, right: RecordRight) {
  if (!isOwn)
    return `(${rightOf(right).words}) is for the organisation that owns the ${kind} to change, not for people of other organisations.`
  if (right === 'restricted')
    return `can be changed by members of the ${kind} only: others would not see it any more.`
  return `stays as it is: you can see this ${kind} but not change it. Its owner or a ${kind} administrator can.`
}

/** The error for somebody whose account has not what rights ask of accounts. */
export const refusalForNeed = (need: RightNeed) => forbidden(neededFor[need])

const neededFor: Readonly<Record<RightNeed, string>> = {
  billing: 'You need the permission to manage invoices; an administrator can grant it.',
}

/** Why somebody who sees the record may not do this. */
export function refusalOf({ kind, isOwn, meets }: Involvement, right: RecordRight) {
  const { needs } = rightOf(right)
  if (needs !== undefined && !meets.has(needs)) return refusalForNeed(needs)
  if (right === 'contribute')
    return forbidden(`Only members of this ${kind}, its team and the ${kind} administrators may add to it.`)
  if (!isOwn)
    return forbidden(
      `This is for the organisation that owns the ${kind}, not for people of other organisations: ${rightOf(right).words}.`,
    )
  return forbidden(`You can see this ${kind} but not change it. Its owner or a ${kind} administrator can.`)
}
