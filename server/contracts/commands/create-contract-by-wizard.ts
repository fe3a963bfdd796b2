// Creating a contract from answers: its document is that of the template, filled in.
import { Readable } from 'node:stream'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { checkFeatures } from '../../identity/features/feature.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { docxType, fillWizardDocument, type WrongWithoutWizard } from '../wizard.ts'
import { checkMayOwnContracts, createContract, type NewContract } from './create-contract.ts'

/**
 * Creates the contract in Draft, with the filled-in document as version 1 and the answers as the values of its fields,
 * and returns its id. Nothing is stored when an answer is wrong or missing.
 */
export async function createContractByWizard(
  app: App,
  actor: Actor,
  input: NewContract,
  wrongWithoutWizard: WrongWithoutWizard = 'templateId',
): Promise<number> {
  checkFeatures(actor, ['CONTRACT_WIZARD'])
  checkMayOwnContracts(actor)
  const document = await fillWizardDocument(app, actor, input, wrongWithoutWizard)
  return withStoredContent(app, actor.organisationId, Readable.from([document]), (content) =>
    createContract(
      app,
      actor,
      { ...input, form: 'ContractWizard' },
      { content, fileName: `${input.name}.docx`, contentType: docxType },
    ),
  )
}
