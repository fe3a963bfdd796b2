// Those to whom invoices can be addressed: added, changed and taken off the list.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { recipientsQuery } from '../keying/keying-calls.ts'
import { type Recipient, useDeleteRecipient } from './recipient-calls.ts'
import { RecipientDialog } from './recipient-dialog.tsx'
import classes from './recipients.module.css'
import { recipientTexts as texts } from './texts.ts'

type Asked = { kind: 'add' } | { kind: 'change' | 'delete'; recipient: Recipient }

export function RecipientsPage() {
  const { can } = useMe()
  const recipients = useQuery(recipientsQuery)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          <TextLink size="sm" to="/administration/lists">
            {texts.back}
          </TextLink>
          {can.manageInvoices ? <Button onClick={() => setAsked({ kind: 'add' })}>{texts.add}</Button> : null}
        </>
      }
    >
      <Panel>
        {recipients.isPending ? <PageSkeleton lines={3} /> : null}
        {recipients.isError ? <ErrorPanel error={recipients.error} retry={recipients.refetch} /> : null}
        {recipients.data?.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
        <ul className={classes.list} aria-label={texts.list}>
          {(recipients.data ?? []).map((recipient) => (
            <li key={recipient.id} className={classes.row}>
              <OneRecipient recipient={recipient} />
              {can.manageInvoices ? (
                <span className={classes.acts}>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={texts.change(recipient.name)}
                    onClick={() => setAsked({ kind: 'change', recipient })}
                  >
                    {texts.changeShort}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={texts.delete(recipient.name)}
                    onClick={() => setAsked({ kind: 'delete', recipient })}
                  >
                    {texts.deleteShort}
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </Panel>
      {asked?.kind === 'add' ? <RecipientDialog recipient={undefined} onClose={close} /> : null}
      {asked?.kind === 'change' ? <RecipientDialog recipient={asked.recipient} onClose={close} /> : null}
      {asked?.kind === 'delete' ? <DeleteDialog recipient={asked.recipient} onClose={close} /> : null}
    </Page>
  )
}

function OneRecipient({ recipient }: { recipient: Recipient }) {
  const { name, addressLine1, addressLine2, addressLine3, taxType, taxNumber } = recipient
  const { contactName, contactEmail, contactPhone } = recipient
  const joined = (parts: readonly (string | null | undefined)[], by: string) => parts.filter(Boolean).join(by)
  const lines = [
    joined([addressLine1, addressLine2, addressLine3], ', '),
    joined([taxType, taxNumber], ' '),
    joined([contactName, contactEmail, contactPhone], ' · '),
  ].filter(Boolean)
  return (
    <span className={classes.what}>
      <strong>{name}</strong>
      {lines.map((line) => (
        <span key={line} className={classes.quiet}>
          {line}
        </span>
      ))}
    </span>
  )
}

function DeleteDialog({ recipient, onClose }: { recipient: Recipient; onClose: () => void }) {
  const remove = useDeleteRecipient()
  return (
    <ConfirmDialog
      opened
      title={texts.deleteTitle}
      confirmLabel={texts.deleteShort}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(recipient.id, {
          onSuccess: () => {
            showToast({ text: texts.deleted })
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {texts.deleteText(recipient.name)}
    </ConfirmDialog>
  )
}
