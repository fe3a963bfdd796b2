// The deadline of a step of an approval: how many working days, and who is asked after them.
import type { PersonValue } from '../../../forms/field-kind.ts'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { OptionalWholeInput } from '../../../forms/inputs/whole-input.tsx'
import classes from './deadline-fields.module.css'
import { deadlineTexts as texts } from './deadline-texts.ts'

/** Null for none. */
export type Deadline = { readonly workingDays: number; readonly escalateTo: PersonValue | null } | null

interface Sent {
  readonly workingDays?: number
  readonly escalateTo?: (Partial<PersonValue> & { readonly id?: string }) | null
}

/** A deadline that the server has answered. */
export const deadlineOf = (answered: Sent | null | undefined): Deadline => {
  if (!answered) return null
  const { workingDays = 1, escalateTo } = answered
  return {
    workingDays,
    escalateTo: escalateTo?.id === undefined ? null : { ...escalateTo, id: escalateTo.id },
  }
}

/** As it is sent. */
export const sentDeadline = (deadline: Deadline) =>
  deadline && {
    workingDays: deadline.workingDays,
    escalateTo: deadline.escalateTo && { id: deadline.escalateTo.id },
  }

/** The server takes 1 to 60 days. */
export function DeadlineFields(props: {
  deadline: Deadline
  onChange: (deadline: Deadline) => void
  hint?: string
}) {
  const { deadline, onChange, hint = texts.deadlineHint } = props
  const escalateTo = deadline?.escalateTo ?? null
  return (
    <div className={classes.fields}>
      <OptionalWholeInput
        label={texts.deadline}
        description={hint}
        min={1}
        max={60}
        value={deadline?.workingDays ?? null}
        onChange={(workingDays) => onChange(workingDays === null ? null : { workingDays, escalateTo })}
      />
      {deadline ? (
        <PersonSelect
          label={texts.escalateTo}
          description={texts.escalateHint}
          colleaguesOnly
          who="active"
          person={escalateTo ?? undefined}
          onPerson={(person) => onChange({ ...deadline, escalateTo: person ?? null })}
        />
      ) : null}
    </div>
  )
}
