// The documents of wizards that speak of a field: they can be filled in after the field has changed, or it does not
// change.
import { conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { unknownNames } from '../document-names.ts'
import type { Field } from '../field.ts'
import { getForm } from '../form.ts'

/** Does the work, which renames the field or takes it away; throws conflict when a document refers to nothing then. */
export async function keepingDocuments(
  tx: Tx,
  { organisationId, id }: Pick<Field, 'organisationId' | 'id'>,
  work: () => Promise<unknown>,
): Promise<void> {
  const wizards = await tx
    .selectFrom('form_parts as p')
    .innerJoin('contract_templates as t', (join) =>
      join.onRef('t.organisation_id', '=', 'p.organisation_id').onRef('t.id', '=', 'p.template_id'),
    )
    .where('p.organisation_id', '=', organisationId)
    .where('p.field_id', '=', id)
    .where('p.form', '=', 'ContractWizard')
    .where('t.deleted_at', 'is', null)
    .where('t.wizard_names', 'is not', null)
    .select(['t.id', 't.name', 't.wizard_names'])
    .execute()
  const unknownNow = () =>
    Promise.all(
      wizards.map(async ({ id: templateId, wizard_names: names }) =>
        unknownNames(names ?? [], await getForm(tx, { organisationId, form: 'ContractWizard', templateId })),
      ),
    )
  const before = await unknownNow()
  await work()
  for (const [place, unknown] of (await unknownNow()).entries()) {
    const lost = unknown.find((name) => !before[place]?.includes(name))
    if (lost !== undefined)
      throw conflict(
        `The document of the contract type ${wizards[place]?.name} speaks of it as {${lost}}. Change the document first.`,
      )
  }
}
