// Mailed reports, each with when it is mailed and what can be done with it.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { useMe } from '../../components/me-context.ts'
import rows from '../../components/row-list.module.css'
import { nameOf } from '../../lib/person-name.ts'
import { mailingTexts as texts } from './mailing-texts.ts'
import { type Mailing, scheduleWords, useMailingActions } from './mailings.ts'
import classes from './report-page.module.css'

const MailDialog = lazily(() => import('./mail-dialog.tsx'), 'MailDialog')

/** `named`: whether the names of the reports are shown, where they are of several. */
export function MailingRows({ mailings, named = false }: { mailings: readonly Mailing[]; named?: boolean }) {
  const { user } = useMe()
  const { change, remove } = useMailingActions()
  const [asked, setAsked] = useState<{ readonly act: 'change' | 'end'; readonly mailing: Mailing }>()
  const close = () => setAsked(undefined)
  const { mailing } = asked ?? {}
  return (
    <>
      <ErrorAlert error={asked ? null : change.error} />
      <ul className={rows.list}>
        {mailings.map((each) => (
          <li key={each.id} className={rows.row}>
            <div className={classes.mailing}>
              {named ? <span className={classes.name}>{each.name}</span> : null}
              <span>{scheduleWords(each)}</span>
              <MailingState mailing={each} userId={user.id} />
            </div>
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                aria-label={texts.changeOf(each.name)}
                onClick={() => setAsked({ act: 'change', mailing: each })}
              >
                {texts.change}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={each.paused ? texts.resumeOf(each.name) : texts.pauseOf(each.name)}
                onClick={() => change.mutate({ id: each.id, changes: { paused: !each.paused } })}
              >
                {each.paused ? texts.resume : texts.pause}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={texts.endOf(each.name)}
                onClick={() => setAsked({ act: 'end', mailing: each })}
              >
                {texts.end}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {mailing && asked?.act === 'change' ? (
        <MailDialog
          mailing={mailing}
          busy={change.isPending}
          error={change.error}
          onClose={close}
          onSave={({ schedule }) =>
            change.mutate({ id: mailing.id, changes: schedule }, { onSuccess: close })
          }
        />
      ) : null}
      <ConfirmDialog
        opened={asked?.act === 'end'}
        title={texts.endTitle}
        confirmLabel={texts.end}
        busy={remove.isPending}
        error={remove.error}
        onClose={close}
        onConfirm={() => mailing && remove.mutate(mailing.id, { onSuccess: close })}
      >
        {mailing
          ? texts.endText(mailing.name, mailing.recipient.id === user.id ? null : nameOf(mailing.recipient))
          : null}
      </ConfirmDialog>
    </>
  )
}

function MailingState({ mailing, userId }: { mailing: Mailing; userId: string }) {
  const format = useFormat()
  const { paused, next, lastMailed, recipient, createdBy } = mailing
  const parts = [
    ...(paused ? [texts.paused] : []),
    ...(next ? [texts.next(format.dateTime(next.dateUtc))] : []),
    ...(lastMailed ? [texts.last(format.dateTime(lastMailed.dateUtc))] : []),
    ...(recipient.id === userId ? [] : [texts.to(nameOf(recipient))]),
    ...(createdBy.id === userId || createdBy.id === recipient.id ? [] : [texts.from(nameOf(createdBy))]),
  ]
  return <span className={classes.about}>{parts.join(' ')}</span>
}
