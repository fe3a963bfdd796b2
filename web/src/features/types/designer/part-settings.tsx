// What can be set of one part of a form.
import { Checkbox, TextInput } from '@mantine/core'
import type { DesignedPart } from './design.ts'
import classes from './designer.module.css'
import { designerTexts as texts } from './texts.ts'

export function PartSettings(props: { part: DesignedPart; onChange: (part: DesignedPart) => void }) {
  const { part, onChange } = props
  if (part.kind === 'group') {
    return (
      <div className={classes.settings}>
        <TextInput
          label={texts.sectionTitle}
          maxLength={255}
          value={part.title}
          onChange={(event) => onChange({ ...part, title: event.currentTarget.value })}
        />
      </div>
    )
  }
  const isHeading = part.fieldType === 'SectionHeader'
  return (
    <div className={classes.settings}>
      <TextInput
        label={texts.label}
        description={texts.labelHint(part.name)}
        maxLength={255}
        value={part.label}
        onChange={(event) => onChange({ ...part, label: event.currentTarget.value })}
      />
      {isHeading ? null : (
        <>
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
    </div>
  )
}
