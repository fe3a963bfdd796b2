// The fields as a list, and what can be said of the one that is chosen.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { LiveWholeInput } from '../../../../forms/inputs/whole-input.tsx'
import classes from './place-fields.module.css'
import type { PlacedField } from './placed-fields.ts'
import { placeTexts as texts } from './place-texts.ts'
import { SignerChoice } from './signer-choice.tsx'

export function FieldDetails(props: {
  fields: readonly PlacedField[]
  selected: PlacedField | undefined
  signers: readonly string[]
  /** How many there are. */
  pages: number
  onChoose: (field: PlacedField) => void
  onChange: (field: PlacedField) => void
  onRemove: (key: number) => void
}) {
  const { fields, selected, signers, pages, onChoose, onChange, onRemove } = props
  return (
    <div className={classes.details}>
      {selected ? (
        <section
          className={classes.one}
          aria-label={texts.field(selected.kind, selected.signer, selected.page)}
        >
          <SignerChoice
            label={texts.signer}
            signers={signers}
            value={selected.signer}
            onChange={(signer) => onChange({ ...selected, signer })}
          />
          <LiveWholeInput
            key={selected.key}
            size="sm"
            label={texts.page}
            min={1}
            max={pages}
            ungrouped
            value={selected.page}
            onChange={(page) => onChange({ ...selected, page })}
          />
          {selected.kind === 'Text' || selected.kind === 'Tick' ? (
            <TextInput
              size="sm"
              label={texts.text}
              description={texts.textHint}
              maxLength={100}
              value={selected.label ?? ''}
              onChange={(event) => onChange({ ...selected, label: event.currentTarget.value || null })}
            />
          ) : null}
          {selected.kind === 'Name' || selected.kind === 'Date' ? null : (
            <Checkbox
              label={texts.required}
              checked={selected.required}
              onChange={(event) => onChange({ ...selected, required: event.currentTarget.checked })}
            />
          )}
          <Button size="xs" variant="default" onClick={() => onRemove(selected.key)}>
            {texts.remove}
          </Button>
        </section>
      ) : null}
      {fields.length > 0 ? (
        <ol className={classes.list} aria-label={texts.list}>
          {fields.map((field) => (
            <li key={field.key}>
              <Button
                size="compact-sm"
                variant={field === selected ? 'light' : 'subtle'}
                aria-pressed={field === selected}
                onClick={() => onChoose(field)}
              >
                {texts.field(field.kind, field.signer, field.page)}
              </Button>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  )
}
