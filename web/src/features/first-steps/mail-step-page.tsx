// How mail goes out, and the test of it: what is set, nothing secret, and what became of the last test.
import { useQuery } from '@tanstack/react-query'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { type MailSetup, mailSetupQuery } from './first-steps.ts'
import classes from './first-steps.module.css'
import { StepPage } from './step-page.tsx'
import { TestMail } from './test-mail.tsx'
import { texts } from './texts.ts'

export function MailStepPage() {
  const setup = useQuery(mailSetupQuery)
  return (
    <StepPage step="Mail">
      {setup.isPending ? <PageSkeleton lines={6} /> : null}
      {setup.isError ? <ErrorPanel error={setup.error} retry={setup.refetch} /> : null}
      {setup.data ? (
        <>
          <Settings setup={setup.data} />
          <LastTest setup={setup.data} />
        </>
      ) : null}
    </StepPage>
  )
}

function Settings({ setup: { way, sender, replyTo, receivesAt, problems } }: { setup: MailSetup }) {
  const from = sender.name === null ? sender.address : `${sender.name} <${sender.address}>`
  return (
    <Panel title={texts.whatIs}>
      <DescriptionList
        facts={[
          [texts.way, texts.ways[way]],
          [texts.sender, from],
          [texts.replies, replyTo ?? texts.toSender],
          [texts.receives, receivesAt === null ? texts.receivesNone : texts.receivesAt(receivesAt)],
        ]}
      />
      {problems.length > 0 ? (
        <Notice kind="caution" title={texts.problems}>
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Notice>
      ) : null}
      <p className={classes.lead}>{texts.settings}</p>
      <div className={classes.acts}>
        <TextLink to="/administration/mail">{texts.settingsPage}</TextLink>
      </div>
    </Panel>
  )
}

function LastTest({ setup: { way, lastTest } }: { setup: MailSetup }) {
  const format = useFormat()
  return (
    <Panel title={texts.test}>
      {lastTest ? (
        <DescriptionList
          facts={[
            [texts.testTo, lastTest.to],
            [texts.testAt, format.dateTime(lastTest.at.dateUtc)],
            [texts.result, texts.results[lastTest.state]],
          ]}
        />
      ) : (
        <p className={classes.lead}>{texts.testNone}</p>
      )}
      <div className={classes.acts}>
        <TestMail label={lastTest ? texts.testAgain : texts.sendMail} size="sm" />
        {way === 'Outbox' ? (
          <ButtonLink variant="default" to="/sandbox/outbox">
            {texts.outbox}
          </ButtonLink>
        ) : null}
      </div>
    </Panel>
  )
}
