// The editor of a field that is edited where it stands.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { KeyboardHint } from '../components/actions/key-hint.tsx'
import { keyToSend } from '../components/actions/keys.ts'
import { closesChoices } from '../components/floating/escape.ts'
import type { Edit } from './editable-field.tsx'
import classes from './editable-field.module.css'
import { FieldInput } from './field-input.tsx'
import { kindOf } from './field-kind.ts'
import type { FormField } from './form-parts.ts'
import { formTexts as texts } from './texts.ts'

/** The input of a field where its value stood: it takes the focus, and saves when it is left. */
export function FieldEditor({ field, edit }: { field: FormField; edit: Edit }) {
  const box = useRef<HTMLDivElement>(null)
  const kind = kindOf(field)
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')
    input?.focus()
    if (input instanceof HTMLInputElement && input.type !== 'date') input.select()
  }, [])

  function pressed(event: KeyboardEvent) {
    if (event.key === 'Escape' && !closesChoices(event.target)) {
      event.stopPropagation()
      edit.cancel()
    }
    const saves = kind === 'longText' ? event.ctrlKey || event.metaKey : !choosing.includes(kind)
    if (event.key === 'Enter' && saves) {
      event.preventDefault()
      void edit.save()
    }
  }

  return (
    // leaving the input saves it; a list of choices that belongs to it is drawn elsewhere and is not leaving
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className={classes.editor}
      onKeyDown={pressed}
      onBlur={(event) => {
        const into = event.relatedTarget
        if (into instanceof Node && (box.current?.contains(into) || inDropdown(into))) return
        void edit.save()
      }}
    >
      <FieldInput
        field={field}
        value={edit.draft?.value}
        onChange={edit.change}
        onDone={(chosen) => void edit.save(chosen)}
        error={edit.problem}
        labelHidden
        opensAtOnce
        disabled={edit.busy}
      />
      {typing.includes(kind) && edit.problem === undefined ? (
        <KeyboardHint>
          {kind === 'longText' ? texts.howToSaveLong(keyToSend()) : texts.howToSave}
        </KeyboardHint>
      ) : null}
    </div>
  )
}

const choosing = ['choice', 'choices', 'lookup', 'lookups', 'person', 'yesNo']
const typing = ['text', 'longText', 'number', 'money', 'date']

const inDropdown = (node: Node) =>
  node instanceof Element && node.closest('[data-portal], [role=listbox], [role=option]') !== null
