// The events of fields themselves. They are history only: changed values of a record are events of the record.
import type { DomainEvent } from '../platform/events/change.ts'
import type { Field } from './field.ts'
import { type FormKey, ownerIdOf } from './form.ts'

const about = (organisationId: number, fieldId: number) =>
  ({ organisationId, resource: { kind: 'field', id: fieldId }, subject: null }) as const

type Choice = { readonly id: number; readonly label: string }

/** A field was created. */
export const fieldCreated = (
  field: Pick<Field, 'organisationId' | 'id' | 'title' | 'type'>,
): DomainEvent => ({
  name: 'field.created',
  ...about(field.organisationId, field.id),
  facts: { title: field.title, type: field.type },
})

/** The definition of a field was changed. */
export const fieldChanged = (
  { organisationId, id }: Pick<Field, 'organisationId' | 'id'>,
  changed: Readonly<Record<string, unknown>>,
): DomainEvent => ({ name: 'field.updated', ...about(organisationId, id), facts: { changed } })

/** A field was deleted. */
export const fieldDeleted = ({
  organisationId,
  id,
  apiName,
  title,
}: Pick<Field, 'organisationId' | 'id' | 'apiName' | 'title'>): DomainEvent => ({
  name: 'field.deleted',
  ...about(organisationId, id),
  facts: { apiName, title },
})

/** A form was replaced. */
export const formReplaced = (
  { organisationId, ...form }: FormKey,
  parts: unknown,
  titles: { readonly from: readonly string[]; readonly to: readonly string[] },
): DomainEvent => ({
  name: 'form.replaced',
  organisationId,
  resource: { kind: 'form', id: ownerIdOf({ organisationId, ...form }) || null },
  subject: null,
  facts: { ...form, parts, changes: { parts: titles } },
})

/** Choices were added to a field. */
export const fieldOptionsAdded = (
  { organisationId, id }: Pick<Field, 'organisationId' | 'id'>,
  options: readonly Choice[],
): DomainEvent => ({
  name: 'field.options.added',
  ...about(organisationId, id),
  facts: { options: options.map(({ id: optionId, label }) => ({ id: optionId, label })) },
})

/** The label of a choice, or the properties that integrations store with it, were changed. */
export const fieldOptionChanged = (
  { organisationId, id }: Pick<Field, 'organisationId' | 'id'>,
  from: Choice,
  to: Choice,
): DomainEvent => ({ name: 'field.option.changed', ...about(organisationId, id), facts: { from, to } })

/** A choice was deleted. */
export const fieldOptionDeleted = (
  { organisationId, id }: Pick<Field, 'organisationId' | 'id'>,
  option: Choice,
): DomainEvent => ({ name: 'field.option.deleted', ...about(organisationId, id), facts: { option } })

/** A choice was merged into another one and deleted. */
export const fieldOptionsMerged = (
  { organisationId, id }: Pick<Field, 'organisationId' | 'id'>,
  from: Choice,
  into: Choice,
): DomainEvent => ({ name: 'field.options.merged', ...about(organisationId, id), facts: { from, into } })

/** A field or a group was placed on a form. */
export const formChanged = (
  { organisationId, ...form }: FormKey,
  partId: number,
  added: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: 'form.part.added',
  organisationId,
  resource: { kind: 'form-part', id: partId },
  subject: null,
  facts: { ...form, ...added },
})
