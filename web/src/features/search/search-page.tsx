// Everything that has these words: kinds at the left, passages with the words marked.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { FoundThing } from './found-thing.tsx'
import { type FoundType, useSearch } from './search.ts'
import { SearchKinds } from './search-kinds.tsx'
import classes from './search-page.module.css'
import { texts } from './texts.ts'

const route = getRouteApi('/signed-in/search')

export function SearchPage() {
  const { q = '', type, older } = route.useSearch()
  const wanted = q.trim()
  return (
    <Page title={wanted === '' ? texts.title : `${texts.title}: ${wanted}`} headingTakesFocus={wanted !== ''}>
      <SearchField key={wanted} wanted={wanted} type={type} older={older} />
      {wanted === '' ? (
        <EmptyState icon={<IconSearch size={28} stroke={1.4} />} title={texts.begin} lead={texts.beginLead} />
      ) : (
        <Results wanted={wanted} type={isType(type) ? type : undefined} older={older} />
      )}
    </Page>
  )
}

interface Asked {
  readonly wanted: string
  readonly type: string | undefined
  /** Any text: older versions too. */
  readonly older: string | undefined
}

function SearchField({ wanted, type, older }: Asked) {
  const [text, setText] = useState(wanted)
  const navigate = useNavigate()
  const search = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/search', search: { q: text.trim(), older } })
  }
  return (
    <search>
      <form className={classes.form} onSubmit={search}>
        <TextInput
          className={classes.field ?? ''}
          aria-label={texts.field}
          placeholder={texts.placeholder}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          maxLength={500}
          // somebody who comes without words wants to type them
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={wanted === ''}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">{texts.search}</Button>
      </form>
      <Checkbox
        label={texts.older}
        checked={older !== undefined}
        onChange={(event) =>
          void navigate({
            to: '/search',
            search: { q: wanted, type, older: event.currentTarget.checked ? 'yes' : undefined },
            replace: true,
          })
        }
      />
    </search>
  )
}

function Results({ wanted, type, older }: Asked & { type: FoundType | undefined }) {
  const found = useSearch(wanted, type, older !== undefined)
  const counts = found.data?.pages[0]?.counts ?? []
  const format = useFormat()
  const items = found.data?.pages.flatMap((page) => page.items) ?? []
  const total = counts.filter((each) => type === undefined || each.type === type)
  const sum = total.reduce((whole, { count }) => whole + count, 0)
  const more = total.some((each) => each.more)
  return (
    <div className={classes.results}>
      <SearchKinds wanted={wanted} older={older} counts={counts} chosen={type} />
      <div className={classes.found} aria-busy={found.isFetching}>
        <output className={classes.count}>
          {found.data ? texts.found(texts.count(format.number(sum), more), wanted) : null}
        </output>
        {found.isPending ? <PageSkeleton /> : null}
        {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
        {found.data && items.length === 0 ? (
          <EmptyState
            icon={<IconSearchOff size={28} stroke={1.4} />}
            title={texts.nothing(wanted)}
            lead={texts.nothingLead}
          />
        ) : null}
        {items.length === 0 ? null : (
          <ul className={classes.list}>
            {items.map((item) => (
              <FoundThing key={`${item.type}/${item.id}`} found={item} />
            ))}
          </ul>
        )}
        {found.hasNextPage ? (
          <Button
            variant="default"
            aria-busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {texts.more}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const isType = (type: string | undefined): type is FoundType => type !== undefined && type in texts.types
