// The status messages of a contract.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { ListedRow } from '../platform/lists/list-rows.ts'
import { messageListing } from '../users/message-listing.ts'
import { getContractToSee } from './access.ts'

/** What a list of them can show, be filtered by and be sorted by. */
export const statusMessageListing = messageListing('contract_status_messages')

async function messagesOf({ db }: App, actor: Actor, contractId: number) {
  const { organisationId, id } = await getContractToSee(db, actor, contractId)
  return db
    .selectFrom('contract_status_messages')
    .where('contract_status_messages.organisation_id', '=', organisationId)
    .where('contract_status_messages.contract_id', '=', id)
}

/** A page of them; not_found for a contract that the caller does not see. */
export async function listStatusMessages(
  app: App,
  actor: Actor,
  contractId: number,
  asked: PageAsked,
): Promise<Page> {
  return readPage(await messagesOf(app, actor, contractId), statusMessageListing, asked)
}

/** One of them; not_found when it is of another contract. */
export async function getStatusMessage(
  app: App,
  actor: Actor,
  { contractId, id }: { readonly contractId: number; readonly id: number },
  columns: readonly string[],
): Promise<ListedRow> {
  const base = await messagesOf(app, actor, contractId)
  const row = await readRow(base.where('contract_status_messages.id', '=', id), statusMessageListing, columns)
  if (!row) throw notFound()
  return row
}
