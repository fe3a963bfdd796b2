// What rows of records of every kind have in common.
import { sql } from 'kysely'
import type { KeptContent } from '../../files/contents/file-content.ts'
import { addFile } from '../../files/versions.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { startOfDay } from '../../platform/time/local-time.ts'
import { cleanName } from '../../files/uploads/file-name.ts'
import type { RecordKindName } from '../../records/kinds.ts'
import { readStatusNames } from '../../records/status-names/status-name.ts'
import type { ImportProperty, Making, RowKeys } from '../import-kind.ts'
import type { FoundFile } from '../work/lookups.ts'
import type { Row } from '../work/row.ts'

/** A property, of the type text unless it says otherwise. */
export const property = (
  name: string,
  label: string,
  more: Partial<Omit<ImportProperty, 'name' | 'label'>> = {},
): ImportProperty => ({ name, label, also: [], type: 'text', required: false, help: '', ...more })

/** The number that people know a record by already. */
export const numberProperty = property('ownNumber', 'Display number', {
  also: ['display id', 'our number'],
  help: 'The number that people know it by, which it keeps. Without one it gets the next number.',
})

const longestNumber = 40

/** The number that a row brings, unless the product itself could give it to another record. */
export function broughtNumber({ app }: Making, row: Row): string | undefined {
  const text = row.text('ownNumber')
  if (text === undefined) return undefined
  const { displayIdPrefix } = app.config
  if (text.length > longestNumber) row.wrong('ownNumber', `must be at most ${longestNumber} characters long.`)
  if (/\p{C}/u.test(text)) row.wrong('ownNumber', 'must have no characters that cannot be seen.')
  const isStandard =
    text.startsWith(displayIdPrefix) && /^\d{4,}-\d{4,}$/.test(text.slice(displayIdPrefix.length))
  if (isStandard)
    row.wrong('ownNumber', 'must be another one: Chancery gives such numbers to other matters itself.')
  return text
}

/** The matter that a row belongs to; `recordNamed` finds it. */
export const matterProperty = property('matter', 'Matter', {
  required: true,
  also: ['matter id', 'matter name', 'external id'],
  help: 'The external id of the matter, or its name.',
})

/** A day in the zone of the organisation as a moment; undefined for none, and for one that is still to come. */
export function momentOf(making: Making, row: Row, name: string): Date | undefined {
  const local = row.day(name)
  if (local === undefined) return undefined
  const moment = momentIn(making, local)
  return moment <= making.now ? moment : row.wrong(name, 'must not be in the future.')
}

/** A local time of the organisation as a moment. */
export function momentIn({ timeZone }: Pick<Making, 'timeZone'>, local: string): Date {
  const day = local.slice(0, 10)
  const sinceMidnight = Date.parse(`${local.slice(0, 19)}Z`) - Date.parse(`${day}T00:00:00Z`)
  return new Date(startOfDay(day, timeZone).getTime() + sinceMidnight)
}

const personWanted = 'the e-mail address of somebody of your organisation'
export const personOrGuestWanted = `${personWanted} or of a law firm linked to it`

/** Somebody of the organisation itself, also one who has left. */
export async function ownPerson(making: Making, row: Row, name: string): Promise<string | undefined> {
  const found = await row.meant(name, making.lookups.person, personWanted)
  if (found && !found.own) return row.wrong(name, `must be ${personWanted}.`)
  return found?.id
}

/** The people of a list. */
export const membersOf = async (making: Making, row: Row, name: string): Promise<readonly string[]> =>
  (
    await row.eachMeant(
      name,
      making.lookups.person,
      `e-mail addresses, each of somebody of your organisation`,
    )
  ).map(({ id }) => id)

/**
 * The record that this one belongs to, by its external id or name. In a check one that another row makes is none yet.
 */
export async function recordNamed(
  making: Making,
  row: Row,
  {
    name,
    table,
    isOfTable = false,
  }: { readonly name: string; readonly table: string; readonly isOfTable?: boolean },
): Promise<number | undefined> {
  const text = row.text(name)
  if (text === undefined || (making.isCheck && isOfTable)) return undefined
  return row.meant(
    name,
    (each) => making.lookups.record(sql.table(table), table, each),
    'the external id of one that is here, or its name if only one has it',
  )
}

