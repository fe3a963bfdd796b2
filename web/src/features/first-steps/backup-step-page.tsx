// How old the backups of the installation are, and what its operator is to do.
import { useQuery } from '@tanstack/react-query'
import { CopyField } from '../../components/copy-field.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { ButtonLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { Notice } from '../../components/notice.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { backupSetupQuery } from './first-steps.ts'
import classes from './first-steps.module.css'
import { StepPage } from './step-page.tsx'
import { texts } from './texts.ts'

export function BackupStepPage() {
  const setup = useQuery({ ...backupSetupQuery, refetchOnMount: 'always' })
  const { can } = useMe()
  const format = useFormat()
  const when = (moment: { dateUtc: string } | null) =>
    moment ? `${format.dateTime(moment.dateUtc)} (${format.relative(moment.dateUtc)})` : texts.never
  return (
    <StepPage step="Backup">
      <Panel title={texts.ages}>
        {setup.isPending ? <PageSkeleton lines={4} /> : null}
        {setup.isError ? <ErrorPanel error={setup.error} retry={setup.refetch} /> : null}
        {setup.data ? (
          <>
            <DescriptionList
              facts={[
                [texts.lastMade, when(setup.data.lastMade)],
                [texts.lastVerified, when(setup.data.lastVerified)],
                [texts.lastFailed, when(setup.data.lastFailed)],
              ]}
            />
            {setup.data.problems.map(({ problem, remedy }) => (
              <Notice key={problem} kind="caution" title={problem}>
                {remedy}
              </Notice>
            ))}
            <p className={classes.lead}>{setup.data.lastMade ? texts.backupDone : texts.backupHow}</p>
          </>
        ) : null}
        <CopyField label={texts.operator} value={texts.operatorWords} />
        {can.administerInstallation ? (
          <div className={classes.acts}>
            <ButtonLink size="xs" variant="default" to={texts.health.to}>
              {texts.health.label}
            </ButtonLink>
          </div>
        ) : null}
      </Panel>
    </StepPage>
  )
}
