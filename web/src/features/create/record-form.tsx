// The form that creates a record of any kind: its type first, then what that type asks.
import { TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loading } from '../../components/loading.tsx'
import { type Answers, filledIn, FormFill, ProblemSummary } from '../../forms/form-fill.tsx'
import { type FormPart, formParts } from '../../forms/form-parts.ts'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { showDone } from '../records/show-done.ts'
import { useSignedIn } from '../session/session.ts'
import { rememberType, type TypeChoice } from './create.ts'
import classes from './create.module.css'
import { MoreOptions, type Options } from './more-options.tsx'
import { createTexts as texts } from './texts.ts'
import { TypeSelect } from './type-select.tsx'
import { type Problems, useNewRecord } from './use-new-record.ts'

/** What somebody has entered so far. */
export interface RecordDraft {
  readonly typeId?: number | undefined
  readonly name: string
  readonly answers: Answers
  readonly options: Options
}

/** A draft that nothing was entered in. */
export const emptyDraft: RecordDraft = { name: '', answers: {}, options: {} }

/** What every kind is created with. */
export type NewRecord = ReturnType<typeof bodyOf>

interface FormProps {
  readonly kind: RecordKind
  readonly draft: RecordDraft
  readonly isEmpty: boolean
  readonly types: readonly TypeChoice[] | undefined
  /** What to fill in for the type. */
  readonly form: UseQueryResult<{ readonly parts?: Parameters<typeof formParts>[0] }>
  /** Why the types are not there. */
  readonly error?: unknown
  readonly onChange: (part: Partial<RecordDraft>) => void
  readonly onForget: () => void
  /** Makes it. */
  readonly send: (record: NewRecord) => Promise<{ id: number }>
  /** What only this kind asks, before the type, and what is wrong there. */
  readonly renderFirst?: (problems: Problems) => ReactNode
  readonly missing?: Problems
  /** What only this kind asks, after the name; it is told what the form of the type asks. */
  readonly renderNext?: (parts: readonly FormPart[]) => ReactNode
  /** What stands beside the questions once there is a type. */
  readonly renderBeside?: (fields: Readonly<Record<string, unknown>>) => ReactNode
}

export function RecordForm(props: FormProps) {
  const { kind, draft, isEmpty, types, form, error, onChange, onForget } = props
  const { missing = {}, renderFirst, renderNext, renderBeside } = props
  const { typeId, name, answers, options } = draft
  const parts = useMemo(() => formParts(form.data?.parts), [form.data])
  const fields = filledIn(parts, answers)
  const record = useSending(props, fields)
  const problems = record.problemsOf(parts)

  const questions = (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        record.submit({ typeId, name, parts, answers, others: missing })
      }}
    >
      <ErrorAlert error={error ?? form.error} />
      <ProblemSummary key={record.attempt} problems={record.summary(parts)} />
      {Object.keys(problems).length === 0 ? <ErrorAlert error={record.error} /> : null}
      <div className={classes.box}>
        {renderFirst?.(problems)}
        <TypeSelect
          kind={kind.names}
          types={types}
          value={typeId}
          error={problems['type']}
          onChange={(chosen) => onChange({ typeId: chosen })}
        />
        <div data-field="name">
          <TextInput
            size="sm"
            label={texts.name}
            withAsterisk
            aria-required
            maxLength={255}
            value={name}
            error={problems['name']}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </div>
        {renderNext?.(parts)}
        {form.isLoading ? <Loading label={texts.loadingForm} /> : null}
        <FormFill
          parts={parts}
          answers={answers}
          problems={problems}
          onChange={(next) => onChange({ answers: next })}
        />
        <MoreOptions
          withManager={kind.roles.includes('Manager')}
          options={options}
          problems={problems}
          onChange={(next) => onChange({ options: next })}
        />
      </div>
      <div className={classes.acts}>
        <ActionButton type="submit" busy={record.busy}>
          {texts.createRecord(kind.names)}
        </ActionButton>
        {isEmpty ? null : <LinkButton onClick={onForget}>{texts.discard}</LinkButton>}
      </div>
    </form>
  )
  if (renderBeside === undefined || typeId === undefined) return questions
  return (
    <div className={classes.columns}>
      {questions}
      {renderBeside(fields)}
    </div>
  )
}

/** Sends it; then its type is remembered, its draft forgotten, and its page opened. */
function useSending({ kind, draft, onForget, send }: FormProps, fields: Readonly<Record<string, unknown>>) {
  const { typeId, name } = draft
  const { user } = useSignedIn()
  const navigate = useNavigate()
  return useNewRecord(
    kind.names,
    () => send(bodyOf(draft, fields)),
    (id) => {
      if (typeId !== undefined) rememberType(user.id, kind.names.many, typeId)
      onForget()
      showDone(texts.created(name.trim()))
      void navigate({ to: recordRoute(kind.names, id) })
    },
  )
}

function bodyOf({ typeId = 0, name, options }: RecordDraft, fields: Readonly<Record<string, unknown>>) {
  const { owner, restricted } = options
  return {
    type: { id: typeId },
    name: name.trim(),
    fields,
    ...(owner === undefined ? {} : { owner: { id: owner.id } }),
    ...(restricted === true ? { restricted } : {}),
  }
}