/** How rows of records name the record of the same table that they belong to. */
export const parentRecord = (table: 'matters' | 'contracts'): NonNullable<RowKeys['parent']> => ({
  property: 'parent',
  wanted: 'the external id of one in this table or here already, or its name if no other has the same',
  // not through access.ts: administrators move their whole organisation in
  async lost(db, { organisationId }, keys) {
    const { rows } = await sql<{ at: number }>`
      select w.at::integer as at
      from unnest(${keys.map(({ text }) => text)}::text[], ${keys.map(({ called }) => called)}::int[])
        with ordinality as w (name, called, at)
      where not exists (select from ${sql.table(table)} r
        where r.organisation_id = ${organisationId} and r.deleted_at is null and r.external_id = w.name)
      and 1 <> w.called + (select count(*) from (select from ${sql.table(table)} r
        where r.organisation_id = ${organisationId} and r.deleted_at is null and r.name = w.name limit 2) as named)`.execute(
      db,
    )
    return new Set(rows.map(({ at }) => at - 1))
  },
})

/** Who created something in another system. */
export const createdByProperty = property('createdBy', 'Created by', {
  type: 'person',
  also: ['creator', 'created by user', 'entered by', 'opened by'],
  help: 'An e-mail address, also of somebody who has left: who created it in the other system. You, without one.',
})

/** Who created what the row says; undefined where it does not say so. */
export const creatorOf = async (making: Making, row: Row): Promise<string | undefined> =>
  (await row.meant('createdBy', making.lookups.person, personOrGuestWanted))?.id

const creations = /^(?:matter|contract|task)(?:\.file)?\.created$/

/** The events of an import, with who created the things before it: the events themselves are of who imports. */
export const withCreator = (
  events: readonly DomainEvent[],
  formerCreator: string | undefined,
): readonly DomainEvent[] =>
  formerCreator === undefined
    ? events
    : events.map((event) =>
        creations.test(event.name) ? { ...event, facts: { ...event.facts, formerCreator } } : event,
      )

/** Content that the import keeps, as that of a file. */
export const contentOf = ({ path, key, size, sha256, md5, contentType }: FoundFile): KeptContent => ({
  key,
  size,
  sha256,
  md5,
  contentType,
  name: cleanName(path),
})

/** Adds the files that a row names to the record that was made of it, as those of who created it. */
export async function addFiles(
  { tx, actor: { userId }, now }: Making,
  subject: Subject & MayContribute,
  {
    files,
    createdBy = userId,
  }: { readonly files: readonly FoundFile[]; readonly createdBy: string | undefined },
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const file of files) {
    const content = { ...contentOf(file), comments: null, now }
    const added = await addFile(tx, { userId: createdBy }, content, { subject, folder: null, taskId: null })
    events.push(...added.events)
  }
  return events
}

/** What the organisation calls the statuses of records of this type: rows may say that as well. */
async function calledStatuses(
  { tx, actor, lookups }: Making,
  kind: RecordKindName,
  typeId: number | undefined,
) {
  const { names } = await lookups.kept('status names', () => readStatusNames(tx, actor.organisationId))
  const ofKind = names.filter((each) => each.kind === kind)
  return [typeId ?? 0, null].flatMap((place) =>
    ofKind.filter((each) => each.typeId === place).map(({ status, name }) => ({ word: status, name })),
  )
}

/** The status that a row states, a draft without one. One that is not understood is wrong already, and is not known. */
export async function statusOf<Status extends string>(
  making: Making,
  row: Row,
  of: {
    readonly kind: RecordKindName
    readonly typeId: number | undefined
    readonly statuses: readonly Status[]
  },
) {
  const stated = row.choice('status', of.statuses, await calledStatuses(making, of.kind, of.typeId))
  return {
    status: stated ?? ('Draft' as const),
    isKnown: stated !== undefined || row.text('status') === undefined,
  }
}
