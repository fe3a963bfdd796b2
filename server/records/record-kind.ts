// What a kind of record is: everything that lists, access, counts, members, messages, quick find and recents need to
// know of it.
//
// record     what people are members of, and what files, field values, messages and events are attached to
// kind       a matter, a contract: one folder, and in it one descriptor, which is all that this folder knows of the
//            kind
// member     a person on a record, from its own organisation or another one; sees it whatever else holds
// restricted seen by its members only; an administrator lists it redacted: a few columns, everything else null
// shared     seen without being a member, through the organisation (access-rule.ts)
// intake     where records wait until somebody takes them on; not every kind has one
//
// A table of records has organisation_id, id, name, status, owner_id, team_id, restricted, external_id, created_at,
// updated_at, last_activity_at, version, deleted_at and deleted_by (in the bin), legal_hold_reason, …_at and …_by and,
// with an intake, in_intake; a table of members has organisation_id, the record's id and user_id.
import type { RawBuilder, SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Catalogue, Collections } from '../platform/lists/list-query.ts'
import type { SubjectKind } from '../platform/subject.ts'
import type { PageKind } from '../platform/web-addresses.ts'
import type { AccessRule } from './access-rule.ts'
import type { RecordType } from './kinds.ts'

/** What every record has as an object. */
export interface RecordBase {
  readonly organisationId: number
  readonly id: number
}

/** The tables of a kind, and the rule of who sees and changes its rows: all that access and counts need. */
export interface RecordTables {
  readonly kind: SubjectKind
  readonly table: string
  readonly members: {
    readonly table: string
    /** Its column for the record's id; the table of status messages has the same one. */
    readonly recordId: string
    /** Its column for who added a member, if there is one. */
    readonly addedBy?: string
  }
  readonly access: AccessRule
}

/**
 * A kind of record. `DB` and `TB` are its database and table as queries are typed by them, `R` is the record as an
 * object.
 */
export interface RecordKind<DB, TB extends string, R extends RecordBase> extends RecordTables {
  readonly table: TB
  /** Never there: only carries the type of the database. */
  readonly database?: DB
  /** How messages to people call one and several of them. */
  readonly names: { readonly one: string; readonly many: string }
  /** With the name of the table: `contracts.id`. */
  readonly columns: readonly string[]
  /** The record of a row with these columns. */
  recordOf(row: Readonly<Record<string, unknown>>): R
  readonly list: RecordListDescriptor
  readonly quickFind: QuickFindDescriptor
  readonly shown: ShownDescriptor
  /** The kind as the wire, recents and favourites write it. */
  readonly type: RecordType
  /** Of kinds that an organisation may number by patterns of its own (own_number): the table of their types. */
  readonly numbered?: { readonly types: string }
  /** The table of its status messages. */
  readonly statusMessages: string
}

/** The statuses of a kind, and what people read in their place (status-names/status-name.ts). */
export interface NamedStatuses {
  /** All that are seen. */
  readonly choices: readonly string[]
  /** The standard names of those whose words do not say it. */
  readonly names?: Readonly<Record<string, string>>
  /** The column for the type of a record, of kinds that have types. */
  readonly type?: string
}

interface RecordListDescriptor {
  /**
   * What lists show, filter by and sort by; among them `id`, `organisationId`, `ownerId`, `teamId`, `restricted` and
   * the status.
   */
  columns(app: ListContext, actor: Pick<Actor, 'userId' | 'organisationType'>): Catalogue
  /** Columns of other tables that lists of all visible records add, such as the parts of names. */
  readonly related: Catalogue
  /** The same, where they depend on the moment at which they are read. */
  relatedNow?(app: ListContext): Catalogue
  /** What belongs to a record and can be asked for in a filter of such a list: its members, its tags. */
  readonly collections: Collections
  /** The column of `columns` that shows the status, with all its values, and those that are stored. */
  readonly status: NamedStatuses & { readonly name: string; readonly stored: readonly string[] }
  /** The columns that an administrator of the organisation sees of a restricted record without being a member. */
  readonly redacted: readonly string[]
}

/** What the columns of a list may depend on besides the row and the caller. */
export type ListContext = Pick<App, 'config' | 'clock'>

interface QuickFindDescriptor {
  /** The text that is searched besides the name; the expression that the index has. */
  readonly otherText: RawBuilder<string | null>
  /** The same for records that somebody is a member of, where that is more; in the organisation with this id. */
  readonly ownText?: (organisationId: RawBuilder<number>) => RawBuilder<string | null>
  /** Whether the term identifies the row: its id, number or external id, by columns that have an index. */
  isKnown(term: string, app: Pick<App, 'config'>): RawBuilder<SqlBool>
}

/** How records of the kind are shown together with those of other kinds. */
interface ShownDescriptor {
  /** The number that people know one by, of kinds that number their records. */
  displayId?(app: Pick<App, 'config'>): RawBuilder<string | null>
  /** The status in which it is seen at this moment. */
  status(now: Date): RawBuilder<string>
  /** The page on which the reader finds it, where that is not the page of the kind. */
  page?(reader: Actor): RawBuilder<PageKind | null>
  /** What recents say of it. */
  recent(app: ListContext, viewer: Actor): Partial<RecentColumns>
}

/** What recents say of a record beside its name and number; null where a kind has none of it. */
interface RecentColumns {
  /** What stands below its name, where that is not its number. */
  readonly description: RawBuilder<string>
  readonly ownerId: RawBuilder<string>
  readonly managerId: RawBuilder<string | null>
  /** The matter that it belongs to. */
  readonly matterId: RawBuilder<number | null>
  readonly stage: RawBuilder<string>
  readonly categoryName: RawBuilder<string>
}

/** Any kind of record, where its types do not matter. */
export type AnyKind = RecordKind<unknown, string, RecordBase>
