// The fields of a record by its form. Each saves alone and can be taken back.
import { useMemo } from 'react'
import type { SaveField } from '../../../forms/editable-field.tsx'
import { FormView } from '../../../forms/form-view.tsx'
import { type FormField, type FormPart, formParts } from '../../../forms/form-parts.ts'
import { changeOf, valueIn } from '../field-changes.ts'
import type { RecordOverview } from '../record-calls.ts'
import { type RecordRef, useSaveRecord } from '../records.ts'
import { recordTexts as texts } from '../texts.ts'
import { SidePanel } from './side-panel.tsx'
import classes from './side-panel.module.css'

/** `shows` says which fields of the form belong here. */
export function FormPanel(props: {
  target: RecordRef
  overview: RecordOverview
  title?: string
  shows?: (field: FormField) => boolean
}) {
  const { target, overview, title = texts.details.form, shows = notTheOwner } = props
  const { record, form, asked, can } = overview
  const parts = useMemo(() => shown(partsOf({ form, asked }), shows), [form, asked, shows])
  const onSave = useSaveField(target, overview)
  return (
    <SidePanel title={title}>
      {parts.length === 0 ? <p className={classes.quiet}>{texts.details.noFields}</p> : null}
      <FormView
        parts={parts}
        valueOf={(field) => valueIn(record, field)}
        canEdit={mayEdit(can.rights)}
        onSave={onSave}
      />
    </SidePanel>
  )
}

/** Saves the value of one field of the record, with an undo. */
export function useSaveField(target: RecordRef, overview: RecordOverview): SaveField {
  const { record } = overview
  const save = useSaveRecord(target, overview)
  return (field, value) =>
    save(changeOf(field, value), {
      done: texts.saved(field.label),
      undo: changeOf(field, valueIn(record, field)),
    })
}

/** Whether the person may edit a field of the form, by their rights on the record. */
export const mayEdit =
  (rights: readonly string[]) =>
  ({ id, fieldType }: FormField): boolean =>
    fieldType === 'Restricted'
      ? rights.includes('restricted')
      : rights.includes('fields') || rights.includes(`fields.${id}`)

// what was given when it was made, and is not on its form, follows under a heading of its own
const partsOf = ({ form, asked }: Pick<RecordOverview, 'form' | 'asked'>) =>
  formParts(
    asked.length === 0
      ? form.parts
      : [...form.parts, { group: { title: texts.details.asked }, parts: asked }],
  )

// it stands beside the form, with the people
const notTheOwner = ({ fieldType }: FormField) => fieldType !== 'ContractOwner'

function shown(parts: readonly FormPart[], shows: (field: FormField) => boolean): readonly FormPart[] {
  return parts.flatMap((part): readonly FormPart[] => {
    if (part.kind === 'field') return shows(part.field) ? [part] : []
    if (part.kind === 'heading') return [part]
    const inner = shown(part.parts, shows)
    return inner.length === 0 ? [] : [{ ...part, parts: inner }]
  })
}
