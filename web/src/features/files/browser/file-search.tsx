// Files of a record by their names and texts; a passage leads to its place in the file.
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Loading } from '../../../components/loading.tsx'
import type { Answer } from '../../../lib/calls.ts'
import { useDebouncedValue } from '../../../lib/debounced.ts'
import { FileIcon } from '../file-icon.tsx'
import { fileSearchQuery, type RecordRef } from '../files.ts'
import { fileTexts as texts } from '../texts.ts'
import classes from './files-tab.module.css'

type Item = Answer<'/v2/search'>['items'][number]
interface Found extends Omit<Item, 'passages'> {
  readonly passages: readonly { readonly text: string; readonly marks: readonly (readonly number[])[] }[]
}

export function FileSearch({ record, words }: { record: RecordRef; words: string }) {
  const settled = useDebouncedValue(words, 200)
  const search = useQuery(fileSearchQuery(record, settled))
  if (search.isError) return <ErrorPanel error={search.error} retry={search.refetch} />
  if (!search.data) return <Loading />
  const { items, counts } = search.data
  const count = counts.find(({ type }) => type === 'File')
  return (
    <>
      <output className={classes.note}>
        {items.length === 0
          ? texts.searchNothing
          : texts.searchResults(count?.count ?? items.length, count?.more ?? false)}
      </output>
      <ul className={classes.results}>
        {items.map((found) => (
          <Result key={found.id} found={found} />
        ))}
      </ul>
    </>
  )
}

function Result({ found }: { found: Found }) {
  const { id, title, version, page, passages } = found
  return (
    <li>
      <span className={classes.name}>
        <FileIcon file={{ name: title }} />
        <TextLink
          to="/files/$id"
          params={{ id: String(id) }}
          search={{
            version: version ? String(version) : undefined,
            page: page ? String(page) : undefined,
            find: firstMark(found),
          }}
        >
          {title}
        </TextLink>
        {page ? <span className={classes.quiet}>{texts.searchVersionPage(page)}</span> : null}
      </span>
      {passages.map(({ text, marks }) => (
        <p key={text}>
          <Marked text={text} marks={marks} />
        </p>
      ))}
    </li>
  )
}

/** The words that were found first, as they stand there: the file marks them. */
function firstMark({ passages }: Found): string | undefined {
  const [first] = passages
  const [mark] = first?.marks ?? []
  return first && mark ? first.text.slice(mark[0], mark[1]) : undefined
}

function Marked({ text, marks }: { text: string; marks: readonly (readonly number[])[] }) {
  const ends = [0, ...marks.map(([, to]) => to ?? 0)]
  return (
    <>
      {marks.map(([from = 0, to = 0], at) => (
        <Fragment key={from}>
          {text.slice(ends[at], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
