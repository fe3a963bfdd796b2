// The test of the settings: what came from the provider, who would sign in, or what is wrong and what to do.
import { Group } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { testProblem } from './test-problems.ts'
import { type ProviderSetup, useEnableProvider, useTestProvider } from './sign-in-provider.ts'

const testButton = 'provider-test'

/** Leads to the test once settings are saved, which is what comes next. */
export function focusTest(): void {
  requestAnimationFrame(() => document.getElementById(testButton)?.focus())
}

export function ProviderTestPanel({ setup }: { setup: ProviderSetup }) {
  const { settings, lastTest, mailDomains } = setup
  const test = useTestProvider()
  const enable = useEnableProvider()
  const [asking, setAsking] = useState(false)
  if (!settings) return null
  return (
    <Panel title="Test and turn on">
      <p>
        The test leads to the provider. Sign in there as somebody who has an account here; nobody is signed in
        here, and you come back to this page.
      </p>
      {lastTest ? <LastTest test={lastTest} mailDomains={mailDomains} /> : null}
      <ErrorAlert error={test.error} />
      <Group gap="xs">
        <ActionButton
          id={testButton}
          variant={settings.hasPassed ? 'default' : 'filled'}
          busy={test.isPending}
          onClick={() =>
            test.mutate(undefined, { onSuccess: ({ startUrl }) => window.location.assign(startUrl) })
          }
        >
          Test
        </ActionButton>
        {settings.hasPassed && !settings.isLive ? (
          <ActionButton busy={enable.isPending} onClick={() => setAsking(true)}>
            Turn on
          </ActionButton>
        ) : null}
      </Group>
      <StatusMessage>{settings.isLive ? 'These settings are in use.' : ''}</StatusMessage>
      <ConfirmDialog
        opened={asking}
        title={`Let people sign in at “${settings.name}”?`}
        confirmLabel="Turn on"
        busy={enable.isPending}
        error={enable.error}
        onConfirm={() => enable.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        From now on, people with an address in {mailDomains.join(', ')} are sent there when they sign in. Who
        is signed in stays so.
      </ConfirmDialog>
    </Panel>
  )
}

type Test = NonNullable<ProviderSetup['lastTest']>

function LastTest({ test, mailDomains }: { test: Test; mailDomains: readonly string[] }) {
  const format = useFormat()
  const { details, passed, at, isCurrent } = test
  const when = `Tested ${format.dateTime(at.dateUtc)}.`
  const changed = isCurrent ? '' : ' The settings have changed since: test them again.'
  return (
    <>
      {passed ? (
        <p>
          <strong>The test has passed.</strong> {when}
          {changed}
        </p>
      ) : (
        <Notice kind="problem" title="The test has failed">
          <p>
            {when}
            {changed}
          </p>
          {details?.problem ? <p>{testProblem(details.problem, mailDomains)}</p> : null}
          {details?.advice ? <p>{details.advice}</p> : null}
        </Notice>
      )}
      {details ? <WhatCame details={details} /> : null}
    </>
  )
}

function WhatCame({ details }: { details: NonNullable<Test['details']> }) {
  const { subject, email, user, isBound, attributes } = details
  if (subject === null) return null
  return (
    <DescriptionList
      facts={[
        ['Called by the provider', subject],
        ['Email address', email ?? 'none was sent'],
        [
          'Would sign in',
          user ? `${user.name}${isBound ? ', as before' : ', for the first time in this way'}` : 'nobody',
        ],
        ...attributes.map(({ name, values }) => [`Attribute ${name}`, values.join(', ') || 'empty'] as const),
      ]}
    />
  )
}
