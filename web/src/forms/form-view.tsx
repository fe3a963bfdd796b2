// A form of a record with its values, each of which is edited where it stands.
import type { ReactNode } from 'react'
import { shownParts } from './conditions.ts'
import { EditableField, type SaveField } from './editable-field.tsx'
import type { FormField, FormPart } from './form-parts.ts'
import classes from './form-view.module.css'

/** `valueOf` reads the value of a field from the record; `onSave` saves one. */
export function FormView(props: {
  parts: readonly FormPart[]
  valueOf: (field: FormField) => unknown
  canEdit: (field: FormField) => boolean
  onSave: SaveField
}) {
  const { parts, valueOf, canEdit, onSave } = props
  return (
    <div className={classes.form}>
      <Parts
        parts={shownParts(parts, valueOf)}
        level={3}
        renderField={(field: FormField) => (
          <EditableField
            key={field.id}
            field={field}
            value={valueOf(field)}
            canEdit={canEdit(field)}
            onSave={onSave}
          />
        )}
      />
    </div>
  )
}

/** The parts of a form in order, with the headings of groups; each field as `renderField` draws it. */
export function Parts(props: {
  parts: readonly FormPart[]
  level: 2 | 3 | 4
  renderField: (field: FormField) => ReactNode
}) {
  const { parts, level, renderField } = props
  const Heading = `h${level}` as const
  return parts.map((part) => {
    if (part.kind === 'field') return renderField(part.field)
    if (part.kind === 'heading') {
      return (
        <Heading key={part.key} className={classes.section}>
          {part.title}
        </Heading>
      )
    }
    return (
      <section key={part.key} className={classes.group} aria-label={part.title}>
        <Heading className={classes.title}>{part.title}</Heading>
        <Parts parts={part.parts} level={level === 2 ? 3 : 4} renderField={renderField} />
      </section>
    )
  })
}
