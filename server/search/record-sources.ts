// Matters and contracts by their names, as quick find finds them: with typing errors, by ids and numbers.
import { sql } from 'kysely'
import { contractKind } from '../contracts/contract-kind.ts'
import { matterKind } from '../matters/matter-kind.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { wordsOf } from '../platform/text-search/words.ts'
import type { RecordBase, RecordKind } from '../records/record-kind.ts'
import { quickFindRecords } from '../records/quick-find.ts'
import type { Found, SearchAsked, SearchType, Source } from './found.ts'

const mostFound = 100
// a name says more than a text
const nameScore = 1.5

function recordSource<TB extends 'matters' | 'contracts', R extends RecordBase>(
  type: SearchType,
  kind: RecordKind<Tables, TB, R>,
): Source {
  return {
    type,
    async find(app, actor, asked) {
      const rows = await findByName(kind, app, actor, asked)
      const items = rows.slice(0, mostFound).map(
        ({ organisationId, id, name }, place): Found => ({
          type,
          organisationId,
          id,
          title: name,
          record: null,
          score: nameScore * (1 - place / (10 * mostFound)),
        }),
      )
      return { items, more: rows.length > mostFound }
    },
    textsOf: async (_, items) => items.map(({ title }) => [{ text: title }]),
  }
}

async function findByName<TB extends 'matters' | 'contracts', R extends RecordBase>(
  kind: RecordKind<Tables, TB, R>,
  app: App,
  actor: Actor,
  { query: { terms }, record }: SearchAsked,
) {
  if (record && record.kind !== kind.kind) return []
  const positive = terms.filter(({ negative }) => !negative)
  const rows = await quickFindRecords(kind, app, actor, {
    typed: positive.flatMap(({ words }) => words).join(' '),
    take: mostFound + 1,
    includeRestricted: true,
    columns: {
      name: sql.ref<string>(`${kind.table}.name`),
      organisationId: sql.ref<number>(`${kind.table}.organisation_id`),
    },
  })
  const phrases = positive.filter(({ words }) => words.length > 1)
  const excluded = terms.filter(({ negative }) => negative)
  return rows.filter(({ id, name }) => {
    const words = ` ${wordsOf(name)} `
    const has = (term: (typeof terms)[number]) =>
      words.includes(` ${term.words.join(' ')}${term.prefix ? '' : ' '}`)
    return (!record || record.id === id) && phrases.every(has) && !excluded.some(has)
  })
}

export const matterSource = recordSource('Matter', matterKind)
export const contractSource = recordSource('Contract', contractKind)
