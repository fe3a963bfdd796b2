// Creating a contract from answers: its document is that of the template, filled in.
import { Readable } from 'node:stream'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { checkFeatures } from '../../identity/features/feature.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { docxType } from '../../platform/documents/text/text-formats.ts'
import { fillWizardDocument, type WrongWithoutWizard } from '../wizard.ts'
import { checkMayOwnContracts, createWithin, type NewContract, type NewDocument } from './create-contract.ts'
import { withMatterAnswers } from './matter-answers.ts'

/**
 * Creates the contract in Draft, with the filled-in document as version 1 and the answers as the values of its fields,
 * and returns its id. Nothing is stored when an answer is wrong or missing.
 */
export async function createContractByWizard(
  app: App,
  actor: Actor,
  given: NewContract,
  wrongWithoutWizard: WrongWithoutWizard = 'templateId',
): Promise<number> {
  const filled = await withMatterAnswers(app, actor, { ...given, form: 'ContractWizard' as const })
  return withFilledDocument(app, actor, { filled, wrongWithoutWizard }, (input, document) =>
    change(app, actor, async (tx, now) => {
      const { id, events } = await createWithin(app, tx, actor, { input, document, now })
      return { result: id, events }
    }),
  )
}

interface Filled {
  readonly filled: NewContract
  readonly wrongWithoutWizard: WrongWithoutWizard
}

/**
 * Fills in the document of the template and does the work with it, for a larger change that creates the contract among
 * other things. The document is removed when the work fails.
 */
export async function withFilledDocument<Result>(
  app: App,
  actor: Actor,
  { filled, wrongWithoutWizard }: Filled,
  work: (input: NewContract, document: NewDocument) => Promise<Result>,
): Promise<Result> {
  checkFeatures(actor, ['CONTRACT_WIZARD'])
  checkMayOwnContracts(actor)
  const { bytes, clauses, places } = await fillWizardDocument(app, actor, filled, wrongWithoutWizard)
  return withStoredContent(app, actor.organisationId, Readable.from([bytes]), (content) =>
    work(
      { ...filled, form: 'ContractWizard', clauses, places },
      { content, fileName: `${filled.name}.docx`, contentType: docxType },
    ),
  )
}
