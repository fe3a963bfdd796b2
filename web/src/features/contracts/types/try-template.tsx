// Trying the template with answers: the form on one side, the document on the other.
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { hasFeature, useMe } from '../../../components/me-context.ts'
import { Panel } from '../../../components/panel.tsx'
import { type Answers, filledIn, FormFill } from '../../../forms/form-fill.tsx'
import { formParts } from '../../../forms/form-parts.ts'
import create from '../../create/create.module.css'
import { createTexts } from '../../create/texts.ts'
import classes from '../../types/types.module.css'
import { contractFormQuery } from '../creation/contract-creation.ts'
import { WizardPreview } from '../creation/wizard-preview.tsx'
import { templateTexts as texts } from './texts.ts'

const noProblems = {}

export function TryTemplate({ typeId }: { typeId: number }) {
  const me = useMe()
  const form = useQuery(contractFormQuery(typeId, 'wizard'))
  const parts = useMemo(() => formParts(form.data?.parts), [form.data])
  const [name, setName] = useState('')
  const [answers, setAnswers] = useState<Answers>({})
  if (!hasFeature(me, 'CONTRACT_WIZARD')) return null
  return (
    <Panel title={texts.try}>
      <p className={classes.quiet}>{texts.tryLead}</p>
      <div className={create.columns}>
        <div className={classes.stack}>
          <TextInput
            label={createTexts.name}
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFill parts={parts} answers={answers} problems={noProblems} level={3} onChange={setAnswers} />
        </div>
        <WizardPreview typeId={typeId} name={name.trim()} fields={filledIn(parts, answers)} />
      </div>
    </Panel>
  )
}
