// The status messages of a matter.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { ListedRow } from '../platform/lists/list-rows.ts'
import { messageListing } from '../users/message-listing.ts'
import { getMatterToSee } from './access.ts'

/** What a list of them can show, be filtered by and be sorted by. */
export const statusMessageListing = messageListing('matter_status_messages')

async function messagesOf({ db }: App, actor: Actor, matterId: number) {
  const { organisationId, id } = await getMatterToSee(db, actor, matterId)
  return db
    .selectFrom('matter_status_messages')
    .where('matter_status_messages.organisation_id', '=', organisationId)
    .where('matter_status_messages.matter_id', '=', id)
}

/** A page of them; not_found for a matter that the caller does not see. */
export async function listStatusMessages(
  app: App,
  actor: Actor,
  matterId: number,
  asked: PageAsked,
): Promise<Page> {
  return readPage(await messagesOf(app, actor, matterId), statusMessageListing, asked)
}

/** One of them; not_found when it is of another matter. */
export async function getStatusMessage(
  app: App,
  actor: Actor,
  { matterId, id }: { readonly matterId: number; readonly id: number },
  columns: readonly string[],
): Promise<ListedRow> {
  const base = await messagesOf(app, actor, matterId)
  const row = await readRow(base.where('matter_status_messages.id', '=', id), statusMessageListing, columns)
  if (!row) throw notFound()
  return row
}
