// Who gets in how: passwords besides the identity provider, networks of administrators, the break-glass account.
import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { Loading } from '../../components/loading.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { fieldError } from '../../lib/refusal.ts'
import forms from '../session/form.module.css'
import { useSession } from '../session/session.ts'
import { administratorsQuery, policyQuery, type SignInPolicy, useUpdatePolicy } from './security.ts'

export function AccessPanel() {
  const policy = useQuery(policyQuery)
  return (
    <Panel title="Ways in">
      {policy.isPending ? <Loading /> : null}
      {policy.isError ? <ErrorPanel error={policy.error} retry={policy.refetch} /> : null}
      {policy.data ? <AccessForm policy={policy.data} /> : null}
    </Panel>
  )
}

function AccessForm({ policy }: { policy: SignInPolicy }) {
  const [passwords, setPasswords] = useState(policy.passwords)
  const [networks, setNetworks] = useState(policy.administratorNetworks.join('\n'))
  const [breakGlass, setBreakGlass] = useState(policy.breakGlassAccount?.id ?? '')
  const session = useSession()
  const administrators = useQuery(administratorsQuery(session.data?.user?.organisationId ?? 0))
  const update = useUpdatePolicy()

  function submit(event: FormEvent) {
    event.preventDefault()
    update.mutate({
      passwords,
      administratorNetworks: networks.split(/[\s,;]+/).filter((each) => each !== ''),
      breakGlassAccount: breakGlass === '' ? null : { id: breakGlass },
    })
  }

  return (
    <form className={forms.form} onSubmit={submit} onChange={() => update.reset()} noValidate>
      <Checkbox
        label="People may sign in with passwords and passkeys"
        description="Without this, the identity provider is the only way in, apart from the break-glass account."
        checked={passwords}
        onChange={(event) => setPasswords(event.currentTarget.checked)}
      />
      <Textarea
        label="Networks from which administrators may act"
        description="One a line, such as 203.0.113.0/24 or 198.51.100.7. Empty for everywhere. Your own address must be among them. It also holds for integrations that act for an administrator."
        rows={4}
        spellCheck={false}
        value={networks}
        onChange={(event) => setNetworks(event.currentTarget.value)}
        error={fieldError(update.error, 'administratorNetworks')}
      />
      <NativeSelect
        label="Break-glass account"
        description="An administrator who gets in when nobody else can: with a password and from everywhere, always with a second factor. All administrators get a mail and a notification each time it is used. Keep its password and recovery codes in a safe."
        data={[
          { value: '', label: 'Nobody' },
          ...(administrators.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={breakGlass}
        onChange={(event) => setBreakGlass(event.currentTarget.value)}
        error={fieldError(update.error, 'breakGlassAccount')}
      />
      <ErrorAlert error={administrators.error} />
      <ErrorAlert error={update.error} shownFields={['administratorNetworks', 'breakGlassAccount']} />
      <ActionButton type="submit" busy={update.isPending} style={{ alignSelf: 'start' }}>
        Save the ways in
      </ActionButton>
      <StatusMessage>{update.isSuccess ? 'Saved. It holds from now on.' : ''}</StatusMessage>
    </form>
  )
}
