// The editor of a field that is edited where it stands.
import { type ComponentType, type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { KeyboardHint } from '../components/actions/key-hint.tsx'
import { keyToSend } from '../components/actions/keys.ts'
import { lazily } from '../components/lazily.tsx'
import { closesChoices } from '../components/floating/escape.ts'
import type { Edit } from './editable-field.tsx'
import classes from './editable-field.module.css'
import { kindOf } from './field-kind.ts'
import type { FormField } from './form-parts.ts'
import type { FieldInputProps } from './inputs/field-inputs.ts'
import { DateField, LongTextField, TextField } from './inputs/plain-inputs.tsx'
import { formTexts as texts } from './texts.ts'

// numbers, choices and people need more than most pages have
const OtherInput = lazily(() => import('./other-input.tsx'), 'OtherInput')

/** Loads what the editors of all kinds need. */
export const preloadEditors = OtherInput.preload

/** The input of a field where its value stood: it takes the focus, and saves when it is left. */
export function FieldEditor({ field, edit }: { field: FormField; edit: Edit }) {
  const box = useRef<HTMLDivElement>(null)
  const kind = kindOf(field)
  const takeFocus = useCallback(() => {
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
      <Input
        onThere={takeFocus}
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

/** `onThere` is called when the input can take the focus. */
function Input(props: FieldInputProps & { onThere: () => void }) {
  switch (kindOf(props.field)) {
    case 'text':
      return <There {...props} of={TextField} />
    case 'longText':
      return <There {...props} of={LongTextField} />
    case 'date':
      return <There {...props} of={DateField} />
    default:
      return <OtherInput {...props} />
  }
}

function There({
  of: Field,
  onThere,
  ...props
}: FieldInputProps & { of: ComponentType<FieldInputProps>; onThere: () => void }) {
  useEffect(onThere, [onThere])
  return <Field {...props} />
}

const choosing = ['choice', 'choices', 'lookup', 'lookups', 'person', 'yesNo']
const typing = ['text', 'longText', 'number', 'money', 'date']

const inDropdown = (node: Node) =>
  node instanceof Element && node.closest('[data-portal], [role=listbox], [role=option]') !== null
