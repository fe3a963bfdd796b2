// Having the report of a page mailed.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { lazily } from '../../components/lazily.tsx'
import { useMe } from '../../components/me-context.ts'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { MailingRows } from './mailing-rows.tsx'
import { mailingTexts as texts } from './mailing-texts.ts'
import { isOf, mailingsQuery, type Source, useMailingActions } from './mailings.ts'
import classes from './report-page.module.css'

const MailDialog = lazily(() => import('./mail-dialog.tsx'), 'MailDialog')

export function MailReport(props: {
  /** Absent for a report that is neither saved nor ready-made. */
  source: Source | undefined
  /** Whether colleagues have the report, too. */
  isShared: boolean
}) {
  const { source, isShared } = props
  const { can } = useMe()
  const { data: mailings = [], error } = useQuery({ ...mailingsQuery, enabled: source !== undefined })
  const { create } = useMailingActions()
  const [isAsked, setIsAsked] = useState(false)
  const [done, setDone] = useState('')
  const own = source ? mailings.filter((each) => isOf(source, each)) : []
  const close = () => setIsAsked(false)
  return (
    <Panel title={texts.title}>
      <StatusMessage>{done}</StatusMessage>
      <p className={classes.none}>{source ? `${texts.about} ${texts.asKept}` : texts.notSaved}</p>
      <ErrorAlert error={error} />
      {own.length > 0 ? <MailingRows mailings={own} /> : null}
      {source ? (
        <Button size="sm" mt="sm" variant="default" onClick={() => setIsAsked(true)}>
          {texts.add}
        </Button>
      ) : null}
      {source && isAsked ? (
        <MailDialog
          toOthers={can.administer && isShared}
          busy={create.isPending}
          error={create.error}
          onClose={close}
          onSave={({ schedule, recipient }) =>
            create.mutate(
              { source, schedule, recipient },
              {
                onSuccess: ({ name }) => {
                  close()
                  setDone(texts.done(name))
                },
              },
            )
          }
        />
      ) : null}
    </Panel>
  )
}
