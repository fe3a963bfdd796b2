// Checking an import, what is wrong with it, and saying what a text means.
import { Badge, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import {
  type Import,
  type ImportProperty,
  isAtWork,
  mappingOf,
  type Problem,
  useActOn,
  useMapping,
  useProblems,
} from './imports.ts'
import classes from './imports.module.css'
import { Progress } from './progress.tsx'
import { texts } from './texts.ts'

export function CheckPanel({ one }: { one: Import; properties: readonly ImportProperty[] }) {
  const act = useActOn(one.id)
  const problems = useProblems(one)
  const found = problems.data ?? []
  const { state, wrong, total, done } = one
  const isChecking = state === 'Checking'
  return (
    <Panel title={texts.check}>
      <p className={classes.quiet}>{texts.checkLead}</p>
      {isChecking ? <Progress done={done} total={total} label={texts.checking(done, total)} /> : null}
      <StatusMessage>
        {state !== 'Checked' || wrong === null
          ? null
          : wrong === 0
            ? texts.allRight(total)
            : texts.wrongRows(wrong, total)}
      </StatusMessage>
      {found.length > 0 && !isChecking ? (
        <ul className={classes.list} aria-label={texts.problems}>
          {found.map((problem) => (
            <ProblemRow
              key={`${problem.column} ${problem.found} ${problem.problem}`}
              one={one}
              problem={problem}
            />
          ))}
        </ul>
      ) : null}
      <ErrorAlert error={act.error ?? problems.error} />
      <div className={classes.acts}>
        {isChecking ? (
          <ActionButton variant="default" busy={act.isPending} onClick={() => act.mutate({ act: 'stop' })}>
            {texts.stop}
          </ActionButton>
        ) : (
          <ActionButton
            variant={state === 'Checked' && wrong === 0 ? 'default' : 'filled'}
            busy={act.isPending}
            disabled={isAtWork(one)}
            onClick={() => act.mutate({ act: 'check' })}
          >
            {found.length > 0 || state === 'Checked' ? texts.checkAgain : texts.check}
          </ActionButton>
        )}
      </div>
    </Panel>
  )
}

function ProblemRow({ one, problem }: { one: Import; problem: Problem }) {
  const { column, found, count, rows } = problem
  const settled = one.columns
    .find((each) => each.column === column)
    ?.values.find(({ from }) => from === found)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.strong}>
          {problem.warning ? <Badge variant="light">{texts.warning}</Badge> : null} {problem.problem}
        </span>
        <span className={classes.quiet}>
          {found === '' ? null : `${texts.found(found)} · `}
          {texts.inRows(rows, count)}
        </span>
      </span>
      {column === null || found === '' ? null : settled ? (
        <span className={classes.quiet}>{texts.willBe(settled.to)}</span>
      ) : (
        <Fix one={one} column={column} problem={problem} />
      )}
    </li>
  )
}

function Fix({ one, column, problem }: { one: Import; column: number; problem: Problem }) {
  const mapping = useMapping(one.id)
  const [text, setText] = useState('')
  const choices = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const now = mappingOf(one)
    const columns = now.columns.map((each) =>
      each.column === column
        ? { ...each, values: [...(each.values ?? []), { from: problem.found, to: text.trim() }] }
        : each,
    )
    mapping.mutate({ ...now, columns })
  }
  return (
    <form onSubmit={submit} className={classes.fix}>
      <TextInput
        size="xs"
        aria-label={texts.readAs(problem.found)}
        placeholder={texts.readAsShort}
        list={choices}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={choices}>
        {problem.suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion}>
            {suggestion}
          </option>
        ))}
      </datalist>
      <ActionButton
        type="submit"
        size="xs"
        variant="default"
        aria-label={texts.useFor(problem.found)}
        busy={mapping.isPending}
      >
        {texts.use}
      </ActionButton>
      <ErrorAlert error={mapping.error} />
    </form>
  )
}
