// One's second factors: an authenticator app, passkeys, recovery codes, and browsers that are not asked for them.
import { Button, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { Loading } from '../../components/loading.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import type { OwnFactors } from '../../lib/api.ts'
import {
  factorsQuery,
  useAddPasskey,
  useForgetDevice,
  useRemoveApp,
  useRemovePasskey,
  useRenamePasskey,
  useRenewCodes,
} from '../session/factors.ts'
import { hasPasskeys } from '../session/passkeys.ts'
import classes from './sessions-panel.module.css'

const SetUpApp = lazily(() => import('../session/set-up-app.tsx'), 'SetUpApp', <Loading />)
const RecoveryCodes = lazily(() => import('../session/recovery-codes.tsx'), 'RecoveryCodes', <Loading />)

export function SecondFactorPanel() {
  const factors = useQuery(factorsQuery)
  const [settingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const addPasskey = useAddPasskey()
  const renew = useRenewCodes()
  const { data } = factors

  function added(recoveryCodes: string[] | null) {
    setSettingUp(false)
    if (recoveryCodes) setCodes(recoveryCodes)
  }

  if (codes) {
    return (
      <Panel title="Second factor">
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      </Panel>
    )
  }
  return (
    <Panel title="Second factor">
      <p>
        With a second factor nobody signs in as you who only knows your password.
        {data?.demanded ? ' Your organisation demands one.' : ''} A passkey also signs you in without a
        password.
      </p>
      <ErrorAlert error={factors.error ?? addPasskey.error ?? renew.error} />
      {factors.isPending ? <Loading /> : null}
      {data ? <Factors factors={data} /> : null}
      {settingUp ? <SetUpApp onDone={added} onCancel={() => setSettingUp(false)} /> : null}
      {data && !settingUp ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => setSettingUp(true)}>
            {data.app ? 'Replace the authenticator app' : 'Set up an authenticator app'}
          </Button>
          {hasPasskeys() ? (
            <Button
              variant="default"
              aria-busy={addPasskey.isPending}
              onClick={() =>
                addPasskey.mutate(`Passkey ${data.passkeys.length + 1}`, {
                  onSuccess: ({ recoveryCodes }) => added(recoveryCodes),
                })
              }
            >
              Add a passkey
            </Button>
          ) : null}
          {data.app || data.passkeys.length > 0 ? (
            <Button
              variant="default"
              aria-busy={renew.isPending}
              onClick={() =>
                renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => added(recoveryCodes) })
              }
            >
              Make new recovery codes
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Panel>
  )
}

function Factors({ factors }: { factors: OwnFactors }) {
  const format = useFormat()
  const removeApp = useRemoveApp()
  const removePasskey = useRemovePasskey()
  const forget = useForgetDevice()
  const [outcome, setOutcome] = useState('')
  const { app, passkeys, recoveryCodes, devices } = factors
  const none = !app && passkeys.length === 0
  return (
    <>
      <ErrorAlert error={forget.error} />
      {none ? <p>You have none.</p> : null}
      <ul className={classes.list}>
        {app ? (
          <FactorRow name="Authenticator app" facts="Shows a code that changes every 30 seconds">
            <Removal
              what="the authenticator app"
              busy={removeApp.isPending}
              error={removeApp.error}
              onRemove={(done) => removeApp.mutate(undefined, { onSuccess: done })}
            />
          </FactorRow>
        ) : null}
        {passkeys.map(({ id, name, created, used }) => (
          <FactorRow
            key={id}
            name={<PasskeyName id={id} name={name} />}
            facts={`Made ${format.dateTime(created)}${used === null ? '' : ` · last used ${format.dateTime(used)}`}`}
          >
            <Removal
              what={`the passkey “${name}”`}
              busy={removePasskey.isPending}
              error={removePasskey.error}
              onRemove={(done) => removePasskey.mutate(id, { onSuccess: done })}
            />
          </FactorRow>
        ))}
        {none ? null : (
          <FactorRow
            name="Recovery codes"
            facts={recoveryCodes === 0 ? 'All are used: make new ones' : `${recoveryCodes} unused`}
          />
        )}
        {devices.map(({ id, browser, system, address, until }) => {
          const name = [browser ?? 'An unknown browser', system && `(${system})`].filter(Boolean).join(' ')
          return (
            <FactorRow
              key={id}
              name={name}
              facts={`${address} · is not asked until ${format.dateTime(until)}`}
            >
              <Button
                variant="default"
                aria-label={`Ask again in ${name}`}
                onClick={() => forget.mutate(id, { onSuccess: () => setOutcome(`${name} is asked again.`) })}
              >
                Ask again
              </Button>
            </FactorRow>
          )
        })}
      </ul>
      <StatusMessage>{outcome}</StatusMessage>
    </>
  )
}

function FactorRow({ name, facts, children }: { name: ReactNode; facts: string; children?: ReactNode }) {
  return (
    <li className={classes.row}>
      <div>
        {typeof name === 'string' ? <p className={classes.name}>{name}</p> : name}
        <p className={classes.facts}>{facts}</p>
      </div>
      {children}
    </li>
  )
}

/** The name, which is saved when one leaves it. */
function PasskeyName({ id, name }: { id: string; name: string }) {
  const rename = useRenamePasskey()
  const [text, setText] = useState(name)
  return (
    <TextInput
      aria-label="Name of the passkey"
      size="xs"
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      error={rename.error?.message}
      onBlur={() => {
        if (text.trim() === '') setText(name)
        else if (text.trim() !== name) rename.mutate({ id, name: text.trim() })
      }}
    />
  )
}

function Removal(props: {
  what: string
  busy: boolean
  error: unknown
  onRemove: (done: () => void) => void
}) {
  const { what, busy, error, onRemove } = props
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" aria-label={`Remove ${what}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Remove ${what}?`}
        confirmLabel="Remove"
        busy={busy}
        error={error}
        onConfirm={() => onRemove(() => setAsking(false))}
        onClose={() => setAsking(false)}
      >
        It no longer signs you in. Without any second factor, your recovery codes end as well.
      </ConfirmDialog>
    </>
  )
}
