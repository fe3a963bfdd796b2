// Answering an approval of a contract at the address in a mail. What decides is the same as in the app; the history
// says that the answer came from a mail.
import { hash } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { type FileContent, getFileContent } from '../../files/read-file.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import {
  type AnswerBrowser,
  answeringActor,
  holdAddress,
  lookedUp,
} from '../../records/approvals/answer-addresses.ts'
import { answeredSteps } from '../../records/approvals/answerable.ts'
import {
  type Answer,
  checkAsked,
  decideAtAddress,
  type FindQuestion,
  organisationName,
  type ShownQuestion,
} from '../../records/approvals/questions.ts'
import { recordsByIds, shownColumns } from '../../records/lists/named-records.ts'
import { getContractToSee } from '../access.ts'
import { contractKind } from '../contract-kind.ts'
import type { Contract } from '../contract.ts'
import { amountsSql } from './amounts.ts'
import { type Approval, isSameDocument, type Step, waitingSteps } from './approval.ts'
import { changesSince, findDocument, namesOfChanges, readPresentContent } from './covered.ts'
import { decideApproval } from './decide-approval.ts'
import { isForThem } from './deciders.ts'
import { getApproval } from './read-approvals.ts'

interface Address {
  readonly organisationId: number
  readonly contractId: number
  readonly approvalId: number
  readonly userId: string
  readonly approverId: string
}

interface Asked {
  readonly actor: Actor
  readonly address: Address
  readonly contract: Contract
  readonly approval: Approval
  readonly steps: readonly Step[]
}

/** What is asked about a contract at an address. */
export const contractQuestions: FindQuestion = async (app, browser) => {
  const address = await findAddress(app.db, browser.token, app.clock.now())
  if (!address) return undefined
  const asked = () => getAsked(app, browser, address)
  return {
    show: async () => shownQuestion(app, await asked()),
    document: async () => documentOf(app, await asked()),
    answer: async (answer) => decide(app, browser, await asked(), answer),
  }
}

async function shownQuestion(
  app: App,
  { actor, address, contract, approval, steps }: Asked,
): Promise<ShownQuestion> {
  const { db } = app
  const columns = { ...shownColumns(contractKind, app), amounts: amountsSql }
  const [[shown], people, organisation, present, document] = await Promise.all([
    recordsByIds(contractKind, { db, actor }, { ids: [contract.id], columns }),
    peopleByIds(db, [approval.startedBy, address.approverId]),
    organisationName(db, address.organisationId),
    readPresentContent(db, contract, approval.covered),
    findApprovedDocument(app, { actor, contract, approval }),
  ])
  if (!shown) throw notFound()
  const changes = changesSince(approval, present)
  return {
    organisation,
    approver: people.get(address.approverId),
    isForAnother: address.approverId !== actor.userId,
    requester: people.get(approval.startedBy),
    contract: { name: shown.name, number: shown.displayId },
    invoice: null,
    amounts: shown.amounts,
    steps: steps.map(({ name }) => name),
    due: approval.due,
    comment: approval.comment,
    againBecause: approval.againBecause,
    document,
    changed: changes.length === 0 ? null : namesOfChanges(changes),
    asked: questionHash(approval, steps),
  }
}

async function documentOf(app: App, asked: Asked): Promise<FileContent> {
  const document = await findApprovedDocument(app, asked)
  if (!document) throw conflict('The document has changed since approval was asked for.')
  return document
}

function decide(
  app: App,
  browser: AnswerBrowser,
  { actor, address }: Asked,
  { decision, comment, asked }: Answer,
): Promise<void> {
  const { approverId } = address
  const shownSteps = async (tx: Tx, approval: Approval, now: Date) => {
    await holdAddress(tx, 'approval_addresses', browser.token, now)
    const steps = await stepsAt(tx, { address, approval, now })
    checkAsked(asked, questionHash(approval, steps))
    return steps
  }
  return decideAtAddress(() =>
    decideApproval(app, actor, address, {
      decision,
      comment,
      ...(approverId === actor.userId ? {} : { insteadOf: approverId }),
      fromMail: { shownSteps },
    }),
  )
}

async function getAsked(app: App, browser: AnswerBrowser, address: Address): Promise<Asked> {
  const actor = await answeringActor(app, browser, address, 'CONTRACTS')
  const contract = await getContractToSee(app.db, actor, address.contractId)
  const approval = await getApproval(app.db, contract, address.approvalId)
  if (isForThem({ contract, approval }, actor.userId)) throw notFound()
  const now = app.clock.now()
  return { actor, address, contract, approval, steps: await stepsAt(app.db, { address, approval, now }) }
}

async function findAddress(db: Reader, token: string, now: Date): Promise<Address | undefined> {
  const read = lookedUp(token)
  if (!read) return undefined
  return db
    .selectFrom('approval_addresses as d')
    .innerJoin('contract_approvals as a', (join) =>
      join.onRef('a.organisation_id', '=', 'd.organisation_id').onRef('a.id', '=', 'd.approval_id'),
    )
    .where('d.organisation_id', '=', read.organisationId)
    .where('d.secret_hash', '=', read.hash)
    .where('d.expires_at', '>', now)
    .select([
      'd.organisation_id as organisationId',
      'a.contract_id as contractId',
      'd.approval_id as approvalId',
      'd.user_id as userId',
      'd.deciding_for as approverId',
    ])
    .executeTakeFirst()
}

interface Decided {
  readonly address: Address
  readonly approval: Approval
  readonly now: Date
}

/** The steps that the person decides at this address now. Throws not_found for none. */
async function stepsAt(db: Reader, { address, approval, now }: Decided): Promise<readonly Step[]> {
  const { organisationId, userId, approverId } = address
  const waiting = { organisationId, steps: waitingSteps(approval) }
  const steps = await answeredSteps(db, waiting, { userId, approverId, now })
  if (steps.length === 0) throw notFound()
  return steps
}

async function findApprovedDocument(
  app: App,
  { actor, contract, approval }: Pick<Asked, 'actor' | 'contract' | 'approval'>,
): Promise<FileContent | null> {
  const document = await findDocument(app.db, contract)
  if (!document || !isSameDocument(approval.document, document)) return null
  return getFileContent(app, actor, document.fileId, document.version)
}

function questionHash(
  { document, covered, againBecause, startedAt }: Approval,
  steps: readonly Step[],
): string {
  const content = [document.version, document.sha256.toString('hex'), covered]
  const positions = steps.map(({ position }) => position)
  return hash('sha256', JSON.stringify([...content, againBecause, startedAt, positions]))
}
