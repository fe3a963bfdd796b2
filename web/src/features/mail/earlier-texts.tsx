// The earlier texts of a mail, with their authors.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { type MailText, mailVersionsQuery } from './mail.ts'
import classes from './mail.module.css'
import { mailTexts as texts } from './texts.ts'

interface Props {
  readonly mail: MailText
  readonly onTake: (text: { subject: string; body: string }) => void
}

export function EarlierTexts({ mail, onTake }: Props) {
  const versions = useQuery(mailVersionsQuery(mail.mail))
  const format = useFormat()
  return (
    <Panel title={texts.versions}>
      {versions.isPending ? <PageSkeleton lines={2} /> : null}
      {versions.error ? <ErrorPanel error={versions.error} retry={versions.refetch} /> : null}
      {versions.data?.length === 0 ? <p className={classes.quiet}>{texts.versionsNone}</p> : null}
      <ul className={classes.list}>
        {versions.data?.map(({ version, subject, body, changed }) => (
          <li key={version} className={classes.row}>
            <span className={classes.what}>
              {subject ?? texts.wasStandard}
              <span className={classes.quiet}>
                {texts.versionBy(changed.by.name, format.dateTime(changed.at))}
              </span>
            </span>
            <Button
              size="xs"
              variant="default"
              onClick={() => onTake(subject === null || body === null ? mail.standard : { subject, body })}
            >
              {texts.take}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
