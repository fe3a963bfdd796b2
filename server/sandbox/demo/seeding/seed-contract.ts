// Creates one contract of the demo as its person did on the days of its life: uploads the document, adds people, sends
// it to the other side and moves it through its stages.
import { Readable } from 'node:stream'
import { decideApproval } from '../../../contracts/approvals/decide-approval.ts'
import { contractsVisibleTo } from '../../../contracts/access.ts'
import { addContractMember } from '../../../contracts/commands/assign-contract-user.ts'
import { updateContract } from '../../../contracts/commands/update-contract.ts'
import type { ContractStage } from '../../../contracts/contract.ts'
import { createContract } from '../../../contracts/commands/create-contract.ts'
import { shareDocument } from '../../../contracts/sharing/send-share.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { actorFor } from '../actor.ts'
import { earlier } from '../earlier.ts'
import type { ContractLife } from '../plans/contract-lives.ts'
import type { DemoContract } from '../plans/core-records.ts'
import { docxType } from '../../../platform/documents/text/text-formats.ts'
import { docxOf } from '../../../platform/documents/writing/docx.ts'
import { pdfOf } from '../documents/pdf.ts'
import { dayText } from '../../../platform/time/written-times.ts'

const formats = {
  docx: {
    write: docxOf,
    contentType: docxType,
  },
  pdf: { write: pdfOf, contentType: 'application/pdf' },
}

interface Seeding {
  readonly organisationId: number
  readonly contract: DemoContract
  readonly life: ContractLife
  readonly user: (email: string) => string
}

// in the afternoon of Auckland and, where a contract expires at five, after that
const moment = (day: string, time: string) => new Date(`${day}T${time}Z`)
const sentAt = '00:40:00'
const approvedAt = '01:25:00'
const movedAt = '03:10:00'
const endedAt = '06:10:00'

/** When the contract came to the stage that it is in. */
export const lastMoveOf = ({ moves, created }: ContractLife): Date =>
  moment(moves.at(-1)?.day ?? created, endedAt)

/** Creates the contract, or completes one whose creation was interrupted; returns its id. */
export async function seedContract(app: App, seeding: Seeding): Promise<number> {
  const { contract, life, user } = seeding
  const actor = await actorFor(app, user(contract.by))
  const begun = earlier(app, moment(life.created, movedAt))
  const id =
    (await findContract(app, actor, contract.externalId)) ?? (await createFromDocument(begun, actor, seeding))
  for (const member of contract.members ?? []) await addContractMember(begun, actor, id, user(member))
  for (const [place, { stage, day }] of life.moves.entries()) {
    const isEnd = stage === 'Expired' || stage === 'Void'
    const approver = stage === 'Approval' && isApproved(contract) ? user(head) : undefined
    const approval =
      approver === undefined ? {} : { approval: { added: [stepOf(approver)], due: null, comment: null } }
    await updateContract(earlier(app, moment(day, isEnd ? endedAt : movedAt)), actor, id, (current) =>
      isPast(contract, current.stage, stage) ? {} : { stage, ...approval },
    )
    const next = life.moves[place + 1]?.day
    if (approver !== undefined && next !== undefined)
      await approve(earlier(app, moment(next, approvedAt)), approver, { ...actor, id })
    if (stage === 'Negotiating' && life.sent) await sendToOtherSide(app, actor, id, life.sent)
  }
  return id
}

/** Whether it has had the stage: it was made up to there before, or has gone on since, perhaps to its expiry. */
function isPast({ stages }: DemoContract, current: ContractStage, stage: ContractStage): boolean {
  const place = stages.indexOf(current)
  return place < 0 ? current !== 'Draft' : place >= stages.indexOf(stage)
}

const head = 'admin@harbour.example'
const stepOf = (approver: string) =>
  ({ name: 'Head of Legal', approverIds: [approver], need: 'One', deadline: null }) as const

/** The head of legal approves what others have brought to its signatures, and sees: not what is restricted. */
const isApproved = ({ stages, restricted = false, by, yearly }: DemoContract): boolean =>
  yearly === true && !restricted && by !== head && stages.includes('Executed')

interface OfContract {
  readonly organisationId: number
  readonly id: number
}

async function approve(app: App, approver: string, { organisationId, id }: OfContract): Promise<void> {
  const waiting = await app.db
    .selectFrom('contract_approvals')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('state', '=', 'Waiting')
    .select('id')
    .executeTakeFirst()
  if (!waiting) return
  const verdict = { decision: 'Approved', comment: null } as const
  await decideApproval(
    app,
    await actorFor(app, approver),
    { contractId: id, approvalId: waiting.id },
    verdict,
  )
}

const recipients = [
  { name: 'Nora Blake', email: 'nora.blake@counterparty.example' },
  { name: 'Karl Lund', email: 'karl.lund@counterparty.example' },
  { name: 'Maeve Quinn', email: 'maeve.quinn@counterparty.example' },
] as const

async function sendToOtherSide(
  app: App,
  actor: Actor,
  id: number,
  { from, until }: NonNullable<ContractLife['sent']>,
): Promise<void> {
  const sent = await app.db
    .selectFrom('document_shares')
    .where('organisation_id', '=', actor.organisationId)
    .where('contract_id', '=', id)
    .select('id')
    .executeTakeFirst()
  if (sent) return
  await shareDocument(earlier(app, moment(from, sentAt)), actor, id, {
    version: 1,
    people: [recipients[id % recipients.length] ?? recipients[0]],
    message: null,
    expires: until,
    mayUpload: false,
    mayComment: true,
    contents: 'AsIs',
  })
}

async function createFromDocument(
  app: App,
  actor: Actor,
  { organisationId, contract, life }: Seeding,
): Promise<number> {
  const { name, template, parent, externalId, restricted = false, agreement, format } = contract
  const templateId = await findTemplate(app, organisationId, template)
  const { write, contentType } = formats[format]
  const bytes = write(typeof agreement === 'function' ? agreement(dayText(life.created)) : agreement)
  const parentId = parent === undefined ? undefined : await findContract(app, actor, parent)
  const content = await app.storage.put(organisationId, Readable.from([bytes]), bytes.length)
  return createContract(
    app,
    actor,
    {
      templateId,
      name,
      externalId,
      restricted,
      ...(parentId === undefined ? {} : { parentId }),
      ...(life.expiry === undefined ? {} : { expiry: life.expiry }),
    },
    { content, contentType, fileName: `${name}.${format}` },
  )
}

/** The id of the template with this name. */
export async function findTemplate(app: App, organisationId: number, name: string): Promise<number> {
  const { id } = await app.db
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The id of the contract with this external id, if it exists. */
export async function findContract(app: App, actor: Actor, externalId: string): Promise<number | undefined> {
  const row = await contractsVisibleTo(app.db, actor)
    .where('contracts.external_id', '=', externalId)
    .select('contracts.id')
    .executeTakeFirst()
  return row?.id
}
