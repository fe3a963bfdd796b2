// What is wrong with a file, place by place, with an input for each cell that can be corrected here.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { Panel } from '../../../components/panel.tsx'
import { openMattersQuery } from '../../matters/open-matters.ts'
import { cellAt, withCorrections } from './correct-file.ts'
import type { InvoiceFile, Report } from './posting.ts'
import classes from './posting.module.css'
import { postingTexts as texts } from './texts.ts'

type Problem = Report['problems'][number]

const keyOf = ({ row, column }: Problem) => `${row} ${column}`

export function ProblemList(props: {
  file: InvoiceFile
  problems: readonly Problem[]
  busy: boolean
  onCorrect: (file: InvoiceFile) => void
}) {
  const { file, problems, busy, onCorrect } = props
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [seen, canCorrect] = placesOf(problems, file.text)
  const type = (problem: Problem, value: string) => setTyped(new Map([...typed, [keyOf(problem), value]]))
  const correct = (event: FormEvent) => {
    event.preventDefault()
    const corrections = seen.flatMap((problem) => {
      const value = typed.get(keyOf(problem))
      return value === undefined ? [] : [{ ...problem, value }]
    })
    const text = withCorrections(file.text, corrections)
    onCorrect({ ...file, text, bytes: new TextEncoder().encode(text).buffer })
  }
  return (
    <Panel title={texts.problems}>
      <form onSubmit={correct}>
        <ul className={classes.problems}>
          {problems.map((problem, index) => {
            const cell = seen.includes(problem) ? cellAt(file.text, problem) : undefined
            return (
              // the same place can have several problems
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <div>
                  <strong>{texts.place(problem.row, problem.column)}</strong>
                  {problem.field === '' ? null : <span className={classes.field}>{problem.field}</span>}
                  <p>{problem.message}</p>
                </div>
                {cell === undefined ? null : (
                  <CellField
                    problem={problem}
                    value={typed.get(keyOf(problem)) ?? shownAs(problem, cell)}
                    onChange={(value) => type(problem, value)}
                  />
                )}
              </li>
            )
          })}
        </ul>
        {canCorrect ? (
          <div className={classes.acts}>
            <ActionButton type="submit" busy={busy} disabled={typed.size === 0}>
              {texts.again}
            </ActionButton>
            <span className={classes.quiet}>{texts.correctedName}</span>
          </div>
        ) : null}
      </form>
    </Panel>
  )
}

const isMatterField = ({ field }: Problem) => field === 'CLIENT_MATTER_ID' || field === 'LAW_FIRM_MATTER_ID'

/** What is offered for a field is what begins with its text: for a matter that is unknown that would be nothing. */
const shownAs = (problem: Problem, cell: string): string => (isMatterField(problem) ? '' : cell)

function CellField(props: { problem: Problem; value: string; onChange: (value: string) => void }) {
  const { problem, value, onChange } = props
  const { row, field, proposed, wholeInvoice } = problem
  const choices = useId()
  const isMatter = isMatterField(problem)
  const { data: matters = [] } = useQuery({ ...openMattersQuery, enabled: isMatter })
  return (
    <div>
      <TextInput
        aria-label={texts.corrected(row, field)}
        description={wholeInvoice ? texts.wholeCorrected : undefined}
        list={isMatter ? choices : undefined}
        placeholder={isMatter ? texts.chooseMatter : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isMatter ? (
        <datalist id={choices}>
          {matters.map(({ id, displayId, name }) => (
            <option key={id} value={displayId ?? ''}>
              {name}
            </option>
          ))}
        </datalist>
      ) : null}
      {proposed === null || proposed === value ? null : (
        <Button size="compact-xs" variant="default" mt={4} onClick={() => onChange(proposed)}>
          {texts.proposedLabel(proposed)}
        </Button>
      )}
    </div>
  )
}

/** The first problem of each place, which has the input, and whether there is any. */
function placesOf(problems: readonly Problem[], text: string): readonly [readonly Problem[], boolean] {
  const first = new Map<string, Problem>()
  for (const problem of problems) if (!first.has(keyOf(problem))) first.set(keyOf(problem), problem)
  const seen = [...first.values()]
  return [seen, seen.some((problem) => cellAt(text, problem) !== undefined)]
}
