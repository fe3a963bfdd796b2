// Where this person is signed in, and how to end that: one browser, all others, or everything.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { focusHeading } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import type { MySession } from './account.ts'
import { useFormat } from '../../components/format-context.ts'
import { useEndSession, useEndSessions, useMySessions } from './account.ts'
import classes from './sessions-panel.module.css'

export function SessionsPanel() {
  const sessions = useMySessions()
  const endOne = useEndSession()
  const endAll = useEndSessions()
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState('')
  const items = sessions.data?.items ?? []

  function signOut(session: MySession) {
    endOne.mutate(session, {
      onSuccess: () => {
        setOutcome(`Signed out: ${formatDuration(session)}.`)
        focusHeading()
      },
    })
  }

  function signOutOthers() {
    endAll.mutate(
      { keepCurrent: true, integrations: false },
      { onSuccess: () => setOutcome('You are signed out everywhere else.') },
    )
  }

  return (
    <Panel title="Where you are signed in">
      <ErrorAlert error={sessions.error ?? endOne.error ?? (asking ? null : endAll.error)} />
      {sessions.isPending && <Loading />}
      <ul className={classes.list}>
        {items.map((session) => (
          <SessionRow key={session.id} session={session} onSignOut={() => signOut(session)} />
        ))}
      </ul>
      <StatusMessage>{outcome}</StatusMessage>
      <Group>
        {items.length > 1 && (
          <Button variant="default" onClick={signOutOthers}>
            Sign out everywhere else
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          Sign out everywhere…
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title="Sign out everywhere?"
        confirmLabel="Sign out and end integrations"
        busy={endAll.isPending}
        error={endAll.error}
        onConfirm={() => endAll.mutate({ keepCurrent: false, integrations: true })}
        onClose={() => {
          setAsking(false)
          endAll.reset()
        }}
      >
        You will be signed out of every browser, including this one. Applications that you have allowed to act
        for you lose their access at once, and ask you again when you next use them.
      </ConfirmDialog>
    </Panel>
  )
}

const methods: Readonly<Record<MySession['method'], string>> = {
  sso: 'at your identity provider',
  password: 'with your password',
  passkey: 'with a passkey',
}

function SessionRow({ session, onSignOut }: { session: MySession; onSignOut: () => void }) {
  const format = useFormat()
  const { current, method, address, signedIn, lastUsed } = session
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.name}>
          {formatDuration(session)}
          {current && <span className={classes.current}>This browser</span>}
        </p>
        <p className={classes.facts}>
          {address ?? 'Address unknown'} · last used {format.dateTime(lastUsed)}
        </p>
        <p className={classes.facts}>
          Signed in {format.dateTime(signedIn)} {methods[method]}
        </p>
      </div>
      {!current && (
        <Button variant="default" aria-label={`Sign out: ${formatDuration(session)}`} onClick={onSignOut}>
          Sign out
        </Button>
      )}
    </li>
  )
}

function formatDuration({ browser, system, device }: MySession): string {
  const where = device === null ? undefined : `on a ${device}`
  const known = [browser, system && `(${system})`, where].filter((part) => typeof part === 'string')
  return known.length > 0 ? known.join(' ') : 'An unknown browser'
}
