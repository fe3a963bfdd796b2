// Mailed reports as rows of lists.
import { sql } from 'kysely'
import { personColumns } from '../../identity/users/person-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Page, type PageAsked, readPage } from '../../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import { rowSource } from '../../platform/postgres/row-source.ts'
import { mailingsVisibleTo } from './access.ts'
import { mailedFormats } from './mailing.ts'
import { weekdays } from './schedule.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`report_mailings.${column}`),
})

export const mailingListing = {
  catalogue: {
    id: own('integer', 'id'),
    reportId: own('integer', 'report_id', true),
    reportName: {
      kind: 'text',
      nullable: true,
      sql: sql`(select r.name from saved_reports r where r.organisation_id = report_mailings.organisation_id
        and r.id = report_mailings.report_id)`,
    },
    ready: own('text', 'ready', true),
    weekday: {
      kind: 'choice',
      nullable: true,
      choices: weekdays,
      sql: sql`(${sql.val([...weekdays])}::text[])[report_mailings.weekday::int]`,
    },
    monthDay: own('integer', 'month_day', true),
    hour: own('integer', 'hour'),
    format: { ...own('choice', 'format'), choices: mailedFormats },
    paused: { kind: 'boolean', nullable: false, sql: sql`(report_mailings.next_at is null)` },
    nextAt: own('moment', 'next_at', true),
    mailedAt: own('moment', 'mailed_at', true),
    recipientId: own('uuid', 'recipient_id'),
    ...personColumns('recipient', 'report_mailings.recipient_id'),
    ...personColumns('creator', 'report_mailings.created_by'),
    creatorId: own('uuid', 'created_by'),
    version: own('integer', 'version'),
    createdAt: own('moment', 'created_at'),
    updatedAt: own('moment', 'updated_at'),
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('report_mailings.id') },
} as const satisfies Listing

const shown = Object.keys(mailingListing.catalogue)

/** A page of the mailed reports that the caller sees. */
export const listMailings = ({ db }: App, actor: Actor, asked: Omit<PageAsked, 'columns'>): Promise<Page> =>
  readPage(mailingsVisibleTo(db, actor), mailingListing, { ...asked, columns: shown })

/** One mailed report; not_found for one that the caller does not see. */
export const getMailing = ({ db }: App, actor: Actor, id: number): Promise<ListedRow> =>
  rowSource(mailingsVisibleTo(db, actor), mailingListing).get(id, shown)
