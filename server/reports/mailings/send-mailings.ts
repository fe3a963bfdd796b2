// Sending reports that are due: found and queued once, however many processes look and however long none did, and
// written into the outbox in the transaction that notes them as sent.
import { type Selectable, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import type { Actor } from '../../platform/actor.ts'
import { addJob } from '../../platform/add-job.ts'
import type { App } from '../../platform/app.ts'
import { AppError } from '../../platform/errors.ts'
import { change, type DomainEvent, internalTransaction, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ReportMailingsTable } from '../../platform/postgres/tables.ts'
import { reportPage } from '../../platform/web-addresses.ts'
import { type FoundReport, findSource, nameOfSource, pageParameters } from '../source.ts'
import { mailingEvent } from './events.ts'
import type { ComputeReport, MailedFigures } from './mailed-figures.ts'
import { type Mailing, mailingOf } from './mailing.ts'
import { endMailing } from './end-mailings.ts'
import { figuresHtml, figuresText } from './figures-text.ts'
import { addressOf, endOf, mailedReport, writeEnd } from './report-mails.ts'
import { nextDue } from './schedule.ts'

const atOnce = 200

/** Queues the reports that are due, each once for all the times that it was due since, and returns how many. */
export const queueDueReports = (app: App): Promise<number> =>
  moveDue(app, (tx, { organisation_id: organisationId, id, next_at: due }) =>
    addJob(tx, 'mail-report', { organisationId, id, due }),
  )

/** After a restore: what was due since the backup may have been mailed, and is left out. */
export const skipDueReports = (app: App): Promise<number> => moveDue(app, async () => {})

type Due = Selectable<ReportMailingsTable> & { readonly time_zone: string }

async function moveDue(app: App, queue: (tx: Tx, due: Due) => Promise<void>): Promise<number> {
  let moved = 0
  for (let some = atOnce; some === atOnce && !app.stopping(); moved += some) {
    some = await internalTransaction(app, async (tx, now) => {
      const { rows } = await sql<Due>`
        /* every organisation: what is due is found here, and written one by one */
        select m.*, o.time_zone from report_mailings m join organisations o on o.id = m.organisation_id
        where m.next_at <= ${now} order by m.next_at limit ${atOnce} for update of m skip locked`.execute(tx)
      for (const row of rows) {
        await tx
          .updateTable('report_mailings')
          .set({ next_at: nextDue(mailingOf(row), now, row.time_zone) })
          .where('organisation_id', '=', row.organisation_id)
          .where('id', '=', row.id)
          .execute()
        await queue(tx, row)
      }
      return rows.length
    })
  }
  return moved
}

export const duePayload = Type.Object({
  organisationId: Type.Integer(),
  id: Type.Integer(),
  due: Type.String(),
})
export type DueReport = Static<typeof duePayload>

const actor = systemActor('mail-report')

/**
 * Mails one report that is due, computed of what its recipient may see now. Somebody who cannot sign in gets nothing;
 * who does not see the report any more is told that it has ended. Nothing happens if it was mailed for this time, or
 * for a later one.
 */
export async function sendReport(app: App, compute: ComputeReport, due: DueReport): Promise<void> {
  const mailing = await findActive(app, due)
  const person = mailing && (await findSnapshot(app.db, mailing.recipientId))
  if (!mailing || !person) return
  const reader: Actor = { ...person, via: actor.via, requestId: null }
  const report = await findSource(app.db, reader, mailing.source)
  if (!report) {
    const because = 'it was deleted, or is not shared with you any more.'
    return settle(app, due, (tx, locked) => endForReader(app, tx, { mailing: locked, because }))
  }
  const figures = await computed(app, compute, { reader, report, mailing })
  if (figures instanceof AppError) {
    const because = `it is paused because it cannot be computed for you (${figures.message})`
    return settle(app, due, (tx, locked) => pause(app, tx, { mailing: locked, report, because }))
  }
  await settle(app, due, (tx, locked, now) =>
    write(app, tx, { mailing: locked, report, figures, due: new Date(due.due), now }),
  )
}

async function computed(
  app: App,
  compute: ComputeReport,
  {
    reader,
    report,
    mailing,
  }: { readonly reader: Actor; readonly report: FoundReport; readonly mailing: Mailing },
): Promise<MailedFigures | AppError> {
  try {
    return await compute(app, reader, { report, format: mailing.format })
  } catch (error) {
    // what will not be otherwise when it is tried again
    if (error instanceof AppError && error.status === 400) return error
    throw error
  }
}

const isWaiting = ({ paused, mailedFor }: Mailing, { due }: DueReport) =>
  !paused && (mailedFor === null || mailedFor < new Date(due))

async function findActive({ db }: App, due: DueReport): Promise<Mailing | undefined> {
  const row = await db
    .selectFrom('report_mailings')
    .where('organisation_id', '=', due.organisationId)
    .where('id', '=', due.id)
    .selectAll()
    .executeTakeFirst()
  const mailing = row && mailingOf(row)
  return mailing && isWaiting(mailing, due) ? mailing : undefined
}

/** Does something with the mailed report, locked, unless another process has been faster. */
const settle = (
  app: App,
  due: DueReport,
  act: (tx: Tx, mailing: Mailing, now: Date) => Promise<readonly DomainEvent[]>,
): Promise<void> =>
  change(app, actor, async (tx, now) => {
    const row = await tx
      .selectFrom('report_mailings')
      .where('organisation_id', '=', due.organisationId)
      .where('id', '=', due.id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    const mailing = row && mailingOf(row)
    const events = mailing && isWaiting(mailing, due) ? await act(tx, mailing, now) : []
    return { result: undefined, events }
  })

interface Written {
  readonly mailing: Mailing
  readonly report: FoundReport
  readonly figures: MailedFigures
  readonly due: Date
  readonly now: Date
}

async function write(
  app: App,
  tx: Tx,
  { mailing, report, figures, due, now }: Written,
): Promise<readonly DomainEvent[]> {
  const { organisationId, recipientId } = mailing
  const address = await addressOf(tx, recipientId)
  if (!address) return []
  const { to, firstName } = address
  const { sentence, complete, notes, asOf, attachment } = figures
  const values = {
    firstName,
    report: report.name,
    sentence,
    figures: { text: figuresText(figures), html: figuresHtml(figures), isBlock: true } as const,
    notes: [...(complete ? [] : ['These figures are not complete.']), ...notes].join('\n'),
    asOf,
    link: reportPage(app.config, pageParameters(mailing.source, report)),
  }
  const attachments = attachment ? { attachments: [attachment] } : {}
  const mail = { organisationId, to, values, ...(await endOf(app, mailing)), ...attachments }
  await app.mail.write(tx, mailedReport, mail, now)
  await update(tx, mailing, { mailed_for: due, mailed_at: now })
  return [mailingEvent('report.mailing.sent', mailing, { name: report.name, format: mailing.format })]
}

const update = (
  tx: Tx,
  { organisationId, id }: Mailing,
  set: Partial<Pick<Selectable<ReportMailingsTable>, 'mailed_for' | 'mailed_at' | 'next_at' | 'version'>>,
) =>
  tx
    .updateTable('report_mailings')
    .set(set)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

async function pause(
  app: App,
  tx: Tx,
  {
    mailing,
    report,
    because,
  }: { readonly mailing: Mailing; readonly report: FoundReport; readonly because: string },
): Promise<readonly DomainEvent[]> {
  await writeEnd(app, tx, mailing, { report: report.name, because })
  await update(tx, mailing, { next_at: null, version: mailing.version + 1 })
  return [mailingEvent('report.mailing.ended', mailing, { name: report.name, because })]
}

async function endForReader(
  app: App,
  tx: Tx,
  { mailing, because }: { readonly mailing: Mailing; readonly because: string },
): Promise<readonly DomainEvent[]> {
  const name = await nameOfSource(tx, mailing.organisationId, mailing.source)
  return endMailing(app, tx, { mailing, name, because })
}
