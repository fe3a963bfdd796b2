// The kinds of records by name: the one list of them. It imports nothing, so that everything but the platform may read
// it, also what records build on. What a kind does is in its own folder; server/operations/process/record-kinds.ts puts
// both together.
//
// What treats kinds differently does so in a table of all kinds, `satisfies Readonly<Record<RecordKindName, …>>`, so
// that another kind does not compile until it is there; never by asking whether a record is one of the two.

interface KindNames {
  /** Its name: what messages to people call one of them. */
  readonly one: string
  /** What messages to people, paths and lists of views call several of them; also their table and the pages. */
  readonly many: string
  /** The kind as the wire, recents and favourites write it. */
  readonly type: string
  /** The column for the id of the record in tables of what is attached to records. */
  readonly recordId: string
  /** The table of its members, with that column. */
  readonly members: string
  /** The table of its conversations. */
  readonly messages: string
  /** Whether mails are added to its conversations. */
  readonly messagesHaveMails: boolean
  /** Whether messages may be from people without an account. */
  readonly messagesHaveSenders: boolean
}

/** Every kind by its name, in the order in which lists of several kinds show them. */
export const kinds = {
  matter: {
    one: 'matter',
    many: 'matters',
    type: 'Matter',
    recordId: 'matter_id',
    members: 'matter_members',
    messages: 'matter_messages',
    messagesHaveMails: true,
    messagesHaveSenders: true,
  },
  contract: {
    one: 'contract',
    many: 'contracts',
    type: 'Contract',
    recordId: 'contract_id',
    members: 'contract_members',
    messages: 'contract_messages',
    messagesHaveMails: false,
    messagesHaveSenders: true,
  },
} as const satisfies Readonly<Record<string, KindNames>>

export type RecordKindName = keyof typeof kinds
/** The kind as the wire, recents and favourites write it. */
export type RecordType = (typeof kinds)[RecordKindName]['type']
/** Several of a kind: also the name of its table. */
export type RecordsName = (typeof kinds)[RecordKindName]['many']

declare module '../platform/subject.ts' {
  interface SubjectKinds extends Readonly<Record<RecordKindName, true>> {}
}

/** The names of all kinds. */
export const kindNames = Object.keys(kinds) as readonly RecordKindName[]

/** All kinds as the wire writes them. */
export const recordTypes: readonly RecordType[] = kindNames.map((kind) => kinds[kind].type)

/** The same by alphabet: where the documents of the wire have them in that order. */
export const sortedRecordTypes: readonly RecordType[] = recordTypes.toSorted()

/** The kind that the wire calls so. */
export const kindOfType = (type: RecordType): RecordKindName =>
  kindNames.find((kind) => kinds[kind].type === type) ?? unknownKind(type)

function unknownKind(type: string): never {
  throw new Error(`There are no records of the type ${type}`)
}

export type RecordIdColumn = (typeof kinds)[RecordKindName]['recordId']

/** The columns for ids of records in a table of what is attached to one, as `files.matter_id`. */
export const recordIdColumns = <Table extends string>(table: Table) =>
  kindNames.map((kind): `${Table}.${RecordIdColumn}` => `${table}.${kinds[kind].recordId}`)

/** What the columns for ids of records hold, in tables of what is attached to one. */
export const recordIdsOf = (
  record: { readonly kind: RecordKindName; readonly id: number } | null,
): Readonly<Record<RecordIdColumn, number | null>> =>
  Object.fromEntries(
    kindNames.map((kind) => [kinds[kind].recordId, record?.kind === kind ? record.id : null]),
  ) as Record<RecordIdColumn, number | null>

/** The record that these columns of a row refer to, if one does. */
export function recordInRow(
  row: Readonly<Record<RecordIdColumn, number | null>>,
): { readonly kind: RecordKindName; readonly id: number } | null {
  for (const kind of kindNames) {
    const id = row[kinds[kind].recordId]
    if (id !== null) return { kind, id }
  }
  return null
}

/** Something for each kind. */
export const eachKind = <Made>(
  make: (kind: RecordKindName) => Made,
): Readonly<Record<RecordKindName, Made>> =>
  Object.fromEntries(kindNames.map((kind) => [kind, make(kind)])) as Record<RecordKindName, Made>
