// What can be set of one part of a form.
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { ConditionFields } from './condition-fields.tsx'
import type { DesignedField, DesignedPart } from './design.ts'
import classes from './designer.module.css'
import { designerTexts as texts } from './texts.ts'

export function PartSettings(props: {
  part: DesignedPart
  /** The fields that it may depend on. */
  above: readonly DesignedField[]
  onChange: (part: DesignedPart) => void
}) {
  const { part, above, onChange } = props
  return (
    <div className={classes.settings}>
      {part.kind === 'group' ? (
        <TextInput
          label={texts.sectionTitle}
          maxLength={255}
          value={part.title}
          onChange={(event) => onChange({ ...part, title: event.currentTarget.value })}
        />
      ) : (
        <FieldSettings part={part} onChange={onChange} />
      )}
      <ConditionFields when={part.when} above={above} onChange={(when) => onChange({ ...part, when })} />
    </div>
  )
}

function FieldSettings(props: { part: DesignedField; onChange: (part: DesignedPart) => void }) {
  const { part, onChange } = props
  const description = part.field['description']
  return (
    <>
      <TextInput
        label={texts.label}
        description={texts.labelHint(part.name)}
        maxLength={255}
        value={part.label}
        onChange={(event) => onChange({ ...part, label: event.currentTarget.value })}
      />
      {part.fieldType === 'SectionHeader' ? null : (
        <>
          <Textarea
            label={texts.help}
            description={texts.helpHint(typeof description === 'string' ? description : '')}
            autosize
            maxLength={4000}
            value={part.help}
            onChange={(event) => onChange({ ...part, help: event.currentTarget.value })}
          />
          <Checkbox
            label={texts.required}
            description={texts.requiredHint}
            checked={part.required}
            onChange={(event) =>
              onChange({ ...part, required: event.currentTarget.checked, readOnly: false })
            }
          />
          <Checkbox
            label={texts.readOnly}
            description={texts.readOnlyHint}
            checked={part.readOnly}
            onChange={(event) =>
              onChange({ ...part, readOnly: event.currentTarget.checked, required: false })
            }
          />
        </>
      )}
    </>
  )
}
