// Carrying an import out: all of it, or without the rows that are wrong; stopping it, going on.
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Panel } from '../../components/panel.tsx'
import { type Import, isAtWork, useActOn, type WarningChoice } from './imports.ts'
import classes from './imports.module.css'
import { Progress } from './progress.tsx'
import { texts } from './texts.ts'

export function RunPanel({ one }: { one: Import }) {
  const act = useActOn(one.id)
  const [warnings, setWarnings] = useState<WarningChoice>('KeepValues')
  const { state, total, done } = one
  const wrong = one.wrong ?? 0
  const warned = state === 'Checked' ? (one.warned ?? 0) : 0
  const leftOut = wrong + (warnings === 'SkipRows' ? warned : 0)
  const isWorking = state === 'Running' || state === 'Undoing'
  return (
    <Panel title={texts.run}>
      <p className={classes.quiet}>{state === 'Stopped' ? texts.stopped : texts.runLead}</p>
      {isWorking ? <Progress done={done} total={total} label={texts.running(done, total)} /> : null}
      {warned > 0 ? <Warnings count={warned} chosen={warnings} onChange={setWarnings} /> : null}
      <ErrorAlert error={act.error} />
      <div className={classes.acts}>
        {isWorking ? (
          <ActionButton variant="default" busy={act.isPending} onClick={() => act.mutate({ act: 'stop' })}>
            {texts.stop}
          </ActionButton>
        ) : (
          <ActionButton
            busy={act.isPending}
            disabled={isAtWork(one) || leftOut === total}
            onClick={() =>
              act.mutate({ act: 'run', skipWrong: wrong > 0, ...(warned > 0 ? { warnings } : {}) })
            }
          >
            {state === 'Stopped'
              ? texts.goOn
              : leftOut > 0
                ? texts.runWithout(total - leftOut, leftOut)
                : texts.runRows(total)}
          </ActionButton>
        )}
      </div>
    </Panel>
  )
}

function Warnings(props: { count: number; chosen: WarningChoice; onChange: (next: WarningChoice) => void }) {
  const { count, chosen, onChange } = props
  return (
    <Radio.Group
      label={texts.warned(count)}
      description={texts.warningsHint}
      value={chosen}
      onChange={onChange}
    >
      {Object.entries(texts.warnings).map(([value, label]) => (
        <Radio key={value} value={value} label={label} mt={8} />
      ))}
    </Radio.Group>
  )
}
