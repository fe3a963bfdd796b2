// Asking for a contract: the wizard of the contract type drafts it from the answers. Within the bounds of a type with
// self-service it belongs to who asked, at once; otherwise the request is a matter in intake, and the draft belongs to
// it.
import { sql } from 'kysely'
import { rulesThatApply } from '../../contracts/approvals/rules.ts'
import { withFilledDocument } from '../../contracts/commands/create-contract-by-wizard.ts'
import { createWithin, type NewContract, type NewDocument } from '../../contracts/commands/create-contract.ts'
import { updateWithin } from '../../contracts/commands/update-contract.ts'
import { fieldsOfForms, type Form } from '../../fields/form.ts'
import type { ReadNewFields } from '../../fields/values/field-input.ts'
import type { Known } from '../../fields/values/carried.ts'
import { isActivePersonOf } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { takeId } from '../../platform/postgres/take-id.ts'
import { noteAnswers, type StoredAnswer } from '../answers.ts'
import { isWithin } from '../bounds.ts'
import { contractRequested } from '../events.ts'
import type { AskedType } from '../request-types.ts'
import { requestMatter, stillThere } from './request-matter.ts'

interface Asked {
  readonly type: AskedType
  readonly templateId: number
  readonly input: {
    readonly name?: string | null | undefined
    readonly urgent?: boolean | undefined
    readonly fields?: ReadNewFields
  }
  readonly description: string | null
}

/** Makes the request with its contract, and returns its id. Nothing is stored when an answer is wrong or missing. */
export async function makeContractRequest(
  app: App,
  actor: Actor,
  { type, templateId, input, description }: Asked,
): Promise<number> {
  const { fields, answers } = noteAnswers(input.fields)
  // what was answered is known once it has been read, for which the document needs the name of the contract
  fields([type.form])
  const name = input.name ?? nameOf(type, answers())
  const filled: NewContract = { templateId, name, fields, form: 'ContractWizard' }
  return withFilledDocument(app, actor, { filled, wrongWithoutWizard: 'templateId' }, (contract, document) =>
    change(app, actor, async (tx, now) => {
      const making = { type, name, description, urgent: input.urgent, contract, document, answers, now }
      const isOwn = type.selfService && isWithin(type.bounds, answers(), type.form)
      const { id, events } = isOwn
        ? await makeAtOnce(app, tx, actor, making)
        : await makeWithMatter(app, tx, actor, making)
      return { result: id, events }
    }),
  )
}

interface Making {
  readonly type: AskedType
  readonly name: string
  readonly description: string | null
  readonly urgent: boolean | undefined
  readonly contract: NewContract
  readonly document: NewDocument
  readonly answers: () => readonly StoredAnswer[]
  readonly now: Date
}

interface Made {
  readonly id: number
  readonly events: readonly DomainEvent[]
}

/** The contract alone. Where the rules of its type ask for approval, that is asked for now. */
async function makeAtOnce(app: App, tx: Tx, actor: Actor, making: Making): Promise<Made> {
  const { type, contract, document, now } = making
  const { teamId } = await stillThere(tx, actor, type)
  const input = { ...contract, ...(teamId === null ? {} : { teamId }) }
  const [requestId, made] = await Promise.all([
    // a number that no matter has: requests have one row of numbers
    takeId(tx, 'matters'),
    createWithin(app, tx, actor, { input, document, now }),
  ])
  const requested = await store(tx, actor, making, { requestId, contractId: made.id, matterId: null })
  const { organisationId } = actor
  const { id, versions } = made
  const rules = await rulesThatApply(tx, {
    organisationId,
    id,
    templateId: contract.templateId,
    ...versions,
  })
  const asked =
    rules.length === 0
      ? []
      : await updateWithin(app, tx, actor, {
          id: made.id,
          decide: () => ({ stage: 'Approval' }),
          now,
        })
  return { id: requestId, events: [...made.events, requested, ...asked] }
}

/** The matter in intake, with the draft: of its manager, or of who asked until somebody takes it on. */
async function makeWithMatter(app: App, tx: Tx, actor: Actor, making: Making): Promise<Made> {
  const { type, name, description, urgent, contract, document, answers, now } = making
  const known = knownOf(type.form, answers())
  const asked = { type, name, description, urgent, known, answers, now }
  const { id: matterId, managerId, teamId, events } = await requestMatter(tx, actor, asked)
  const isOwner = managerId !== null && (await isActivePersonOf(tx, actor.organisationId, managerId))
  const input = {
    ...contract,
    matterId,
    ...(isOwner ? { ownerId: managerId } : {}),
    ...(teamId === null ? {} : { teamId }),
  }
  const made = await createWithin(app, tx, actor, { input, document, now })
  const requested = await store(tx, actor, making, { requestId: matterId, contractId: made.id, matterId })
  return { id: matterId, events: [...events, ...made.events, requested] }
}

interface Ids {
  readonly requestId: number
  readonly contractId: number
  readonly matterId: number | null
}

/** Stores that the request made the contract; the answers are kept with the matter where there is one. */
async function store(
  tx: Tx,
  { organisationId, userId }: Actor,
  { type, description, answers, now }: Making,
  { requestId, contractId, matterId }: Ids,
): Promise<DomainEvent> {
  const kept = matterId === null ? answers() : []
  await tx
    .insertInto('contract_requests')
    .values({
      organisation_id: organisationId,
      request_id: requestId,
      contract_id: contractId,
      matter_id: matterId,
      type_id: type.id,
      requester_id: userId,
      description: matterId === null ? description : null,
      answers: sql`${JSON.stringify(kept)}::jsonb`,
      created_at: now,
    })
    .execute()
  const facts = { requestTypeId: type.id, requesterId: userId, requestId, selfService: matterId === null }
  return contractRequested({ organisationId, id: contractId }, facts)
}

const longestName = 255

/** The title of the type with the counterparty, by which people tell one from another. */
function nameOf({ title, form }: AskedType, answers: readonly StoredAnswer[]): string {
  const party = knownOf(form, answers).find(
    ({ field }) => field.meaning === 'OtherParty' && field.type === 'ShortText',
  )
  const name = String(party?.atoms[0] ?? '').trim()
  return Array.from(name === '' ? title : `${title}: ${name}`)
    .slice(0, longestName)
    .join('')
}

function knownOf(form: Form, answers: readonly StoredAnswer[]): readonly Known[] {
  const atoms = new Map(answers.map((answer) => [answer.fieldId, answer.atoms]))
  return fieldsOfForms([form]).flatMap(({ field }) => {
    const given = atoms.get(field.id)
    return given === undefined ? [] : [{ field, atoms: given }]
  })
}
