// The page of a record: its head, its parts as tabs, and what is shown while it loads or cannot be seen.
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import type { RecordKind, RecordOverview } from './record-calls.ts'
import classes from './record-page.module.css'
import type { RecordRef } from './records.ts'
import { recordTexts as texts } from './texts.ts'
import { useOthersChanges } from './use-others-changes.ts'

/** Draws `children` once the record is there; a record that cannot be seen is explained. */
export function RecordPage(props: {
  target: RecordRef
  overview: UseQueryResult<RecordOverview>
  children: ReactNode
}) {
  const { target, overview, children } = props
  const { kind } = target
  const name = overview.data?.record.name
  useOthersChanges(target)

  useEffect(() => {
    if (name !== undefined && name !== null) document.title = `${name} · Chancery`
  }, [name])

  const isNumber = Number.isInteger(target.id) && target.id > 0
  if (overview.data === undefined) {
    if (overview.isPending && isNumber) return <PageSkeleton lines={10} />
    return <NotShown kind={kind} error={isNumber ? overview.error : null} />
  }
  return (
    <ConflictAsker>
      <div className={classes.page}>
        {overview.isError ? <ErrorAlert error={overview.error} /> : null}
        {children}
      </div>
    </ConflictAsker>
  )
}

function NotShown({ kind, error }: { kind: RecordKind; error: unknown }) {
  const isHidden = error === null || hasStatus(error, 404)
  return (
    <Page title={texts.notFoundTitle[kind]} {...(isHidden ? { lead: texts.notFound } : {})}>
      {isHidden ? null : <ErrorAlert error={error} />}
      <p>
        <TextLink to={kind === 'matters' ? '/matters' : '/contracts'}>{texts.backTo[kind]}</TextLink>
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
export function RecordTabs({ tabs }: { tabs: readonly RecordTab[] }) {
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false })
  const first = tabs[0]?.value ?? ''
  const shown = tabs.some(({ value }) => value === tab) ? (tab ?? first) : first
  const show = (value: string | null) =>
    void navigate({
      to: '.',
      search: { tab: value === first || value === null ? undefined : value },
      replace: true,
    })
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // where there is room for some of them only
    list.current
      ?.querySelector(`[data-tab="${shown}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  return (
    <Tabs value={shown} onChange={show} keepMounted={false}>
      <Tabs.List ref={list} aria-label={texts.tabs.label} className={classes.tabs ?? ''}>
        {tabs.map(({ value, label, count }) => (
          <Tabs.Tab key={value} value={value} data-tab={value}>
            {label}
            {count === undefined || count === 0 ? null : <span className={classes.count}> {count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, draw }) => (
        <Tabs.Panel key={value} value={value} className={classes.panel ?? ''}>
          {draw()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The middle of a page and what stands beside it; below each other where it is narrow. */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.middle}>{children}</div>
      <div className={classes.aside}>{aside}</div>
    </div>
  )
}
