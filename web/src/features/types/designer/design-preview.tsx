// The form as it will be, drawn by what draws forms everywhere: for people who fill it in, for counsel and for a law
// firm.
import { Button, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { StatusMessage } from '../../../components/status-message.tsx'
import { type Answers, FormFill, ProblemSummary, problemsIn } from '../../../forms/form-fill.tsx'
import { fieldsOf, type FormField, formParts } from '../../../forms/form-parts.ts'
import { FormView } from '../../../forms/form-view.tsx'
import { type Design, shownParts } from './design.ts'
import classes from './designer.module.css'
import { useStatesOfForm } from './states-of-form.ts'
import { designerTexts as texts } from './texts.ts'

type Reader = 'asker' | 'counsel' | 'firm'

/** `asks` says that the form is filled in; `firmMayChange` names the fields that a firm in charge may change. */
export function DesignPreview(props: {
  design: Design
  asks: boolean
  firmMayChange: ReadonlySet<string> | undefined
}) {
  const { design, asks, firmMayChange } = props
  const states = useStatesOfForm()
  const parts = useMemo(() => {
    const nameOf = (state: string) => states.find(({ value }) => value === state)?.label ?? state
    const beforeState = (state: string | null) => (state === null ? '' : texts.requiredBefore(nameOf(state)))
    return formParts(shownParts(design, beforeState))
  }, [design, states])
  const [reader, setReader] = useState<Reader>(asks ? 'asker' : 'counsel')
  const [answers, setAnswers] = useState<Answers>({})
  const [tried, setTried] = useState(0)
  const problems = tried > 0 ? problemsIn(parts, answers) : {}
  const wrong = Object.entries(problems)
  const labels = new Map(fieldsOf(parts).map(({ id, label }) => [id, label]))
  const canEdit = ({ id }: FormField) =>
    reader === 'counsel' || (reader === 'firm' && firmMayChange?.has(id) === true)
  const isFilled = asks && reader === 'asker'
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      <div className={classes.bar}>
        <h2>{texts.preview}</h2>
        <SegmentedControl
          size="xs"
          aria-label={texts.previewAs}
          data={[
            { value: 'asker', label: texts.asker },
            { value: 'counsel', label: texts.counsel },
            { value: 'firm', label: texts.firm },
          ]}
          value={reader}
          onChange={(value) => setReader(value)}
        />
      </div>
      <p className={classes.hint}>{texts.previewHint}</p>
      {parts.length === 0 ? <p className={classes.hint}>{texts.nothingShown}</p> : null}
      {isFilled ? (
        <>
          <ProblemSummary
            key={tried}
            problems={wrong.map(([id, problem]) => ({ id, problem, label: labels.get(id) ?? id }))}
          />
          <FormFill parts={parts} answers={answers} problems={problems} level={3} onChange={setAnswers} />
          <div className={classes.bar}>
            <Button variant="default" size="xs" onClick={() => setTried(tried + 1)}>
              {texts.tryIt}
            </Button>
            <StatusMessage>{tried > 0 && wrong.length === 0 ? texts.tried : ''}</StatusMessage>
          </div>
        </>
      ) : (
        <FormView
          key={reader}
          parts={parts}
          valueOf={({ id, initial }) => (id in answers ? answers[id] : initial)}
          canEdit={canEdit}
          onSave={({ id }, value) => {
            setAnswers({ ...answers, [id]: value })
            return Promise.resolve()
          }}
        />
      )}
    </section>
  )
}
