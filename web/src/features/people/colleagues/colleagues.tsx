// The people of the organisation, found by words, role, status, team and department, a page at a time.
import { Anchor, Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { useDebouncedCallback } from '../../../lib/debounced.ts'
import { nameOf } from '../../../lib/person-name.ts'
import { roleTexts } from '../../roles/role-texts.ts'
import type { Person } from '../people.ts'
import rows from '../people.module.css'
import { type ColleagueSearch, colleaguesQuery, exportAddress, filterOf } from './colleague-filter.ts'
import { ColleagueFilters } from './colleague-filters.tsx'
import classes from './colleagues.module.css'
import { texts } from './texts.ts'

const route = getRouteApi('/signed-in/people')

export function Colleagues() {
  const { organization } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [words, setWords] = useState(search.words ?? '')
  const filter = filterOf(organization.id, search)
  const found = useInfiniteQuery(colleaguesQuery(filter))
  const change = (part: ColleagueSearch) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true, resetScroll: false })
  const { run: find } = useDebouncedCallback((typed: string) => change({ words: typed.trim() }), 250)
  const people = found.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Panel title={texts.title}>
      <TextInput
        size="sm"
        type="search"
        maw="24rem"
        aria-label={texts.find}
        placeholder={texts.find}
        value={words}
        onChange={({ currentTarget: { value } }) => {
          setWords(value)
          find(value)
        }}
      />
      <ColleagueFilters search={search} onChange={change} />
      {found.isPending ? <PageSkeleton lines={2} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      <div className={classes.line}>
        <output className={rows.none}>
          {found.isSuccess ? texts.found(found.data.pages[0]?.count ?? 0) : ''}
        </output>
        <Anchor fz={14} href={exportAddress('xlsx', filter)} download>
          {texts.exportXlsx}
        </Anchor>
        <Anchor fz={14} href={exportAddress('csv', filter)} download>
          {texts.exportCsv}
        </Anchor>
      </div>
      <ul className={rows.list}>
        {people.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button size="sm" variant="default" onClick={() => void found.fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </Panel>
  )
}

function Row({ person }: { person: Person }) {
  const { id, email, jobTitle, role, customRole, department, status } = person
  const roleName = customRole?.name ?? (role ? roleTexts.roles[role] : undefined)
  return (
    <li className={rows.row}>
      <span className={rows.what}>
        <TextLink size="sm" to="/people/$userId" params={{ userId: id }}>
          {nameOf(person)}
        </TextLink>
        <span className={rows.about}>{[jobTitle, email].filter(Boolean).join(' · ')}</span>
        <span className={rows.about}>{[roleName, department?.name].filter(Boolean).join(' · ')}</span>
      </span>
      {status === 'Disabled' ? <span className={rows.about}>{texts.statuses.Disabled}</span> : null}
    </li>
  )
}
