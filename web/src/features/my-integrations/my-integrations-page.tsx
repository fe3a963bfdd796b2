// What this person has allowed integrations to do on their behalf, and withdrawing it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { focusHeading, Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import type { MyIntegration } from './my-integrations.ts'
import { useFormat } from '../../components/format-context.ts'
import { useEndConsent, useMyIntegrations } from './my-integrations.ts'

export function MyIntegrationsPage() {
  const mine = useMyIntegrations()
  const end = useEndConsent()
  const [asked, setAsked] = useState<MyIntegration>()
  const [ended, setEnded] = useState('')

  function close() {
    setAsked(undefined)
    end.reset()
  }

  function takeBack(integration: MyIntegration) {
    end.mutate(integration, {
      onSuccess: () => {
        close()
        setEnded(`${integration.name} can no longer act for you.`)
        focusHeading()
      },
    })
  }

  return (
    <Page
      title="Your integrations"
      lead="Applications that you have allowed to act for you, with your role and your restrictions."
    >
      <ErrorAlert error={mine.error} />
      {mine.isPending && <Loading />}
      <StatusMessage>{ended}</StatusMessage>
      {mine.data?.items.length === 0 && (
        <Panel>
          <p>You have not allowed any. An application that wants to act for you asks you first.</p>
        </Panel>
      )}
      {mine.data?.items.map((integration) => (
        <Integration
          key={integration.id}
          integration={integration}
          onTakeBack={() => setAsked(integration)}
        />
      ))}
      <ConfirmDialog
        opened={asked !== undefined}
        title={`End the access of ${asked?.name ?? ''}?`}
        confirmLabel="End access"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => asked !== undefined && takeBack(asked)}
        onClose={close}
      >
        It loses its access at once. What it has done stays. If you use it again, it will ask you again.
      </ConfirmDialog>
    </Page>
  )
}

function Integration({ integration, onTakeBack }: { integration: MyIntegration; onTakeBack: () => void }) {
  const format = useFormat()
  const { name, organisationName, contactEmail, consentGiven, lastUsed } = integration
  return (
    <Panel title={name}>
      <DescriptionList
        facts={[
          ['Registered by', organisationName],
          ['Contact', contactEmail],
          ['Allowed', format.dateTime(consentGiven)],
          ['Last used', lastUsed === null ? 'It currently has no access' : format.dateTime(lastUsed)],
        ]}
      />
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        aria-label={`End access: ${name}`}
        onClick={onTakeBack}
      >
        End access
      </Button>
    </Panel>
  )
}
