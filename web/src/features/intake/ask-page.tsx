// What people can ask the legal department for.
import { TextInput } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ownRequestsQuery, type RequestType, requestTypesQuery } from './intake.ts'
import classes from './intake.module.css'
import { RequestList } from './request-list.tsx'
import { askTexts as texts } from './texts.ts'

const SEARCHED_FROM = 7
const RECENT = 3

export function AskPage() {
  const types = useQuery(requestTypesQuery)
  const own = useInfiniteQuery(ownRequestsQuery)
  const [words, setWords] = useState('')
  const all = types.data?.items ?? []
  const matching = all.filter((type) => matches(type, words))
  const recent = own.data?.pages[0]?.items.slice(0, RECENT) ?? []
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ErrorPanel error={types.error} retry={types.refetch} />
      {types.isPending ? <PageSkeleton lines={6} /> : null}
      {types.isSuccess && all.length === 0 ? (
        <EmptyState
          title={texts.noTypes}
          lead={texts.noTypesLead}
          icon={<IconMessageQuestion size={28} aria-hidden="true" />}
        />
      ) : null}
      {all.length < SEARCHED_FROM ? null : (
        <TextInput
          className={classes.find}
          label={texts.find}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <output className={classes.words}>
        {all.length > 0 && matching.length === 0 ? texts.nothing(words) : null}
      </output>
      <ul className={classes.types}>
        {matching.map((type) => (
          <li key={type.id}>
            <TypeCard type={type} />
          </li>
        ))}
      </ul>
      {recent.length === 0 ? null : (
        <Panel title={texts.recent}>
          <RequestList requests={recent} />
          <TextLink to="/requests">{texts.all}</TextLink>
        </Panel>
      )}
    </Page>
  )
}

function TypeCard({ type }: { type: RequestType }) {
  const { id, title, help, answerWithinDays, answerWithinHours, contractType, selfService } = type
  const titleId = useId()
  const helpId = useId()
  const withinId = useId()
  return (
    <Link
      to="/ask/$typeId"
      params={{ typeId: String(id) }}
      className={classes.type}
      aria-labelledby={titleId}
      aria-describedby={`${helpId} ${withinId}`}
    >
      <span id={titleId} className={classes.typeTitle}>
        {title}
      </span>
      {help ? (
        <span id={helpId} className={classes.help}>
          {help}
        </span>
      ) : null}
      <span id={withinId} className={classes.within}>
        {[
          ...(selfService ? [texts.atOnce] : contractType ? [texts.drafts] : []),
          ...(typeof answerWithinDays === 'number' ? [texts.within(Math.max(1, answerWithinDays))] : []),
          ...(typeof answerWithinHours === 'number' ? [texts.withinHours(answerWithinHours)] : []),
        ].join(' · ')}
      </span>
    </Link>
  )
}

function matches({ title, help }: RequestType, words: string): boolean {
  const text = `${title} ${help ?? ''}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
