// Deciding what happens when a contract ends: it is renewed, negotiated again, or ends with a notice.
import { Readable } from 'node:stream'
import { contentOfVersion, toContent } from '../../files/contents/file-content.ts'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { fileColumns, fileOf } from '../../files/file.ts'
import { addFile } from '../../files/versions.ts'
import { fieldsOfForms } from '../../fields/form.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import { createWithin } from '../commands/create-contract.ts'
import { writePermitted } from '../commands/update-contract.ts'
import type { Contract } from '../contract.ts'
import { renewalDecided } from '../events.ts'
import { readContractFields } from '../fields.ts'
import { endOfDay } from '../key-facts/answered-facts.ts'
import { checkNoticePeriod, dayAfterPeriod, followExpiry } from '../key-dates/notice-period.ts'
import { docxType } from '../../platform/documents/text/text-formats.ts'
import { writeNotice } from './notices/write-notice.ts'
import { settleDates } from './renewal-dates.ts'
import type { RenewalDecision } from './decisions.ts'
import { findRenewalTerm, type RenewalTerm } from './renewal.ts'

export interface Decide {
  readonly decision: RenewalDecision
  /** The day that the caller decides about. */
  readonly expiry: string
  /** For how long it is renewed, in place of the contract's own term. */
  readonly term: RenewalTerm | null
  readonly reason: string | null
}

/** Within the transaction, with the contract locked. */
interface Deciding extends Decide {
  readonly contract: Contract & MayChange
  readonly now: Date
}

interface Outcome {
  readonly renewedUntil?: string
  readonly draftId?: number
  readonly noticeId?: number
  readonly events: readonly DomainEvent[]
}

/**
 * Decides, and returns the id of the decision. Throws conflict for a contract that is not executed, has another expiry
 * by now, or about whose end something else is decided; bad_request for a renewal without a term.
 */
export async function decideRenewal(
  app: App,
  actor: Actor,
  contractId: number,
  decide: Decide,
): Promise<number> {
  if (decide.term) checkNoticePeriod(decide.term)
  if (decide.decision === 'Renew')
    return decideWith(app, actor, contractId, { decide, act: (tx, given) => renew(tx, actor, given) })
  if (decide.decision === 'Renegotiate')
    return decideWith(app, actor, contractId, {
      decide,
      act: (tx, given) => renegotiate(app, tx, actor, given),
    })
  const letter = await writeNotice(app, actor, contractId, decide)
  return withStoredContent(app, actor.organisationId, Readable.from([letter]), (content) =>
    decideWith(app, actor, contractId, { decide, act: (tx, given) => giveNotice(tx, actor, content, given) }),
  )
}

interface Act {
  readonly decide: Decide
  readonly act: (tx: Tx, given: Deciding) => Promise<Outcome>
}

function decideWith(app: App, actor: Actor, contractId: number, { decide, act }: Act): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { contract: stored, seen } = await lockContractFor({ tx, actor, now, right: 'renewal' }, contractId)
    const contract = { ...stored, stage: seen }
    const { decision, expiry, term, reason } = decide
    await checkDecidable(tx, contract, expiry)
    const applied = decision === 'Renew' ? (term ?? (await findRenewalTerm(tx, contract)) ?? null) : null
    if (decision === 'Renew' && !applied)
      throw badInput('amount', 'is missing: the contract does not say for how long it is renewed.')
    const outcome = await act(tx, { ...decide, term: applied, contract, now })
    const { settled, events } = await settleDates(tx, contract, { expiry, term: applied, now })
    const { organisationId } = contract
    const renewedUntil = outcome.renewedUntil ?? null
    const { id } = await tx
      .insertInto('contract_renewal_decisions')
      .values({
        organisation_id: organisationId,
        contract_id: contract.id,
        decision,
        expiry,
        renewed_until: renewedUntil,
        reason,
        draft_id: outcome.draftId ?? null,
        notice_file_id: outcome.noticeId ?? null,
        key_dates: JSON.stringify(settled),
        decided_by: actor.userId,
        decided_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteContractActivity(tx, contract, now)
    const decided = renewalDecided(contract, { decision, expiry, renewedUntil, reason }, 'decided')
    return { result: id, events: [decided, ...outcome.events, ...events] }
  })
}

async function checkDecidable(tx: Tx, contract: Contract, expiry: string): Promise<void> {
  if (contract.stage !== 'Executed')
    throw conflict('Only an executed contract that has not expired can be renewed or ended.')
  if (contract.expiry?.slice(0, 10) !== expiry)
    throw conflict('The contract has another expiry by now. Read it again.')
  const { organisationId, id } = contract
  const made = await tx
    .selectFrom('contract_renewal_decisions')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('expiry', '=', expiry)
    .where('withdrawn_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (made) throw conflict('What happens at this expiry is decided. Withdraw that first.')
}

/** The contract ends a term later; its notice period follows. */
async function renew(tx: Tx, actor: Actor, { contract, expiry, term, now }: Deciding): Promise<Outcome> {
  if (!term) throw new Error('A renewal has a term')
  const renewedUntil = dayAfterPeriod(expiry, term)
  const by = { by: actor.userId, now }
  // what was agreed comes true: no amendment is needed, though the contract is locked
  const moved = { expiry: endOfDay(renewedUntil) }
  const events = await writePermitted(tx, contract, moved, by)
  const notice = await followExpiry(tx, contract, { ...moved, ...by })
  return { renewedUntil, events: [...events, ...notice] }
}

/** A new draft with the document, the people and the values of the contract; days are left to be agreed. */
async function renegotiate(app: App, tx: Tx, actor: Actor, { contract, now }: Deciding): Promise<Outcome> {
  const [document, { values }] = await Promise.all([
    findDocument(tx, contract),
    readContractFields(tx, contract),
  ])
  if (!document) throw conflict('The contract has no document to start from.')
  // not through access.ts: it is the document of a contract that they may change
  const row = await tx
    .selectFrom('files')
    .where('organisation_id', '=', contract.organisationId)
    .where('id', '=', document.fileId)
    .select([...fileColumns])
    .executeTakeFirstOrThrow()
  const kept = await contentOfVersion(tx, fileOf(row), now)
  const { id, events } = await createWithin(app, tx, actor, {
    input: {
      templateId: contract.templateId,
      name: `${contract.name.slice(0, 240)} (renewal)`,
      ownerId: contract.ownerId,
      teamId: contract.teamId,
      matterId: contract.matterId,
      restricted: contract.restricted,
      fields: (forms) =>
        new Map(
          fieldsOfForms(forms).flatMap(({ field }) => {
            const atoms =
              field.type === 'Date' || field.entityColumn !== null ? undefined : values.get(field.id)
            return atoms ? [[field.id, { atoms }] as const] : []
          }),
        ),
    },
    document: { kept },
    now,
  })
  return { draftId: id, events }
}

async function giveNotice(
  tx: Tx,
  actor: Actor,
  stored: StoredContent,
  { contract, now }: Deciding,
): Promise<Outcome> {
  const content = await toContent({
    content: stored,
    fileName: 'Notice of non-renewal.docx',
    contentType: docxType,
    now,
  })
  const subject = { ...contract, kind: 'contract' } as const
  const { fileId, events } = await addFile(tx, actor, content, { subject, folder: null, taskId: null })
  return { noticeId: fileId, events }
}
