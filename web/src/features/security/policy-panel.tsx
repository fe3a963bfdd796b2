// What is demanded at sign-in: of whom a second factor, and for how long a browser stands for it.
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { Loading } from '../../components/loading.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { WholeInput } from '../../forms/inputs/whole-input.tsx'
import forms from '../session/form.module.css'
import { policyQuery, type SignInPolicy, useUpdatePolicy } from './security.ts'

export function PolicyPanel() {
  const policy = useQuery(policyQuery)
  return (
    <Panel title="Second factor">
      {policy.isPending ? <Loading /> : null}
      {policy.isError ? <ErrorPanel error={policy.error} retry={policy.refetch} /> : null}
      {policy.data ? <PolicyForm policy={policy.data} /> : null}
    </Panel>
  )
}

function PolicyForm({ policy }: { policy: SignInPolicy }) {
  const [next, setNext] = useState(policy)
  const update = useUpdatePolicy()
  const set = (change: Partial<SignInPolicy>) => {
    setNext({ ...next, ...change })
    update.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const { secondFactor, firms, rememberDays, trustSingleSignOn } = next
    update.mutate({ secondFactor, firms, rememberDays, trustSingleSignOn })
  }

  return (
    <form className={forms.form} onSubmit={submit} noValidate>
      <Radio.Group
        label="Demand a second factor of"
        description={
          <>
            An app that shows codes, or a passkey. Who has none sets one up when they sign in next; colleagues
            who are signed in without one are asked at once. Set up your own first, on the page{' '}
            <TextLink to="/account">Your account</TextLink>.
          </>
        }
        value={next.secondFactor}
        onChange={(secondFactor) => set({ secondFactor })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="Nobody" label="Nobody: everyone decides for themselves" />
          <Radio value="Administrators" label="Administrators" />
          <Radio value="Everyone" label="Everyone in the organisation" />
        </Stack>
      </Radio.Group>
      <Checkbox
        label="Also of people of law firms who work on our matters and contracts"
        checked={next.firms}
        onChange={(event) => set({ firms: event.currentTarget.checked })}
      />
      <Checkbox
        label="Single sign-on counts as both factors"
        description="Our identity provider asks for the second factor itself."
        checked={next.trustSingleSignOn}
        onChange={(event) => set({ trustSingleSignOn: event.currentTarget.checked })}
      />
      <WholeInput
        label="Days for which a browser may be remembered"
        description="People can choose not to be asked again in a browser for this long. 0 asks every time."
        min={0}
        max={90}
        value={next.rememberDays}
        onChange={(rememberDays) => set({ rememberDays })}
        error={fieldError(update.error, 'rememberDays')}
      />
      <ErrorAlert error={update.error} shownFields={['rememberDays']} />
      <ActionButton type="submit" busy={update.isPending} style={{ alignSelf: 'start' }}>
        Save
      </ActionButton>
      <StatusMessage>{update.isSuccess ? 'Saved. It holds from now on.' : ''}</StatusMessage>
    </form>
  )
}
