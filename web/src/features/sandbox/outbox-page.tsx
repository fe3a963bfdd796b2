// The mail that the sandbox kept instead of sending it.
import { ActionButton } from '../../components/action-button.tsx'
import { Outcome } from '../../components/outcome.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Waiting } from '../../components/waiting.tsx'
import type { OutboxMail } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { LinkedText } from './linked-text.tsx'
import classes from './outbox-page.module.css'
import { useOutbox } from './sandbox.ts'
import { SandboxRefusal } from './sandbox-refusal.tsx'

export function OutboxPage() {
  const outbox = useOutbox()
  const mails = outbox.data?.pages.flatMap((page) => page.items)
  return (
    <Page
      title="Outbox"
      lead="Mail that would have been sent, newest first."
      actions={
        <ActionButton variant="default" busy={outbox.isRefetching} onClick={() => void outbox.refetch()}>
          Look again
        </ActionButton>
      }
    >
      <SandboxRefusal error={outbox.error} />
      {outbox.isPending && <Waiting />}
      <Outcome>{mails?.length === 0 ? 'No mail was sent yet.' : ''}</Outcome>
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

function Mail({ mail }: { mail: OutboxMail }) {
  return (
    <Panel title={mail.subject}>
      <p className={classes.envelope}>
        To {mail.to}, {formatDateTime(mail.sentAt)}
      </p>
      <p className={classes.text}>
        <LinkedText text={mail.text} />
      </p>
    </Panel>
  )
}
