// The platform's clock in the sandbox: its time, and moving it.
import { ActionButton } from '../../components/action-button.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Loading } from '../../components/loading.tsx'
import { formatDuration } from '../../lib/durations.ts'
import { useSignedIn } from '../session/session.ts'
import { AdvanceForm } from './advance-form.tsx'
import { ResetPanel } from './reset-panel.tsx'
import { RunningClock } from './running-clock.tsx'
import { useClock, useMoveClock } from './sandbox.ts'
import { SandboxError } from './sandbox-error.tsx'

export function ClockPage() {
  const { user } = useSignedIn()
  const clock = useClock()
  return (
    <Page
      title="Clock and reset"
      lead="Retries, windows, expiries and key dates follow the platform’s clock. Moving it forward makes them happen immediately."
    >
      <SandboxError error={clock.error} />
      {clock.isPending && <Loading />}
      {clock.data !== undefined && (
        <>
          <Panel title="Platform time">
            <DescriptionList
              facts={[
                ['Now', <RunningClock key="now" reading={clock.data.now} readAt={clock.dataUpdatedAt} />],
                ['Compared to real time', offsetInWords(clock.data.offsetSeconds)],
              ]}
            />
            {user.can.administer ? null : <p>Administrators can move it.</p>}
          </Panel>
          {user.can.administer && <MoveClock />}
          {user.can.administer && <ResetPanel />}
        </>
      )}
    </Page>
  )
}

function MoveClock() {
  const move = useMoveClock()
  return (
    <Panel title="Move it forward">
      <SandboxError error={move.error} />
      <AdvanceForm busy={move.isPending} onAdvance={(advanceSeconds) => move.mutate({ advanceSeconds })} />
      <ActionButton
        variant="default"
        style={{ alignSelf: 'start' }}
        busy={move.isPending}
        onClick={() => move.mutate({ reset: true })}
      >
        Back to real time
      </ActionButton>
      <StatusMessage>{moveInWords(move.isSuccess ? move.variables : undefined)}</StatusMessage>
    </Panel>
  )
}

function offsetInWords(seconds: number): string {
  if (Math.abs(seconds) < 1) return 'The same'
  return `${formatDuration(Math.abs(seconds))} ${seconds > 0 ? 'ahead' : 'behind'}`
}

function moveInWords(moved: { advanceSeconds: number } | { reset: true } | undefined): string {
  if (moved === undefined) return ''
  return 'reset' in moved
    ? 'The clock shows real time again.'
    : `The clock moved ${formatDuration(moved.advanceSeconds)} forward.`
}
