// What people write on records, searched where it is stored: tasks, the messages of a conversation, status messages. What the index
// finds on records that the caller may see is looked at by the access rule.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { isOneOf } from '../platform/postgres/statement.ts'
import type { SubjectKind } from '../platform/subject.ts'
import { hasWords, mostFound, searchedText } from '../platform/text-search/searched-text.ts'
import { type Found, type SearchAsked, type SearchType, type Source, titleScore } from './found.ts'

interface Attached {
  readonly table: string
  /** The record they are on, and its column. */
  readonly kind: SubjectKind
  readonly recordId: string
  /** The expression that the index has. */
  readonly words: RawBuilder<unknown>
  /** What it is called; null for what has no name. */
  readonly title: RawBuilder<string | null>
  readonly body: RawBuilder<string | null>
}

const titleLength = 80
// what is written about a record says less than its name
const bodyScore = 0.3

const tasks: Attached = {
  table: 'tasks',
  kind: 'matter',
  recordId: 'matter_id',
  words: searchedText(sql`t.name || ' ' || coalesce(t.description, '')`),
  title: sql`t.name`,
  body: sql`t.description`,
}

const matterMessages: Attached = {
  table: 'matter_messages',
  kind: 'matter',
  recordId: 'matter_id',
  words: searchedText(sql`coalesce(t.subject, '') || ' ' || t.body`),
  title: sql`t.subject`,
  body: sql`t.body`,
}

const contractMessages: Attached = {
  table: 'contract_messages',
  kind: 'contract',
  recordId: 'contract_id',
  words: searchedText(sql`t.body`),
  title: sql`null::text`,
  body: sql`t.body`,
}

const statusMessagesOf = (kind: SubjectKind): Attached => ({
  table: `${kind}_status_messages`,
  kind,
  recordId: `${kind}_id`,
  words: searchedText(sql`t.message`),
  title: sql`null::text`,
  body: sql`t.message`,
})

interface Row {
  readonly organisation_id: number
  readonly id: number
  readonly record_id: number
  readonly title: string | null
  readonly body: string | null
}

/** A source of what is attached to records; the texts it found stay with what was found. */
function attachedSource(type: SearchType, tables: readonly Attached[]): Source {
  const bodies = new WeakMap<Found, string>()
  return {
    type,
    async find(app, actor, asked) {
      const lists = await Promise.all(
        tables
          .filter(({ kind }) => asked.record === undefined || asked.record.kind === kind)
          .map((attached) => findIn(app, actor, asked, attached)),
      )
      return {
        items: lists.flatMap(({ rows, kind }) =>
          rows.map((row) => {
            const found = foundOf(type, row, { kind, stems: asked.stems })
            bodies.set(found, row.body ?? '')
            return found
          }),
        ),
        more: lists.some(({ more }) => more),
      }
    },
    textsOf: async (_, items) => items.map((item) => [{ text: bodies.get(item) || item.title }]),
  }
}

async function findIn(
  app: App,
  actor: Actor,
  { query, record }: SearchAsked,
  { table, kind, recordId, words, title, body }: Attached,
): Promise<{ readonly rows: readonly Row[]; readonly kind: SubjectKind; readonly more: boolean }> {
  const rule = app.subjects[kind]
  const { ids } = await rule.visibleIds(app.db, actor)
  const among = record
    ? sql`${sql.ref(`t.${recordId}`)} = ${record.id}`
    : sql`${sql.ref(`t.${recordId}`)} in (${ids})`
  const isToSee = rule.isToSee(app.db, actor, {
    organisationId: 'found.organisation_id',
    id: 'found.record_id',
  })
  // not through access.ts: what is found is asked for by the rule, row by row, before anything of it is shown
  const { rows } = await sql<Row>`select found.* from (
      select t.organisation_id, t.id, ${sql.ref(`t.${recordId}`)} as record_id, ${title} as title, ${body} as body
      from ${sql.table(table)} t
      where ${isOneOf(sql.ref('t.organisation_id'), actor.organisationIds)} and ${hasWords(words, query.whole)} and ${among}
      order by t.id desc limit ${sql.lit(mostFound + 1)}) as found
    where ${isToSee} order by found.id desc`.execute(app.db)
  return { rows: rows.slice(0, mostFound), kind, more: rows.length > mostFound }
}

function foundOf(
  type: SearchType,
  { organisation_id, id, record_id, title, body }: Row,
  { kind, stems }: { readonly kind: SubjectKind; readonly stems: SearchAsked['stems'] },
): Found {
  const shown = title?.trim() || beginningOf(body ?? '')
  const score = (title ? titleScore(title, stems) : 0) + bodyScore
  return { type, organisationId: organisation_id, id, title: shown, record: { kind, id: record_id }, score }
}

/** The beginning of a text, as a title. */
export function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= titleLength ? line : `${line.slice(0, titleLength).toWellFormed().trimEnd()}…`
}

export const taskSource = attachedSource('Task', [tasks])
export const messageSource = attachedSource('Message', [matterMessages, contractMessages])
export const statusMessageSource = attachedSource('StatusMessage', [
  statusMessagesOf('matter'),
  statusMessagesOf('contract'),
])
