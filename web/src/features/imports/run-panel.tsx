// Carrying an import out: all of it, or without the rows that are wrong; stopping it, going on.
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Panel } from '../../components/panel.tsx'
import { type Import, isAtWork, useActOn } from './imports.ts'
import classes from './imports.module.css'
import { Progress } from './progress.tsx'
import { texts } from './texts.ts'

export function RunPanel({ one }: { one: Import }) {
  const act = useActOn(one.id)
  const { state, total, done } = one
  const wrong = one.wrong ?? 0
  const isWorking = state === 'Running' || state === 'Undoing'
  return (
    <Panel title={texts.run}>
      <p className={classes.quiet}>{state === 'Stopped' ? texts.stopped : texts.runLead}</p>
      {isWorking ? <Progress done={done} total={total} label={texts.running(done, total)} /> : null}
      <ErrorAlert error={act.error} />
      <div className={classes.acts}>
        {isWorking ? (
          <ActionButton variant="default" busy={act.isPending} onClick={() => act.mutate({ act: 'stop' })}>
            {texts.stop}
          </ActionButton>
        ) : (
          <ActionButton
            busy={act.isPending}
            disabled={isAtWork(one) || wrong === total}
            onClick={() => act.mutate({ act: 'run', skipWrong: wrong > 0 })}
          >
            {state === 'Stopped'
              ? texts.goOn
              : wrong > 0
                ? texts.runWithout(total - wrong, wrong)
                : texts.runRows(total)}
          </ActionButton>
        )}
      </div>
    </Panel>
  )
}
