// Who may see which records, asked for many people and records at once: the set form of an access rule.
import type { Actor } from './actor.ts'

/** A person as an access rule looks at them, whatever they act through. */
export type Person = Omit<Actor, 'via' | 'requestId'>

/** What names a record in the whole installation. */
export interface RecordName {
  readonly organisationId: number
  readonly id: number
}

type Question = (record: RecordName, person: Person) => boolean

/** Whether a person may see, and whether they may change, a record; no for one that is not there. */
export interface Sight {
  readonly maySee: Question
  readonly mayChange: Question
}

/** The sight of who asked about nothing. */
export const noSight: Sight = { maySee: () => false, mayChange: () => false }

interface SeenRecord {
  readonly organisation_id: number
  readonly id: number
  readonly restricted: boolean
  /** Those of the people asked about who are members. */
  readonly members: readonly string[]
}

interface Rule<Row> {
  /** What somebody of the record's own organisation who is no member sees of the records that are not restricted. */
  readonly throughOrganisation: (row: Row, person: Person) => boolean
  /** What those who see a record may change. */
  readonly isChangeable: (row: Row, person: Person) => boolean
}

const keyOf = (organisationId: number, id: number) => `${organisationId} ${id}`

/** The sight that follows from rows of records and the rule of their kind. Members see theirs, whatever the rule says. */
export function sightOf<Row extends SeenRecord>(rows: readonly Row[], rule: Rule<Row>): Sight {
  const byKey = new Map(
    rows.map((row) => [keyOf(row.organisation_id, row.id), { row, members: new Set(row.members) }]),
  )
  const seen = ({ organisationId, id }: RecordName, person: Person): Row | undefined => {
    const found = byKey.get(keyOf(organisationId, id))
    if (!found || !person.organisationIds.includes(organisationId)) return undefined
    if (found.members.has(person.userId)) return found.row
    const isOpen = person.organisationId === organisationId && !found.row.restricted
    return isOpen && rule.throughOrganisation(found.row, person) ? found.row : undefined
  }
  return {
    maySee: (record, person) => seen(record, person) !== undefined,
    mayChange(record, person) {
      const row = seen(record, person)
      return row !== undefined && rule.isChangeable(row, person)
    },
  }
}
