// A form that is filled in when something is created: every field at once, with errors at their fields and summed up on
// top.
import { useEffect, useId, useRef } from 'react'
import { Notice } from '../components/notice.tsx'
import { FieldInput } from './field-input.tsx'
import { shownParts } from './conditions.ts'
import { fieldsOf, type FormField, type FormPart } from './form-parts.ts'
import { Parts } from './form-view.tsx'
import classes from './form-view.module.css'
import { isEmpty, problemWith } from './field-kind.ts'
import { formTexts as texts } from './texts.ts'

/** What has been filled in, by the ids of the fields. A field that is absent has its initial value. */
export type Answers = Readonly<Record<string, unknown>>

/** The answer of a field, or what a new record begins with. */
const answerOf = (answers: Answers, field: FormField): unknown =>
  field.id in answers ? answers[field.id] : field.initial

/** The parts that are asked with these answers. */
const askedParts = (parts: readonly FormPart[], answers: Answers) =>
  shownParts(parts, (field) => answerOf(answers, field))

/** What is wrong before anything is sent, by the ids of the fields. */
export function problemsIn(parts: readonly FormPart[], answers: Answers): Readonly<Record<string, string>> {
  const found = fieldsOf(askedParts(parts, answers)).flatMap((field): [string, string][] => {
    const problem = field.readOnly ? undefined : problemWith(field, answerOf(answers, field))
    return problem === undefined ? [] : [[field.id, problem]]
  })
  return Object.fromEntries(found)
}

/**
 * What is sent of the answers: of what somebody filled in, and nothing of what has its initial value or is not asked
 * any more.
 */
export function filledIn(parts: readonly FormPart[], answers: Answers): Readonly<Record<string, unknown>> {
  const known = fieldsOf(askedParts(parts, answers)).filter(({ id, readOnly }) => id in answers && !readOnly)
  return Object.fromEntries(known.map(({ id }) => [id, isEmpty(answers[id]) ? null : answers[id]]))
}

/** The inputs of a form. Read-only fields are left out: nobody can fill them in. */
export function FormFill(props: {
  parts: readonly FormPart[]
  answers: Answers
  problems: Readonly<Record<string, string>>
  level?: 2 | 3
  onChange: (answers: Answers) => void
}) {
  const { parts, answers, problems, level = 2, onChange } = props
  return (
    <div className={classes.fill}>
      <Parts
        parts={askedParts(parts, answers)}
        level={level}
        renderField={(field) =>
          field.readOnly ? null : (
            <div key={field.id} data-field={field.id}>
              <FieldInput
                field={field}
                value={answerOf(answers, field)}
                onChange={(value) => onChange({ ...answers, [field.id]: value })}
                error={problems[field.id]}
              />
            </div>
          )
        }
      />
    </div>
  )
}

/**
 * All that is wrong with what was sent, on top of the form; each line leads to its field. It takes the focus when it
 * appears.
 */
export function ProblemSummary(props: {
  problems: readonly { readonly id: string; readonly label: string; readonly problem: string }[]
}) {
  const { problems } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const count = problems.length
  useEffect(() => {
    if (count > 0) box.current?.focus()
  }, [count])
  if (count === 0) return null
  return (
    <div ref={box} tabIndex={-1} id={id}>
      <Notice kind="problem" title={texts.notEmptyForm}>
        <ul>
          {problems.map((each) => (
            <li key={each.id}>
              <button type="button" className={classes.link} onClick={() => focusField(each.id)}>
                {each.label}
              </button>
              {`: ${each.problem}`}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** Moves the focus to the input of a field on this page. */
function focusField(id: string): void {
  const place = document.querySelector(`[data-field="${CSS.escape(id)}"]`)
  place?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')?.focus()
}
