// Creates one contract of the demo as its person would: uploads the document, adds people, moves it through its stages.
import { Readable } from 'node:stream'
import { contractsVisibleTo } from '../../../contracts/access.ts'
import { addContractMember } from '../../../contracts/commands/assign-contract-user.ts'
import { updateContract } from '../../../contracts/commands/update-contract.ts'
import { createContract } from '../../../contracts/commands/create-contract.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { actorFor } from '../actor.ts'
import type { DemoContract } from '../plans/core-records.ts'
import { docxType } from '../../../platform/documents/text/text-formats.ts'
import { docxOf } from '../../../platform/documents/writing/docx.ts'
import { pdfOf } from '../documents/pdf.ts'

const formats = {
  docx: {
    write: docxOf,
    contentType: docxType,
  },
  pdf: { write: pdfOf, contentType: 'application/pdf' },
}

/** Creates the contract, or completes one whose creation was interrupted; returns its id. */
export async function seedContract(
  app: App,
  organisationId: number,
  contract: DemoContract,
  user: (email: string) => string,
): Promise<number> {
  const actor = await actorFor(app, user(contract.by))
  const id =
    (await findContract(app, actor, contract.externalId)) ??
    (await createFromDocument(app, actor, organisationId, contract))
  for (const member of contract.members ?? []) await addContractMember(app, actor, id, user(member))
  for (const stage of contract.stages) {
    await updateContract(app, actor, id, (current) =>
      // already past this stage, if this was interrupted
      contract.stages.indexOf(current.stage) >= contract.stages.indexOf(stage) ? {} : { stage },
    )
  }
  return id
}

async function createFromDocument(
  app: App,
  actor: Actor,
  organisationId: number,
  { name, template, parent, externalId, restricted = false, expiry, agreement, format }: DemoContract,
): Promise<number> {
  const templateId = await findTemplate(app, organisationId, template)
  const { write, contentType } = formats[format]
  const bytes = write(agreement)
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
      ...(expiry === undefined ? {} : { expiry }),
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
