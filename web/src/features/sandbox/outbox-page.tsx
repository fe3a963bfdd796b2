// The mail that the sandbox stored instead of sending it.
import { Title } from '@mantine/core'
import { ActionButton } from '../../components/action-button.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Loading } from '../../components/loading.tsx'
import type { OutboxMail } from './sandbox.ts'
import { useFormat } from '../../components/format-context.ts'
import { LinkedText } from './linked-text.tsx'
import classes from './outbox-page.module.css'
import { useOutbox } from './sandbox.ts'
import { SandboxError } from './sandbox-error.tsx'

export function OutboxPage() {
  const outbox = useOutbox()
  const mails = outbox.data?.pages.flatMap((page) => page.items)
  return (
    <Page
      title="Outbox"
      lead="Mail that would have been sent, newest first."
      actions={
        <ActionButton variant="default" busy={outbox.isRefetching} onClick={() => void outbox.refetch()}>
          Refresh
        </ActionButton>
      }
    >
      <SandboxError error={outbox.error} />
      {outbox.isPending && <Loading />}
      <StatusMessage>{mails?.length === 0 ? 'No mail has been sent yet.' : ''}</StatusMessage>
      {mails?.map((mail) => (
        <Mail key={mail.id} mail={mail} />
      ))}
      {outbox.hasNextPage && (
        <ActionButton
          variant="default"
          busy={outbox.isFetchingNextPage}
          onClick={() => void outbox.fetchNextPage()}
        >
          Show older mail
        </ActionButton>
      )}
    </Page>
  )
}

// not a region with a name: several mails may have the same subject
function Mail({ mail }: { mail: OutboxMail }) {
  const format = useFormat()
  return (
    <Panel>
      <Title order={2}>{mail.subject}</Title>
      <p className={classes.envelope}>
        To {mail.to}, {format.dateTime(mail.sentAt)}
      </p>
      <p className={classes.text}>
        <LinkedText text={mail.text} />
      </p>
      {mail.attachments.length > 0 ? (
        <p className={classes.envelope}>Attached: {mail.attachments.join(', ')}</p>
      ) : null}
    </Panel>
  )
}
