// Who has allowed which integration to act for them, and ending it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { focusHeading } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { nameOf } from '../../lib/person-name.ts'
import rows from '../account/sessions-panel.module.css'
import { type Grant, useEndGrant, useGrants } from './grants.ts'

/** Those of one client, or of all. */
export function GrantsPanel({ clientId }: { clientId?: number }) {
  const grants = useGrants(clientId)
  const end = useEndGrant()
  const [asked, setAsked] = useState<Grant>()
  const [ended, setEnded] = useState('')
  const found = grants.data?.pages.flatMap(({ items }) => items)

  function close() {
    setAsked(undefined)
    end.reset()
  }

  function endIt({ client, user }: Grant) {
    end.mutate(
      { clientId: client.id, userId: user.id },
      {
        onSuccess: () => {
          close()
          setEnded(`${client.name} can no longer act for ${nameOf(user)}.`)
          // the button that had the focus is gone
          focusHeading()
        },
      },
    )
  }

  return (
    <Panel title="Allowed by">
      {grants.isPending ? <PageSkeleton lines={3} /> : null}
      {grants.isError ? <ErrorPanel error={grants.error} retry={grants.refetch} /> : null}
      <StatusMessage>{ended}</StatusMessage>
      {found?.length === 0 ? <p style={{ margin: 0 }}>Nobody of your organisation.</p> : null}
      <ul className={rows.list}>
        {(found ?? []).map((grant) => (
          <Row
            key={`${grant.client.id} ${grant.user.id}`}
            grant={grant}
            ofOneClient={clientId !== undefined}
            onEnd={() => setAsked(grant)}
          />
        ))}
      </ul>
      {grants.hasNextPage ? (
        <ActionButton
          variant="default"
          style={{ alignSelf: 'start' }}
          busy={grants.isFetchingNextPage}
          onClick={() => void grants.fetchNextPage()}
        >
          Show more
        </ActionButton>
      ) : null}
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked === undefined ? '' : `End the access of ${asked.client.name} for ${nameOf(asked.user)}?`}
        confirmLabel="End access"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => asked !== undefined && endIt(asked)}
        onClose={close}
      >
        It loses its access at once. What it has done stays. It may ask the person again.
      </ConfirmDialog>
    </Panel>
  )
}

function Row({ grant, ofOneClient, onEnd }: { grant: Grant; ofOneClient: boolean; onEnd: () => void }) {
  const format = useFormat()
  const { user, client, organisationName, consentGiven, lastUsed } = grant
  const person = nameOf(user)
  return (
    <li className={rows.row}>
      <div>
        <TextLink size="sm" to="/people/$userId" params={{ userId: user.id }} fw={600}>
          {person}
        </TextLink>
        <div className={rows.facts}>
          {ofOneClient ? null : `${client.name}, registered by ${organisationName} · `}
          Allowed {format.dateTime(consentGiven)} ·{' '}
          {lastUsed === null ? 'it currently has no access' : `last used ${format.dateTime(lastUsed)}`}
        </div>
      </div>
      <Button variant="default" aria-label={`End access: ${client.name} for ${person}`} onClick={onEnd}>
        End access
      </Button>
    </li>
  )
}
