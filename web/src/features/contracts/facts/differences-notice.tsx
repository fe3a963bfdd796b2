// Where the record of a contract and its document do not agree: shown with the document, before approval and before
// signing.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Notice } from '../../../components/notice.tsx'
import type { DocumentView } from '../../files/file/document-view.ts'
import type { ContractOverview } from '../../records/record-calls.ts'
import { type Difference, differencesQuery, useCorrectDocument, useRecordDifference } from './differences.ts'
import { differenceTexts as texts } from './difference-texts.ts'
import classes from './facts-panel.module.css'

/** The points in words, with what they mean for what somebody is about to do. Nothing where the two agree. */
export function DifferencesWarning({ contractId, lead }: { contractId: number; lead?: string }) {
  return (
    <Points contractId={contractId} lead={lead}>
      {() => null}
    </Points>
  )
}

interface Settling {
  contractId: number
  overview: ContractOverview
  /** Shows a passage in the document. */
  onShow: (view: DocumentView) => void
}

/** The same, to be settled. */
export function DifferencesNotice(props: Settling) {
  return (
    <Points contractId={props.contractId}>
      {(one, version) => <Acts {...props} one={one} version={version} />}
    </Points>
  )
}

function Points(props: {
  contractId: number
  lead?: string | undefined
  children: (one: Difference, version: number) => ReactNode
}) {
  const { contractId, lead, children } = props
  const read = useQuery(differencesQuery(contractId))
  const { document, differences = [] } = read.data ?? {}
  if (differences.length === 0 || !document) return null
  return (
    <Notice kind="caution" title={texts.title(differences.length)}>
      {lead}
      <ul className={classes.differences}>
        {differences.map((one, index) => (
          <li key={index}>
            <span>{texts.says(one)}</span>
            {children(one, document.version)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Acts({
  contractId,
  overview,
  onShow,
  one,
  version,
}: Settling & { one: Difference; version: number }) {
  const record = useRecordDifference(contractId, overview.etag, version)
  const correct = useCorrectDocument(contractId, version)
  const { rights, contribute } = overview.can
  const { find, page } = one.passage
  const mayRecord =
    one.acceptable &&
    (one.fact
      ? rights.includes('keyDates')
      : rights.includes('fields') || rights.includes(`fields.${one.field?.id}`))
  return (
    <>
      <span className={classes.settle}>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={texts.showLabel(one)}
          onClick={() => onShow({ find, ...(page === null ? {} : { page }) })}
        >
          {texts.show}
        </Button>
        {mayRecord ? (
          <ActionButton
            size="compact-sm"
            variant="default"
            busy={record.isPending}
            aria-label={texts.recordLabel(one)}
            onClick={() => record.mutate(one)}
          >
            {texts.record}
          </ActionButton>
        ) : null}
        {one.correctable && contribute ? (
          <ActionButton
            size="compact-sm"
            variant="default"
            busy={correct.isPending}
            aria-label={texts.correctLabel(one)}
            onClick={() => correct.mutate(one)}
          >
            {texts.correct}
          </ActionButton>
        ) : null}
      </span>
      <ErrorAlert error={record.error ?? correct.error} />
    </>
  )
}
