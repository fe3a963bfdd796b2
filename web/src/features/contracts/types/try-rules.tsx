// Trying the path of an approval on a sample: "who would be asked for 60,000?"
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Panel } from '../../../components/panel.tsx'
import { FieldInput } from '../../../forms/field-input.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import types from '../../types/types.module.css'
import { ApprovalPath } from './approval-path.tsx'
import { type Path, type Step, type Tried, useComparedFields, useTryRules } from './approval-rules.ts'
import { approvalRuleTexts as texts } from './texts.ts'

export function TryRules({ typeId, path }: { typeId: number; path: Path }) {
  const all = useComparedFields(typeId)
  const attempt = useTryRules(typeId)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const read = new Set(path.steps.map(({ when }) => when?.field))
  const fields = all.filter(({ id }) => read.has(id))
  if (path.steps.length === 0) return null
  return (
    <Panel title={texts.try}>
      <p className={types.quiet}>{fields.length === 0 ? texts.tryNothing : texts.tryLead}</p>
      <form
        className={types.form}
        onSubmit={(event) => {
          event.preventDefault()
          attempt.mutate(values)
        }}
      >
        {fields.map((field) => (
          <FieldInput
            key={field.id}
            field={{ ...field, required: false, readOnly: false }}
            value={values[field.id] ?? null}
            onChange={(value) => setValues({ ...values, [field.id]: value })}
          />
        ))}
        <ErrorAlert error={attempt.error} />
        <div>
          <ActionButton type="submit" variant="default" busy={attempt.isPending}>
            {texts.tryButton}
          </ActionButton>
        </div>
      </form>
      {attempt.data ? <Outcome path={path} tried={attempt.data} fields={all} /> : null}
    </Panel>
  )
}

function Outcome(props: { path: Path; tried: Tried; fields: ReturnType<typeof useComparedFields> }) {
  const { path, tried, fields } = props
  const byId = new Map(tried.rules.map((rule) => [rule.id, rule]))
  const asks = tried.rules.filter((rule) => rule.asks)
  const aboutOf = ({ id }: Step): string => {
    const rule = byId.get(id ?? 0)
    if (!rule?.asks) return texts.notAsked
    if (rule.approvers.length === 0) return texts.nobody
    const names = rule.approvers.map((person) => nameOf(person)).join(', ')
    return rule.need === 'One' && rule.approvers.length > 1 ? texts.askedOne(names) : texts.asked(names)
  }
  return (
    <>
      <output>{asks.length === 0 ? texts.nobodyAsked : ''}</output>
      <ApprovalPath
        path={{ ...path, inOrder: tried.inOrder }}
        fields={fields}
        renderTried={aboutOf}
        leftOut={new Set(tried.rules.filter((rule) => !rule.asks).map(({ id }) => id))}
      />
    </>
  )
}
