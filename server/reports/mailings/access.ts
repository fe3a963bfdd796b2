// Who sees and changes mailed reports: their recipient, and administrators those that somebody else was subscribed to.
import { sql, type SqlBool } from 'kysely'
import { type Actor, administers, checkAdministers } from '../../platform/actor.ts'
import { badInput, notFound } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { findSnapshots } from '../../identity/users/authorization-snapshot.ts'
import { reportsVisibleTo } from '../access.ts'
import { type FoundReport, findSource } from '../source.ts'
import { type Mailing, mailingOf } from './mailing.ts'

/** The reports that the caller gets, and for administrators those that colleagues were subscribed to. */
export const mailingsVisibleTo = (db: Reader, actor: Actor) =>
  db
    .selectFrom('report_mailings')
    .where('report_mailings.organisation_id', '=', actor.organisationId)
    .where(
      sql<SqlBool>`(report_mailings.recipient_id = ${actor.userId} or ${administers(actor)}
        and report_mailings.created_by <> report_mailings.recipient_id)`,
    )

/** The mailed report, locked to be changed; not_found for one that the caller does not see. */
export async function getMailingToChange(tx: Tx, actor: Actor, id: number): Promise<Mailing & MayChange> {
  const row = await mailingsVisibleTo(tx, actor)
    .where('report_mailings.id', '=', id)
    .selectAll('report_mailings')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return mailingOf(row) as Mailing & MayChange
}

/**
 * Checks that the caller may have the report mailed to somebody, and answers the report: their own to themselves; a
 * colleague is subscribed by those who may share reports with them, to what everybody has.
 */
export async function checkSubscribing(
  tx: Tx,
  actor: Actor,
  { source, recipientId }: Pick<Mailing, 'source' | 'recipientId'>,
): Promise<FoundReport> {
  const report = await findSource(tx, actor, source)
  if (!report) throw badInput('reportId' in source ? 'report' : 'ready', 'must be a report that you see.')
  if (recipientId === actor.userId) return report
  checkAdministers(actor, 'Only an administrator may have reports mailed to others.')
  const [recipient] = await findSnapshots(tx, [recipientId])
  if (recipient?.organisationId !== actor.organisationId) {
    throw badInput('recipient', 'must be an active person of your organisation.')
  }
  if ('reportId' in source && !(await isShared(tx, actor, source.reportId))) {
    throw badInput('recipient', 'must be you: the report is not shared with the organisation.')
  }
  return report
}

async function isShared(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const row = await reportsVisibleTo(tx, actor)
    .where('saved_reports.id', '=', id)
    .select('saved_reports.shared_with')
    .executeTakeFirst()
  return row?.shared_with === 'Organization'
}
