// A field of a record: its value, which becomes its input where it stands. It saves alone, when it is left or something
// is chosen.
import { Loader } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { fieldProblem } from '../lib/field-problem.ts'
import classes from './editable-field.module.css'
import { FieldEditor, preloadEditors } from './field-editor.tsx'
import { isEmpty, kindOf, problemWith } from './field-kind.ts'
import type { FormField } from './form-parts.ts'
import { formTexts as texts } from './texts.ts'
import { useReading } from './use-reading.ts'
import { valueText } from './value-text.ts'
import { isSame } from '../lib/conflict.ts'

/** Saves a value; rejects with the refusal, which is shown at the field. `false` says that the person gave up. */
export type SaveField = (field: FormField, value: unknown) => Promise<boolean | void>

/** `canEdit` is false for somebody who may only read the record. */
export function EditableField(props: {
  field: FormField
  value: unknown
  canEdit: boolean
  onSave: SaveField
  /** The label above the value instead of beside it. */
  stacked?: boolean
  /** Instead of the plain text of the value. */
  children?: ReactNode
}) {
  const { field, value, canEdit, onSave, stacked = false, children } = props
  const id = useId()
  const reading = useReading()
  const button = useRef<HTMLButtonElement>(null)
  const edit = useEdit(field, { value, onSave, button })
  const text = valueText(field, value, reading)
  const fixed = !canEdit || field.readOnly

  return (
    <div className={classes.row} data-kind={kindOf(field)} data-stacked={stacked}>
      {/* the button that has the value says it as well */}
      <div className={classes.label} id={`${id}-label`} aria-hidden={!fixed}>
        {field.label}
        {field.required && !fixed ? (
          <span className={classes.mark} title={texts.required}>
            {' '}
            *
          </span>
        ) : null}
      </div>
      <div className={classes.place}>
        {edit.draft === undefined ? (
          <Shown field={field} text={text} fixed={fixed} button={button} onEdit={edit.begin}>
            {children}
          </Shown>
        ) : (
          <FieldEditor field={field} edit={edit} />
        )}
        {edit.busy ? <Loader size={14} className={classes.loader} aria-label={texts.saving} /> : null}
      </div>
    </div>
  )
}

/** A field while it is edited. */
export type Edit = ReturnType<typeof useEdit>

function Shown(props: {
  field: FormField
  text: string | undefined
  fixed: boolean
  button: RefObject<HTMLButtonElement | null>
  onEdit: () => void
  children: ReactNode
}) {
  const { field, text, fixed, button, onEdit, children } = props
  const shown = children ?? text ?? (fixed ? '–' : texts.empty)
  if (fixed) {
    return (
      <span className={classes.fixed} title={field.readOnly ? texts.readOnlyHint : undefined}>
        {shown}
      </span>
    )
  }
  return (
    <button
      ref={button}
      type="button"
      className={classes.value}
      data-empty={text === undefined}
      aria-label={texts.edit(field.label, text ?? texts.empty)}
      onClick={onEdit}
      onFocus={preloadEditors}
      onPointerEnter={preloadEditors}
    >
      {shown}
    </button>
  )
}

function useEdit(
  field: FormField,
  {
    value,
    onSave,
    button,
  }: { value: unknown; onSave: SaveField; button: RefObject<HTMLButtonElement | null> },
) {
  // saved from what the person saw when they began: what others change meanwhile is not taken for their own
  const [draft, setDraft] = useState<{ value: unknown; seen: unknown; onSave: SaveField }>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const returns = useRef(false)

  // the button is drawn again once the input is gone
  useEffect(() => {
    if (draft !== undefined || !returns.current) return
    returns.current = false
    if (document.activeElement === document.body || document.activeElement === null) button.current?.focus()
  }, [draft, button])

  function end() {
    returns.current = true
    setProblem(undefined)
    setDraft(undefined)
  }

  async function save(chosen: unknown = draft?.value) {
    if (draft === undefined || saving.current) return
    const next = isEmpty(chosen) ? null : chosen
    const { seen } = draft
    if (isSame(next, seen)) return end()
    const wrong = problemWith(field, next)
    if (wrong !== undefined) return setProblem(wrong)
    saving.current = true
    setBusy(true)
    setDraft({ ...draft, value: next })
    try {
      await draft.onSave(field, next)
      end()
    } catch (refusal) {
      setProblem(fieldProblem(refusal, field))
    } finally {
      saving.current = false
      setBusy(false)
    }
  }

  return {
    draft,
    problem,
    busy,
    begin: () => setDraft({ value, seen: value, onSave }),
    change: (next: unknown) => draft && setDraft({ ...draft, value: next }),
    cancel: end,
    save,
  }
}
