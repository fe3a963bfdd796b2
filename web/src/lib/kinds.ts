// The kinds of records by name: the one list of them in the web app. It imports nothing, so that everything may read
// it. What a kind looks like and does is in its own folder; app/record-kinds.ts puts both together.
//
// What treats kinds differently does so by a member of `RecordKind`, or in a table of all kinds,
// `satisfies Readonly<Record<RecordKindName, …>>`, so that another kind does not compile until it is there; never by
// asking whether a record is one of the two.

interface Names {
  /** One of them, within a sentence: "this matter". */
  readonly one: string
  /** Several of them, within a sentence; also in addresses, of the API and of pages, and the name of their list. */
  readonly many: string
  /** The kind as answers of the API write it; also one of them where a text begins so. */
  readonly type: string
  /** The feature that an organisation needs to have them. */
  readonly feature: string
  /** Whether its page opens with its document: viewing one views both. */
  readonly opensDocument: boolean
}

/** Every kind by its name, in the order in which pages show several kinds. */
export const kinds = {
  matter: { one: 'matter', many: 'matters', type: 'Matter', feature: 'MATTERS', opensDocument: false },
  contract: {
    one: 'contract',
    many: 'contracts',
    type: 'Contract',
    feature: 'CONTRACTS',
    opensDocument: true,
  },
} as const satisfies Readonly<Record<string, Names>>

export type RecordKindName = keyof typeof kinds
export type KindNames = (typeof kinds)[RecordKindName]
/** The kind as answers of the API write it. */
export type RecordType = KindNames['type']
/** Several of a kind: in addresses, and the name of their list. */
export type RecordsName = KindNames['many']

/** The names of every kind. */
export const kindNames: readonly KindNames[] = Object.values(kinds)

/** The names of the kind that the API writes so; undefined for what is no record. */
export const namesOfType = (type: string): KindNames | undefined =>
  kindNames.find((names) => names.type.toLowerCase() === type.toLowerCase())

/** Something for each kind, as answers of the API write the kinds. */
export const eachType = <Made>(make: (names: KindNames) => Made): Readonly<Record<RecordType, Made>> =>
  Object.fromEntries(kindNames.map((names) => [names.type, make(names)])) as Record<RecordType, Made>
