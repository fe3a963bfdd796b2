// The page of a record: its head, its parts as tabs, and what is shown while it loads or cannot be seen.
import { type ReactNode, useEffect } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { closeOutdated } from '../../components/toast-store.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { useDrawnInSlices } from '../../components/use-drawn-in-slices.ts'
import { Page } from '../../components/page.tsx'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { listRoute } from '../../lib/addresses/route-of.ts'
import type { RecordOverview } from './record-calls.ts'
import { RecordHeader } from './record-header.tsx'
import type { RecordKind } from './record-kind.ts'
import { PageTabs } from './page-tabs.tsx'
import classes from './record-page.module.css'
import { type CostOfMove, moveOf, overviewQuery, type RecordRef } from './records.ts'
import { useNamedKind } from './state/named-states.ts'
import { stepOf } from './state/states.ts'
import { recordTexts as texts } from './texts.ts'
import { useOthersChanges } from './use-others-changes.ts'

/** The record that the address of a page names, and everything that is shown of it first. */
export function useRecord<Overview extends RecordOverview>(kind: RecordKind) {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(overviewQuery<Overview>({ kind, id: Number(id) }))
  const target: RecordRef = {
    kind: useNamedKind(kind, query.data?.record.type?.id ?? undefined),
    id: Number(id),
  }
  return { target, query }
}

/** What the page of one record shows that not every kind has. */
export interface RecordParts {
  /** Beside the name of the kind, above the name of the record. */
  readonly facts: readonly ReactNode[]
  readonly tabs: readonly RecordTab[]
  /** The one thing that is most to be done now, such as approving. */
  readonly action?: ReactNode
  /** Between the head and the tabs. */
  readonly next?: ReactNode
  /** In the menu of the record. */
  readonly more?: readonly MoreOfRecord[]
}

/** Something to do with a record that opens a dialog. */
export interface MoreOfRecord {
  readonly label: string
  readonly draw: (onClose: () => void) => ReactNode
}

/**
 * Draws the record once it is there; one that cannot be seen is explained. `costOf` says what a move would undo for
 * good.
 */
export function RecordPage<Overview extends RecordOverview>(props: {
  target: RecordRef
  query: UseQueryResult<Overview>
  parts: (overview: Overview) => RecordParts
  costOf?: CostOfMove
}) {
  const { target, query } = props
  // another record is another page: what was begun on this one is not continued there
  return <OneRecord key={target.id} {...props} query={query} />
}

function OneRecord<Overview extends RecordOverview>(props: Parameters<typeof RecordPage<Overview>>[0]) {
  const { target, query, parts, costOf } = props
  const { kind } = target
  const overview = query.data
  const isDrawn = useDrawnInSlices(overview !== undefined)
  const name = overview?.record.name
  useOthersChanges(target)

  useEffect(() => {
    if (name !== undefined && name !== null) document.title = `${name} · Chancery`
  }, [name])

  const move = moveOf(target)
  const state = overview?.record.status ?? undefined
  useEffect(() => {
    if (state !== undefined) closeOutdated(move, stepOf(kind, state))
  }, [move, kind, state])

  const isNumber = Number.isInteger(target.id) && target.id > 0
  if (overview === undefined) {
    if (query.isPending && isNumber) return <PageSkeleton lines={10} />
    return <NotShown kind={kind} error={isNumber ? query.error : null} />
  }
  if (!isDrawn) return <PageSkeleton lines={10} />
  const { tabs, next, ...head } = parts(overview)
  return (
    <ConflictAsker>
      <div className={classes.page}>
        {query.isError ? <ErrorAlert error={query.error} /> : null}
        <RecordHeader target={target} overview={overview} costOf={costOf} {...head} />
        {next}
        <PageTabs tabs={tabs} />
      </div>
    </ConflictAsker>
  )
}

function NotShown({ kind, error }: { kind: RecordKind; error: unknown }) {
  const isHidden = error === null || hasStatus(error, 404)
  return (
    <Page title={texts.notFoundTitle(kind.names)} {...(isHidden ? { lead: texts.notFound } : {})}>
      {isHidden ? null : <ErrorAlert error={error} />}
      <p>
        <TextLink to={listRoute(kind.names)}>{texts.backTo(kind.names)}</TextLink>
      </p>
    </Page>
  )
}

/** A part of a record's page. `count` is shown beside its name. */
export interface RecordTab {
  readonly value: string
  readonly label: string
  readonly count?: number | undefined
  readonly draw: () => ReactNode
}

/** The parts of the page, one at a time; the address says which. */
