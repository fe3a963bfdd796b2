// The library of clauses: searched, by category and state.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import table from '../../components/plain-table.module.css'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateOf } from '../../lib/states.ts'
import classes from './clauses.module.css'
import { categoriesQuery, type Clause, type ClauseFilter, clausesQuery, clauseStates } from './clauses.ts'
import { clauseTexts as texts } from './texts.ts'

export function ClausesPage() {
  const { can } = useMe()
  const filter = useSearch({ from: '/signed-in/administration/clauses' })
  const [words, setWords] = useState(filter.words ?? '')
  const found = useInfiniteQuery(clausesQuery({ ...filter, words: useDeferredValue(words) }))
  const all = found.data?.pages.flatMap(({ items }) => items) ?? []
  const isFiltered = words.trim() !== '' || filter.category !== undefined || filter.state !== undefined
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        can.administer ? (
          <>
            <TextLink to="/administration/types">{texts.types}</TextLink>
            <ButtonLink to="/administration/clauses/$clauseId" params={{ clauseId: 'new' }}>
              {texts.add}
            </ButtonLink>
          </>
        ) : null
      }
    >
      <Panel>
        <Filters filter={filter} words={words} onWords={setWords} />
        {found.isPending ? <PageSkeleton lines={6} /> : null}
        {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
        {found.isSuccess && all.length === 0 ? (
          <p className={classes.quiet}>{isFiltered ? texts.nothingFound : texts.none}</p>
        ) : null}
        {all.length > 0 ? <ClausesTable clauses={all} /> : null}
        {found.hasNextPage ? (
          <div>
            <Button
              variant="default"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {texts.more}
            </Button>
          </div>
        ) : null}
      </Panel>
    </Page>
  )
}

function Filters(props: { filter: ClauseFilter; words: string; onWords: (words: string) => void }) {
  const { filter, words, onWords } = props
  const categories = useQuery(categoriesQuery)
  const navigate = useNavigate()
  const go = (next: ClauseFilter) =>
    void navigate({
      to: '/administration/clauses',
      search: {
        words: next.words || undefined,
        category: next.category || undefined,
        state: next.state || undefined,
      },
      replace: true,
    })
  const names = categories.data?.items.map(({ name }) => name) ?? []
  const chosen = filter.category
  return (
    <search className={classes.bar}>
      <TextInput
        type="search"
        label={texts.words}
        value={words}
        onChange={(event) => {
          onWords(event.currentTarget.value)
          go({ ...filter, words: event.currentTarget.value })
        }}
      />
      <NativeSelect
        label={texts.category}
        value={chosen ?? ''}
        data={[
          { value: '', label: texts.allCategories },
          ...(chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]),
        ]}
        onChange={(event) => go({ ...filter, words, category: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.state}
        value={filter.state ?? ''}
        data={[
          { value: '', label: texts.allStates },
          ...Object.entries(texts.states).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => go({ ...filter, words, state: event.currentTarget.value })}
      />
    </search>
  )
}

function ClausesTable({ clauses }: { clauses: readonly Clause[] }) {
  const format = useFormat()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.category}</th>
          <th scope="col">{texts.state}</th>
          <th scope="col">{texts.positions}</th>
          <th scope="col">{texts.owner}</th>
          <th scope="col">{texts.changed}</th>
        </tr>
      </thead>
      <tbody>
        {clauses.map((clause) => (
          <tr key={clause.id}>
            <th scope="row">
              <TextLink
                inherit
                to="/administration/clauses/$clauseId"
                params={{ clauseId: String(clause.id) }}
              >
                {clause.title}
              </TextLink>
              <small className={classes.start}>{clause.text}</small>
            </th>
            <td data-label={texts.category}>{clause.category}</td>
            <td data-label={texts.state}>
              <span>
                <StateBadge state={stateOf(clauseStates, clause.state)} />
                {clause.state === 'Approved' && clause.latestVersion !== clause.approvedVersion ? (
                  <small>{texts.newer(clause.latestVersion)}</small>
                ) : null}
              </span>
            </td>
            <td data-label={texts.positions}>
              {texts.position(clause.alternativeCount, clause.fallbackCount)}
            </td>
            <td data-label={texts.owner}>
              {clause.owner ? `${clause.owner.firstName} ${clause.owner.lastName}` : ''}
            </td>
            <td data-label={texts.changed}>{format.date(clause.updatedDateUtc)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
