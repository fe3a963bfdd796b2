// What happened in the organisation: by person, kind of act, record and day, and as a file.
import { Anchor, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { recordKinds } from '../../app/record-kinds.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { OptionalLiveWholeInput } from '../../forms/inputs/whole-input.tsx'
import { useStartOfDay } from './use-start-of-day.ts'
import { routeOf } from '../../lib/addresses/route-of.ts'
import { kindNames } from '../../lib/kinds.ts'
import { capitalised } from '../../lib/words.ts'
import { personQuery } from '../people/people.ts'
import { changeText } from '../records/history/change-text.ts'
import { HistoryEntry } from '../records/history/history-entry.tsx'
import entries from '../records/history/history.module.css'
import { actGroups, filterOf, type HistorySearch, recordIn } from './history-filter.ts'
import { exportAddress, type OrganisationEntry, useOrganisationHistory } from './organisation-history.ts'
import classes from './organisation-history.module.css'
import { wordsOf } from './texts.ts'

const route = getRouteApi('/signed-in/administration/history')

export function OrganisationHistoryPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(search, useStartOfDay())
  const change = (part: HistorySearch) =>
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false })
  return (
    <Page
      title="History"
      lead="Everything that happened in your organisation. Restricted records are here only if you are a member of them."
    >
      <Panel>
        <Filters search={search} onChange={change} />
        <p className={classes.acts}>
          <Anchor href={exportAddress('xlsx', filter)} download>
            Export as XLSX
          </Anchor>
          <Anchor href={exportAddress('csv', filter)} download>
            Export as CSV
          </Anchor>
        </p>
      </Panel>
      <Found filter={filter} />
    </Page>
  )
}

interface FilterProps {
  readonly search: HistorySearch
  readonly onChange: (part: HistorySearch) => void
}

function Filters({ search, onChange }: FilterProps) {
  const { data: person } = useQuery({ ...personQuery(search.person ?? ''), enabled: Boolean(search.person) })
  const record = recordIn(search.record)
  const kind = record?.one ?? (kindNames.some(({ one }) => one === search.record) ? search.record : '')
  return (
    <div className={classes.filters}>
      <PersonSelect
        label="Person"
        placeholder="Anybody"
        who="everybody"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the person' }}
        person={search.person ? person : undefined}
        onPerson={(chosen) => onChange({ person: chosen?.id ?? '' })}
      />
      <NativeSelect
        label="Kind of act"
        value={search.acts ?? ''}
        onChange={(event) => onChange({ acts: event.currentTarget.value })}
        data={[
          { value: '', label: 'Everything' },
          ...Object.entries(actGroups).map(([value, { label }]) => ({ value, label })),
        ]}
      />
      <NativeSelect
        label="Of a record"
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ record: record && value !== '' ? `${value} ${record.id}` : value })
        }
        data={[
          { value: '', label: 'Any or none' },
          ...kindNames.map(({ one }) => ({ value: one, label: capitalised(one) })),
        ]}
      />
      <OptionalLiveWholeInput
        key={kind}
        label="Its number"
        min={1}
        max={999_999_999}
        ungrouped
        disabled={kind === ''}
        value={record?.id ?? null}
        onChange={(id) => onChange({ record: id === null ? (kind ?? '') : `${kind} ${id}` })}
      />
      <DateInput label="From" value={search.from ?? ''} onChange={(from) => onChange({ from })} />
      <DateInput label="To" value={search.to ?? ''} onChange={(to) => onChange({ to })} />
      <Button
        variant="default"
        onClick={() => onChange({ person: '', acts: '', record: '', from: '', to: '' })}
      >
        Clear
      </Button>
    </div>
  )
}

function Found({ filter }: { filter: string | undefined }) {
  const history = useOrganisationHistory(filter)
  const items = history.data?.pages.flatMap((page) => page.items)
  return (
    <Panel>
      {history.isPending ? <PageSkeleton lines={8} /> : null}
      {history.isError ? <ErrorPanel error={history.error} retry={history.refetch} /> : null}
      {items?.length === 0 ? <p style={{ margin: 0 }}>Nothing happened that matches.</p> : null}
      <ol className={entries.entries} aria-label="History, the latest first">
        {(items ?? []).map((item) => (
          <li key={item.id} className={entries.entry}>
            <Entry item={item} />
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <ActionButton
          variant="default"
          style={{ alignSelf: 'start' }}
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show earlier
        </ActionButton>
      ) : null}
    </Panel>
  )
}

function Entry({ item }: { item: OrganisationEntry }) {
  const format = useFormat()
  const kind = recordKinds.find(({ names }) => names.one === item.record?.type)
  return (
    <HistoryEntry
      item={item}
      words={wordsOf(item.action)}
      text={(_, property, value) => changeText(property, value, { format, kind })}
      about={
        item.record ? (
          <About record={item.record} />
        ) : item.person ? (
          <Concerned person={item.person} />
        ) : undefined
      }
    />
  )
}

function Concerned({ person: { id, name } }: { person: NonNullable<OrganisationEntry['person']> }) {
  if (name === null) return <>somebody who is not here any more</>
  return (
    <TextLink size="sm" to="/people/$userId" params={{ userId: id }}>
      {name}
    </TextLink>
  )
}

function About({ record: { type, id, name } }: { record: NonNullable<OrganisationEntry['record']> }) {
  const called = `${capitalised(type)} ${id}`
  const to = routeOf(type, id)
  // one in the bin, or gone, has no page
  if (name === null || to === undefined) return <>{called}</>
  return (
    <TextLink size="sm" to={to}>
      {name}
    </TextLink>
  )
}
