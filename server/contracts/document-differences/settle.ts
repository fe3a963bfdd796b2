// Settling a difference between the record of a contract and its document: the record takes what the document says, or
// the document what the record says.
import type { FieldInput } from '../../fields/values/field-input.ts'
import { readJson } from '../../fields/values/json-value.ts'
import { partyNamed } from '../../fields/commands/party-named.ts'
import { saveEdited } from '../../files/markup/save-edited.ts'
import { purposeOfEditing } from '../../files/editing/draft.ts'
import type { VersionRef } from '../../files/comparisons/comparison.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { lockContract } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import { updateWithin } from '../commands/update-contract.ts'
import { documentFactsAccepted } from '../events.ts'
import type { correctAnswers } from './correct-answers.ts'
import { type Difference, getDocumentDifferences } from './differences.ts'

const correctTask = documentTask<typeof correctAnswers>(new URL('./correct-answers.ts', import.meta.url), {
  name: 'correctAnswers',
  called: 'The document',
  limits: { seconds: 60, megabytes: 1_024 },
})

export interface Settling {
  /** The version that was compared: another one may say something else. */
  readonly version: number
  /** The api names of the fields. */
  readonly fields: readonly string[]
}

/**
 * Records what the document says, all or none. Throws conflict when the document has another version by now,
 * bad_request for a field that does not differ or whose text means no value of it, and as changing the fields does.
 */
export async function acceptDifferences(
  app: App,
  actor: Actor,
  contractId: number,
  { version, fields, checkVersion }: Settling & { readonly checkVersion: (version: number) => void },
): Promise<void> {
  const { fileId, chosen } = await chosenOf(app, actor, contractId, { version, fields })
  await change(app, actor, async (tx, now) => {
    const { contract } = await lockContract({ tx, actor, now }, contractId)
    checkVersion(contract.version)
    const document = await findDocument(tx, contract)
    if (document?.fileId !== fileId || document.version !== version) throw newerDocument()
    const { organisationId } = contract
    const { input, events } = await inputOf(tx, actor, { organisationId, chosen, now })
    const changed = await updateWithin(app, tx, actor, {
      id: contractId,
      decide: () => ({ fields: () => input }),
      now,
    })
    const places = chosen.map(({ field }) => field?.title ?? '')
    return {
      result: undefined,
      events: [...events, ...changed, documentFactsAccepted(contract, { fileId, version, places })],
    }
  })
}

interface Inputs {
  readonly organisationId: number
  readonly chosen: readonly Difference[]
  readonly now: Date
}

async function inputOf(tx: Tx, actor: Actor, { organisationId, chosen, now }: Inputs) {
  const events: DomainEvent[] = []
  const input = new Map<number, ReturnType<typeof readJson>>()
  for (const { field, label, meant } of chosen) {
    if (!field || !meant) throw unclear(label, 'in words that are no value of it')
    const said = chosen
      .filter((each) => each.field?.id === field.id)
      .map((each) => JSON.stringify(each.meant))
    if (new Set(said).size > 1) throw unclear(label, 'in two ways')
    if ('json' in meant) input.set(field.id, readJson(field, meant.json))
    else if ('option' in meant) input.set(field.id, { atoms: [meant.option] })
    else {
      const party = await partyNamed(tx, actor, { organisationId, name: meant.party, now })
      events.push(...party.events)
      input.set(field.id, { atoms: [party.id] })
    }
  }
  return { input: input satisfies FieldInput, events }
}

/**
 * Writes what is recorded into the document, as a new version with tracked changes. Throws conflict when the document
 * has another version by now, or is none that can be edited; bad_request for a field that does not differ or has no
 * value; and like an upload of a version.
 */
export async function correctDocument(
  app: App,
  actor: Actor,
  contractId: number,
  { version, fields }: Settling,
): Promise<VersionRef> {
  const { fileId, chosen } = await chosenOf(app, actor, contractId, { version, fields })
  const corrections = chosen.map(({ field, label, place, recorded }, index) => {
    if (!field || !place || recorded === null)
      throw badInput(`fields.${index}`, 'has no value that the document could say.')
    const { type, multiple, options } = field
    return { place, field: { type, multiple, options }, called: label ?? field.title, text: recorded }
  })
  return saveEdited(app, actor, {
    fileId,
    version,
    purpose: purposeOfEditing,
    checkVersion: () => undefined,
    edit: async (document, { organisationId }) => {
      const date = `${app.clock.now().toISOString().slice(0, 19)}Z`
      const { document: edited } = await app.documents.run(
        correctTask,
        { document, corrections, author: actor.name, date },
        { organisationId, input: 'document' },
      )
      const said = `Says what the contract records: ${[...new Set(corrections.map(({ called }) => called))].join(', ')}`
      return {
        document: edited,
        comments: `${said}.`.slice(0, 1_000),
        facts: { edited: { from: null, to: said } },
      }
    },
  })
}

async function chosenOf(app: App, actor: Actor, contractId: number, { version, fields }: Settling) {
  const { document, differences } = await getDocumentDifferences(app, actor, contractId)
  if (document?.version !== version) throw newerDocument()
  const chosen = [...new Set(fields)].flatMap((name, index) => {
    const found = differences.filter(({ field }) => field?.apiName === name)
    if (found.length === 0)
      throw badInput(`fields.${index}`, 'must be a field whose value the document says otherwise.')
    return found
  })
  return { fileId: document.fileId, chosen }
}

const unclear = (label: string | null, how: string) =>
  badInput(
    'fields',
    `cannot be recorded: the document says ${label ?? 'it'} ${how}. Change the field or the document.`,
  )

const newerDocument = () =>
  conflict('The document has another version by now. Compare it again: GET documentDifferences.')
