// One clause: its texts and versions, and what can be done with it.
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { showToast } from '../../components/toast-store.ts'
import { fieldError } from '../../lib/refusal.ts'
import { stateOf } from '../../lib/states.ts'
import { Approve, ClauseActs } from './clause-acts.tsx'
import { ClauseProperties } from './clause-properties.tsx'
import { ClauseUsesList } from './clause-uses.tsx'
import { ClauseView } from './clause-view.tsx'
import classes from './clauses.module.css'
import {
  type ClauseDetails,
  clauseQuery,
  clauseStates,
  type ClauseVersion,
  useAddVersion,
} from './clauses.ts'
import { ContentForm, contentOf, contentToSend } from './content-form.tsx'
import { NewClause } from './new-clause.tsx'
import { clauseTexts as texts } from './texts.ts'

export function ClausePage() {
  const { clauseId = '' } = useParams({ strict: false })
  return clauseId === 'new' ? <NewClause /> : <ShownClause key={clauseId} id={Number(clauseId)} />
}

function ShownClause({ id }: { id: number }) {
  const found = useQuery(clauseQuery(id))
  const clause = found.data?.value
  const [isEditing, setEditing] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const version = clause?.versions.find((each) => each.version === (chosen ?? clause.latestVersion))
  return (
    <Page
      title={clause?.title ?? texts.title}
      {...(clause ? { lead: clause.category } : {})}
      actions={<TextLink to="/administration/clauses">{texts.title}</TextLink>}
    >
      {found.isPending ? <PageSkeleton lines={10} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {clause ? (
        <>
          <Panel>
            <div className={classes.acts}>
              <StateBadge state={stateOf(clauseStates, clause.state)} />
              {clause.can.change ? (
                <ClauseActs clause={clause} etag={found.data?.etag} onEdit={() => setEditing(true)} />
              ) : null}
            </div>
            <Facts clause={clause} />
            {clause.can.change ? <ClauseProperties clause={clause} etag={found.data?.etag} /> : null}
          </Panel>
          {isEditing && version ? (
            <Panel title={texts.edit}>
              <EditTexts
                clause={clause}
                version={version}
                etag={found.data?.etag}
                onClose={() => {
                  setEditing(false)
                  setChosen(undefined)
                }}
              />
            </Panel>
          ) : version ? (
            <Panel title={texts.shownVersion(version.version)}>
              <ClauseView version={version} />
            </Panel>
          ) : null}
          <Panel title={texts.uses}>
            <ClauseUsesList id={id} />
          </Panel>
          <Panel title={texts.versions}>
            <Versions clause={clause} etag={found.data?.etag} onChoose={setChosen} />
          </Panel>
        </>
      ) : null}
    </Page>
  )
}

function Facts({ clause }: { clause: ClauseDetails }) {
  const { owner } = clause
  return (
    <DescriptionList
      facts={[
        [texts.placeholder, <code key="key">{`{{clause:${clause.key}}}`}</code>],
        [texts.owner, owner ? `${owner.firstName} ${owner.lastName}` : ''],
      ]}
    />
  )
}

function EditTexts(props: {
  clause: ClauseDetails
  version: ClauseVersion
  etag: string | undefined
  onClose: () => void
}) {
  const { clause, version, etag, onClose } = props
  const [content, setContent] = useState(() => contentOf(version))
  const [reason, setReason] = useState('')
  const action = useAddVersion(clause.id, etag)
  const save = () =>
    action.mutate(
      { ...contentToSend(content), reason },
      {
        onSuccess: ({ latestVersion }) => {
          showToast({ text: texts.versionSaved(latestVersion) })
          onClose()
        },
      },
    )
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <ContentForm content={content} error={action.error} onChange={setContent} />
      <Textarea
        label={texts.reason}
        required
        autosize
        maxLength={1_000}
        value={reason}
        error={fieldError(action.error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <ErrorAlert error={action.error} shownFields={['text', 'reason']} />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <ActionButton type="submit" busy={action.isPending}>
          {texts.saveVersion}
        </ActionButton>
      </div>
    </form>
  )
}

function Versions(props: {
  clause: ClauseDetails
  etag: string | undefined
  onChoose: (version: number) => void
}) {
  const { clause, etag, onChoose } = props
  const format = useFormat()
  const { latestVersion, approvedVersion } = clause
  const mayApprove = clause.can.change && clause.state !== 'Retired'
  return (
    <ol className={classes.versions}>
      {clause.versions.map(({ version, reason, by, dateUtc, approved }) => (
        <li key={version}>
          <strong>
            {texts.version(version)}
            {version === approvedVersion ? `, ${texts.inUse}` : approved ? '' : `, ${texts.notApproved}`}
          </strong>
          <span>{reason}</span>
          <span className={classes.quiet}>
            {texts.by(`${by.firstName} ${by.lastName}`, format.dateTime(dateUtc))}
          </span>
          {approved ? (
            <span className={classes.quiet}>
              {texts.approvedBy(
                `${approved.by.firstName} ${approved.by.lastName}`,
                format.dateTime(approved.dateUtc),
              )}
            </span>
          ) : null}
          {clause.versions.length > 1 ? (
            <span className={classes.row}>
              <Button variant="subtle" size="compact-sm" onClick={() => onChoose(version)}>
                {texts.show(version)}
              </Button>
              {mayApprove && version !== approvedVersion && version !== latestVersion ? (
                <Approve clauseId={clause.id} version={version} etag={etag} isInList />
              ) : null}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
