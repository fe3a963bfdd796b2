// The bin of the organisation: what is in it by kind, person and day, and restoring or purging many at once.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { recordKinds } from '../../app/record-kinds.ts'
import { DateInput } from '../../components/date-input.tsx'
import { hasFeature, useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { betweenDays, byPerson } from '../organisation-history/history-filter.ts'
import filters from '../organisation-history/organisation-history.module.css'
import { useStartOfDay } from '../organisation-history/use-start-of-day.ts'
import { personQuery } from '../people/people.ts'
import { binOf, binOfFiles, type BinPart } from './bin.ts'
import { BinEntries } from './bin-entries.tsx'
import type { BinSearch } from './organisation-bin.ts'
import { organisationBinTexts as texts } from './texts.ts'

const route = getRouteApi('/signed-in/administration/bin')

export function OrganisationBinPage() {
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const startOf = useStartOfDay()
  const parts = [
    ...recordKinds.filter(({ names }) => hasFeature(me, names.feature)).map((kind) => binOf(kind)),
    binOfFiles,
  ]
  const part = parts.find(({ name }) => name === search.kind) ?? parts[0] ?? binOfFiles
  const conditions = [
    ...byPerson('Deleted/User/Id', search.person),
    ...betweenDays('Deleted/DateUtc', search, startOf),
  ]
  const filter = conditions.length === 0 ? undefined : conditions.join(' and ')
  const change = (changed: BinSearch) =>
    void navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false })
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel>
        <Filters part={part} parts={parts} search={search} onChange={change} />
      </Panel>
      {/* what is selected among others is not what is selected among these */}
      <BinEntries key={`${part.name} ${filter}`} part={part} filter={filter} />
    </Page>
  )
}

function Filters(props: {
  part: BinPart
  parts: readonly BinPart[]
  search: BinSearch
  onChange: (changed: BinSearch) => void
}) {
  const { part, parts, search, onChange } = props
  const { data: person } = useQuery({ ...personQuery(search.person ?? ''), enabled: Boolean(search.person) })
  return (
    <div className={filters.filters}>
      <NativeSelect
        label={texts.kind}
        value={part.name}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
        data={parts.map(({ name, title }) => ({ value: name, label: title }))}
      />
      <PersonSelect
        label={texts.deletedBy}
        placeholder="Anybody"
        who="everybody"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the person' }}
        person={search.person ? person : undefined}
        onPerson={(chosen) => onChange({ person: chosen?.id ?? '' })}
      />
      <DateInput label="From" value={search.from ?? ''} onChange={(from) => onChange({ from })} />
      <DateInput label="To" value={search.to ?? ''} onChange={(to) => onChange({ to })} />
      <Button variant="default" onClick={() => onChange({ person: '', from: '', to: '' })}>
        Clear
      </Button>
    </div>
  )
}
