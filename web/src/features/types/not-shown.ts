// Which fields the forms of a type ask for that none of those has which its records show.
import { type DesignedField, designOf, fieldsIn } from './designer/design.ts'
import type { ReadForm, TypeForm } from './type-kind.ts'

export interface ReadTypeForm extends Pick<TypeForm, 'label' | 'asks'> {
  readonly form: Pick<ReadForm, 'parts'>
}

export interface Asked {
  readonly field: DesignedField
  /** The labels of the forms that ask for it. */
  readonly on: readonly string[]
}

/** Without those whose answer a field that is shown has as well, because it means the same. */
export function askedNotShown(forms: readonly ReadTypeForm[]): readonly Asked[] {
  const fieldsOn = (asks: boolean) =>
    forms
      .filter((form) => form.asks === asks)
      .flatMap(({ label, form }) => fieldsIn(designOf(form.parts)).map((field) => ({ field, label })))
  const shown = fieldsOn(false)
  const isShown = new Set(shown.map(({ field }) => field.id))
  const isMeant = new Set<unknown>(shown.flatMap(({ field }) => field.field['meaning'] ?? []))
  const asked = fieldsOn(true).filter(
    ({ field }) =>
      field.fieldType !== 'SectionHeader' && !isShown.has(field.id) && !isMeant.has(field.field['meaning']),
  )
  return [...Map.groupBy(asked, ({ field }) => field.id).values()].flatMap((each) =>
    each[0] ? [{ field: each[0].field, on: each.map(({ label }) => label) }] : [],
  )
}
