// Records by their names, as quick find finds them: with typing errors, by ids and numbers.
import { kindNames, kinds, type RecordsName, type RecordType } from '../records/kinds.ts'
import { sql } from 'kysely'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { wordsOf } from '../platform/text-search/words.ts'
import type { AnyKind, RecordBase, RecordKind } from '../records/record-kind.ts'
import { findRecordsAsTyped, quickFindRecords } from '../records/lists/quick-find.ts'
import type { Found, SearchAsked, Source } from './found.ts'

const mostFound = 100
// a name says more than a text
const nameScore = 1.5

function recordSource<TB extends RecordsName, R extends RecordBase>(kind: RecordKind<Tables, TB, R>): Source {
  const { type } = kind
  const listOf = (rows: readonly NamedRecord[]) => ({
    items: rows.slice(0, mostFound).map(
      ({ organisationId, id, name }, place): Found => ({
        type,
        organisationId,
        id,
        title: name,
        record: null,
        score: nameScore * (1 - place / (10 * mostFound)),
      }),
    ),
    more: rows.length > mostFound,
  })
  return {
    type,
    async find(app, actor, asked) {
      const rows = await findWith(asked, kind, async (search) => {
        const found = await findRecordsAsTyped(kind, app, actor, search)
        return found.map(({ organisation_id: organisationId, id, name }) => ({ organisationId, id, name }))
      })
      return listOf(rows)
    },
    async findMistyped(app, actor, asked) {
      const columns = {
        name: sql.ref<string>(`${kind.table}.name`),
        organisationId: sql.ref<number>(`${kind.table}.organisation_id`),
      }
      const rows = await findWith(asked, kind, (search) =>
        quickFindRecords(kind, app, actor, { ...search, columns }),
      )
      return listOf(rows)
    },
    textsOf: async (_, items) => items.map(({ title }) => [{ text: title }]),
  }
}

interface NamedRecord {
  readonly organisationId: number
  readonly id: number
  readonly name: string
}

/** What is found by the words of a query, without what its phrases and excluded words leave out. */
async function findWith(
  { query: { terms }, record }: SearchAsked,
  { kind }: Pick<AnyKind, 'kind'>,
  find: (search: {
    readonly typed: string
    readonly take: number
    readonly includeRestricted: boolean
  }) => Promise<readonly NamedRecord[]>,
): Promise<readonly NamedRecord[]> {
  if (record && record.kind !== kind) return []
  const positive = terms.filter(({ negative }) => !negative)
  const typed = positive.flatMap(({ words }) => words).join(' ')
  const rows = await find({ typed, take: mostFound + 1, includeRestricted: true })
  const phrases = positive.filter(({ words }) => words.length > 1)
  const excluded = terms.filter(({ negative }) => negative)
  return rows.filter(({ id, name }) => {
    const words = ` ${wordsOf(name)} `
    const has = (term: (typeof terms)[number]) =>
      words.includes(` ${term.words.join(' ')}${term.prefix ? '' : ' '}`)
    return (!record || record.id === id) && phrases.every(has) && !excluded.some(has)
  })
}

/** The records of each kind, by the type that the wire calls them. */
export const recordSources = Object.fromEntries(
  kindNames.map((name) => [kinds[name].type, recordSource(recordKinds[name])]),
) as Readonly<Record<RecordType, Source>>
