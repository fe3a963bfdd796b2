// The people of the organisation, found by name or address, a page at a time.
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { nameOf } from '../../lib/person-name.ts'
import { colleaguesQuery } from './people.ts'
import classes from './people.module.css'
import { texts } from './texts.ts'

export function Colleagues() {
  const { organization } = useMe()
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), 250)
  const found = useInfiniteQuery(colleaguesQuery(organization.id, asked))
  const people = found.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Panel title={texts.colleagues}>
      <TextInput
        size="sm"
        type="search"
        maw="24rem"
        mb="xs"
        aria-label={texts.findPeople}
        placeholder={texts.findPeople}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {found.isPending ? <PageSkeleton lines={2} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      <output className={classes.none}>
        {found.isSuccess ? texts.peopleFound(found.data.pages[0]?.count ?? 0) : ''}
      </output>
      <ul className={classes.list}>
        {people.map((person) => (
          <li key={person.id} className={classes.row}>
            <span className={classes.what}>
              <TextLink size="sm" to="/people/$userId" params={{ userId: person.id ?? '' }}>
                {nameOf(person)}
              </TextLink>
              <span className={classes.about}>
                {[person.jobTitle, person.email].filter((part) => part).join(' · ')}
              </span>
            </span>
            {person.status === 'Disabled' ? <span className={classes.about}>{texts.disabled}</span> : null}
          </li>
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button size="sm" variant="default" onClick={() => void found.fetchNextPage()}>
          {texts.morePeople}
        </Button>
      ) : null}
    </Panel>
  )
}
