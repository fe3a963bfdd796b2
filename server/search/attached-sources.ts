// What people write on records, searched where it is stored: tasks, the messages of a conversation, status messages.
// What the index finds on records that the caller may see is looked at by the access rule.
import { kindNames, kinds } from '../records/kinds.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
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
  kind: kinds.matter.one,
  recordId: kinds.matter.recordId,
  words: searchedText(sql`t.name || ' ' || coalesce(t.description, '')`),
  title: sql`t.name`,
  body: sql`t.description`,
}

/** The messages of a kind; of one whose messages have mails, with the subjects of these. */
function messagesOf(kind: SubjectKind): Attached {
  const { messages: table, recordId, messagesHaveMails } = kinds[kind]
  return {
    table,
    kind,
    recordId,
    words: searchedText(messagesHaveMails ? sql`coalesce(t.subject, '') || ' ' || t.body` : sql`t.body`),
    title: messagesHaveMails ? sql`t.subject` : sql`null::text`,
    body: sql`t.body`,
  }
}

const statusMessagesOf = (kind: SubjectKind): Attached => ({
  table: `${kind}_status_messages`,
  kind,
  recordId: kinds[kind].recordId,
  words: searchedText(sql`t.message`),
  title: sql`null::text`,
  body: sql`t.message`,
})

interface Row {
  readonly organisation_id: number
  readonly id: number
  readonly record_id: number
  readonly title: string | null
  readonly beginning: string | null
}

/** A source of what is attached to records. */
const attachedSource = (type: SearchType, tables: readonly Attached[]): Source => ({
  type,
  async find(app, actor, asked) {
    const lists = await Promise.all(
      tables
        .filter(({ kind }) => asked.record === undefined || asked.record.kind === kind)
        .map((attached) => findIn(app, actor, asked, attached)),
    )
    return {
      items: lists.flatMap(({ rows, kind }) =>
        rows.map((row) => foundOf(type, row, { kind, stems: asked.stems })),
      ),
      more: lists.some(({ more }) => more),
    }
  },
  async textsOf({ db }, items) {
    const texts = new Map<Found, string>()
    await Promise.all(
      tables.map(async (attached) => {
        const own = items.filter(({ record }) => record?.kind === attached.kind)
        for (const [place, text] of (await bodiesOf(db, own, attached)).entries()) {
          const item = own[place]
          if (item) texts.set(item, text)
        }
      }),
    )
    return items.map((item) => [{ text: texts.get(item) || item.title }])
  },
})

/** The texts of what has been found in a table, to the caller: empty for what has none. */
export async function bodiesOf(
  db: Reader,
  items: readonly Found[],
  { table, body }: Pick<Attached, 'table' | 'body'>,
): Promise<readonly string[]> {
  if (items.length === 0) return []
  // not through access.ts: of what the caller has been found to see
  const { rows } = await sql<{ id: number; body: string | null }>`select t.id, ${body} as body
    from unnest(${items.map(({ organisationId }) => organisationId)}::bigint[], ${items.map(({ id }) => id)}::bigint[])
      as found (organisation_id, id)
    join ${sql.table(table)} t on t.organisation_id = found.organisation_id and t.id = found.id`.execute(db)
  const bodies = new Map(rows.map(({ id, body: text }) => [id, text ?? '']))
  return items.map(({ id }) => bodies.get(id) ?? '')
}

async function findIn(
  app: App,
  actor: Actor,
  { query, record }: SearchAsked,
  { table, kind, recordId, words, title, body }: Attached,
): Promise<{ readonly rows: readonly Row[]; readonly kind: SubjectKind; readonly more: boolean }> {
  const rule = app.subjects[kind]
  const isToSee = rule.isToSee(app.db, actor, {
    organisationId: 'found.organisation_id',
    id: 'found.record_id',
  })
  // not through access.ts: what is found is asked for by the rule, row by row, before anything of it is shown
  const { rows } =
    await sql<Row>`select found.organisation_id, found.id, found.record_id, found.title, left(found.body, 400) as beginning from (
      select t.organisation_id, t.id, ${sql.ref(`t.${recordId}`)} as record_id, ${title} as title, ${body} as body
      from ${sql.table(table)} t
      where ${isOneOf(sql.ref('t.organisation_id'), actor.organisationIds)} and ${hasWords(words, query.whole)}
        and ${amongSeen(app, actor, { kind, recordId, record })}
      order by t.id desc offset 0) as found
    where ${isToSee} order by found.id desc limit ${sql.lit(mostFound + 1)}`.execute(app.db)
  return { rows: rows.slice(0, mostFound), kind, more: rows.length > mostFound }
}

/** SQL: it is on a record that the actor sees. It narrows the search and decides nothing. */
function amongSeen(
  { subjects }: Pick<App, 'subjects'>,
  actor: Actor,
  { kind, recordId, record }: Pick<Attached, 'kind' | 'recordId'> & Pick<SearchAsked, 'record'>,
): RawBuilder<SqlBool> {
  const column = sql.ref(`t.${recordId}`)
  if (record) return sql<SqlBool>`${column} = ${record.id}`
  // who administers all kinds sees nearly everything
  const seesAll = actor.groups.size === Object.keys(subjects).length
  return seesAll ? sql<SqlBool>`true` : sql<SqlBool>`${column} in (${subjects[kind].visibleIds(actor)})`
}

function foundOf(
  type: SearchType,
  { organisation_id, id, record_id, title, beginning }: Row,
  { kind, stems }: { readonly kind: SubjectKind; readonly stems: SearchAsked['stems'] },
): Found {
  const shown = title?.trim() || beginningOf(beginning ?? '')
  const score = (title ? titleScore(title, stems) : 0) + bodyScore
  return { type, organisationId: organisation_id, id, title: shown, record: { kind, id: record_id }, score }
}

/** The beginning of a text, as a title. */
export function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= titleLength ? line : `${line.slice(0, titleLength).toWellFormed().trimEnd()}…`
}

export const taskSource = attachedSource('Task', [tasks])
export const messageSource = attachedSource('Message', kindNames.map(messagesOf))
export const statusMessageSource = attachedSource('StatusMessage', kindNames.map(statusMessagesOf))
