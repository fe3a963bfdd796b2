// What a record must be, or have on it, before a right on it is tried.
import { internalTransaction } from '../../server/platform/events/change.ts'
import type { App } from '../../server/platform/app.ts'
import type { SubjectKind } from '../../server/platform/subject.ts'
import type { TestUser } from '../factories.ts'
import { actorFor } from '../fixtures/actors.ts'
import { addText, setFile } from '../fixtures/files.ts'
import { askToApprove } from '../fixtures/invoice-approvals.ts'
import { draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import type { Caller } from '../http.ts'
import type { Attempt } from './rights-attempts.ts'

interface People {
  readonly app: App
  readonly organisationId: number
  readonly firm: { readonly id: number }
  /** On every record, the last for the firm; and somebody who was disabled. */
  readonly boss: TestUser
  readonly keeper: TestUser
  readonly other: TestUser
  readonly biller: TestUser
  readonly gone: TestUser
  readonly asBoss: Caller
  /** Of the administrators group of contracts. */
  readonly asClerk: Caller
}

/** The ways of preparing a record. */
export function statesOfRecords({
  app,
  organisationId,
  firm,
  boss,
  keeper,
  other,
  biller,
  gone,
  asBoss,
  asClerk,
}: People) {
  /** What somebody has deleted, or what nobody can open: its people have gone. */
  const hide = async (
    kind: SubjectKind,
    id: number,
    { state, by }: { readonly state: Attempt['with']; readonly by: TestUser },
  ): Promise<void> => {
    const table = kind === 'matter' ? 'matters' : 'contracts'
    const deleted = { deleted_at: app.clock.now(), deleted_by: by.id }
    const unattended = {
      owner_id: gone.id,
      restricted: true,
      ...(kind === 'matter' ? { manager_id: null } : {}),
    }
    await internalTransaction(app, async (tx) => {
      const among = tx.updateTable(table).where('organisation_id', '=', organisationId).where('id', '=', id)
      await among.set(state === 'bin' ? deleted : unattended).execute()
      if (state === 'bin') return
      if (kind === 'matter')
        await tx
          .deleteFrom('matter_members')
          .where('organisation_id', '=', organisationId)
          .where('matter_id', '=', id)
          .execute()
      else
        await tx
          .deleteFrom('contract_members')
          .where('organisation_id', '=', organisationId)
          .where('contract_id', '=', id)
          .execute()
    })
  }

  /** A draft is written by the side that tries; what was submitted is seen by both. */
  const addInvoice = async (
    matterId: number,
    { state, side }: { readonly state: Attempt['with']; readonly side: 'firm' | 'organisation' },
  ): Promise<number> => {
    const byFirm = state === 'draftInvoice' && side === 'firm'
    const actor = await actorFor(app, byFirm ? biller : boss)
    const invoiceId = await draftInvoice(app, actor, matterId, byFirm ? {} : { serviceProviderId: firm.id })
    if (state === 'draftInvoice') return invoiceId
    if (state !== 'askedInvoice')
      return moveInvoiceTo(app, actor, invoiceId, state === 'postedInvoice' ? 'Posted' : 'Approved')
    await moveInvoiceTo(app, actor, invoiceId, 'InReview')
    await askToApprove(app, { organisationId, id: invoiceId }, { startedBy: boss.id, approverId: other.id })
    return invoiceId
  }

  const addRequest = (matterId: number) =>
    internalTransaction(app, (tx, now) =>
      tx
        .insertInto('requests')
        .values({
          organisation_id: organisationId,
          matter_id: matterId,
          requester_id: keeper.id,
          created_at: now,
        })
        .execute(),
    )

  const addApproval = async (contractId: number): Promise<number> => {
    const asked = await asClerk.post(`/v2/contracts/${contractId}/approvals`, {
      approvers: [{ id: other.id }],
    })
    if (asked.statusCode !== 201) throw new Error(asked.body)
    return asked.json<{ id: number }>().id
  }

  const addSignedCopy = async (contractId: number, state: 'signedCopy' | 'correction'): Promise<void> => {
    const path = `/v2/contracts/${contractId}/signedCopy`
    const signatories = [{ name: 'Ana Prior', title: null, party: null, signedOn: '2026-01-31' }]
    const signed = await asClerk.put(path, { document: { version: 1 }, signatories })
    if (signed.statusCode !== 200) throw new Error(signed.body)
    if (state === 'correction') await asClerk.put(`${path}/correction`, { reason: 'Page 7.' })
  }

  const addTask = async (matterId: number): Promise<number> => {
    const answer = await asBoss.post(`/v2/matters/${matterId}/tasks`, { name: 'Read' })
    return answer.json<{ id: number }>().id
  }

  const addFile = async (kind: SubjectKind, id: number, state: Attempt['with']): Promise<number> => {
    const fileId = await addText(
      asBoss,
      `${kind === 'matter' ? 'Matter' : 'Contract'}/${id}`,
      `${state} ${id}.txt`,
    )
    if (state === 'privateFile') await setFile(app, { organisationId }, fileId, { private: true })
    if (state === 'lockedFile') await asBoss.put(`/v2/files/${fileId}/lock`)
    return fileId
  }

  return { hide, addInvoice, addRequest, addApproval, addSignedCopy, addTask, addFile }
}
