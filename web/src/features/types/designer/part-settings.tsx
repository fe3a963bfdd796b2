// What can be set of one part of a form.
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { ConditionFields } from './condition-fields.tsx'
import type { DesignedField, DesignedPart } from './design.ts'
import classes from './designer.module.css'
import { useStatesOfForm } from './states-of-form.ts'
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

/** From when on it is required: from the start or, on forms that records show, before a state. */
function Requirement(props: { part: DesignedField; onChange: (part: DesignedPart) => void }) {
  const { part, onChange } = props
  const states = useStatesOfForm()
  if (states.length === 0) {
    return (
      <Checkbox
        label={texts.required}
        description={texts.requiredHint}
        checked={part.required}
        onChange={(event) =>
          onChange({
            ...part,
            required: event.currentTarget.checked,
            requiredBefore: null,
            readOnly: false,
          })
        }
      />
    )
  }
  return (
    <NativeSelect
      label={texts.required}
      description={texts.requiredBeforeHint}
      data={[
        { value: '', label: texts.notRequired },
        { value: fromTheStart, label: texts.fromTheStart },
        ...states.map(({ value, label }) => ({ value, label: texts.before(label) })),
      ]}
      value={part.required ? fromTheStart : (part.requiredBefore ?? '')}
      onChange={(event) => {
        const { value } = event.currentTarget
        const required = value === fromTheStart
        const requiredBefore = required || value === '' ? null : value
        onChange({ ...part, required, requiredBefore, readOnly: value === '' && part.readOnly })
      }}
    />
  )
}

const fromTheStart = 'start'

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
          <Requirement part={part} onChange={onChange} />
          <Checkbox
            label={texts.readOnly}
            description={texts.readOnlyHint}
            checked={part.readOnly}
            onChange={(event) =>
              onChange({
                ...part,
                readOnly: event.currentTarget.checked,
                required: false,
                requiredBefore: null,
              })
            }
          />
        </>
      )}
    </>
  )
}
