// What is searched without an index of its own: the caller's own mail, and the counterparties of their organisation's
// contracts.
import { entitiesVisibleTo } from '../contracts/entity-rows.ts'
import { kinds, recordIdColumns, recordInRow } from '../records/kinds.ts'
import { sql } from 'kysely'
import { threadsOf } from '../emails/access.ts'
import { hasWords, mostFound, searchedText } from '../platform/text-search/searched-text.ts'
import { beginningOf, bodiesOf } from './attached-sources.ts'
import { type Found, type Source, titleScore } from './found.ts'

const bodyScore = 0.3

// of the others the text is not needed for a title
const untitled = sql<string | null>`case when coalesce(m.subject, '') !~ '\\S' then left(m.body, 400) end`

/** The messages of the caller's own threads: what others track shows as files and messages of its record. */
export const mailSource: Source = {
  type: 'Mail',
  async find({ db }, actor, { query, stems, record }) {
    const own = threadsOf(db, actor)
      .innerJoin('email_messages as m', (join) =>
        join
          .onRef('m.organisation_id', '=', 'email_threads.organisation_id')
          .onRef('m.thread_id', '=', 'email_threads.id'),
      )
      .where(hasWords(searchedText(sql`coalesce(m.subject, '') || ' ' || coalesce(m.body, '')`), query.whole))
    const rows = await (record
      ? own.where(`email_threads.${kinds[record.kind].recordId}`, '=', record.id)
      : own
    )
      .orderBy('m.id', 'desc')
      .limit(sql.lit(mostFound + 1))
      .select(['m.organisation_id', 'm.id', 'm.subject', untitled.as('beginning')])
      .select(recordIdColumns('email_threads'))
      .execute()
    const items = rows.slice(0, mostFound).map((row): Found => {
      const { organisation_id: organisationId, id, subject, beginning } = row
      return {
        type: 'Mail',
        organisationId,
        id,
        title: subject?.trim() || beginningOf(beginning ?? ''),
        record: recordInRow(row),
        score: titleScore(subject ?? '', stems) + bodyScore,
      }
    })
    return { items, more: rows.length > mostFound }
  },
  async textsOf({ db }, items) {
    const bodies = await bodiesOf(db, items, {
      table: 'email_messages',
      body: sql<string | null>`t.body`,
    })
    return items.map((item, place) => [{ text: bodies[place] || item.title }])
  },
}

/** Counterparties, which everybody in the organisation sees, and guests as far as their records name them. */
export const partySource: Source = {
  type: 'Party',
  async find({ db }, actor, { query, stems, record }) {
    if (record) return { items: [], more: false }
    const { organisationId } = actor
    const rows = await entitiesVisibleTo(db, actor)
      .where(hasWords(searchedText(sql`name`), query.whole))
      .orderBy('id', 'desc')
      .limit(sql.lit(mostFound + 1))
      .select(['id', 'name'])
      .execute()
    const items = rows.slice(0, mostFound).map(
      ({ id, name }): Found => ({
        type: 'Party',
        organisationId,
        id,
        title: name,
        record: null,
        score: 1 + titleScore(name, stems),
      }),
    )
    return { items, more: rows.length > mostFound }
  },
  textsOf: async (_, items) => items.map(({ title }) => [{ text: title }]),
}
