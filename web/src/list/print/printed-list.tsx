// A list on paper: what it is of, and all its rows with the columns that are shown. Nothing of it is on the screen.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormat } from '../../components/format-context.ts'
import { showToast } from '../../components/toast-store.ts'
import { capitalised } from '../../lib/words.ts'
import { printAlone } from '../../preview/print-alone.ts'
import type { Identified, ListDefinition } from '../definition.ts'
import { isCondition, propertyOf } from '../filters/sentence.ts'
import { useNames, wordsOf } from '../filters/sentence-words.ts'
import type { List } from '../list-tools.tsx'
import { groupLabel } from '../rows/group-texts.ts'
import { texts } from '../texts.ts'
import { printTexts } from './texts.ts'
import classes from './printed-list.module.css'
import { MOST_PRINTED, type PrintedSegment, readRowsToPrint } from './rows-to-print.ts'

interface Props<Row extends Identified> {
  readonly definition: ListDefinition<Row>
  readonly list: List<Row>
  /** Says that it is over: it is printed, or cannot be. */
  readonly setPrinting: (isPrinting: boolean) => void
}

/** Reads the rows and prints them, as soon as it is there. */
export function PrintedList<Row extends Identified>({ definition, list, setPrinting }: Props<Row>) {
  const client = useQueryClient()
  const paper = useRef<HTMLElement>(null)
  // what is asked for is printed, whatever the list shows meanwhile
  const [asked] = useState(list.rows.shown)
  const { data: printed, isError } = useQuery({
    queryKey: ['printed', definition.name, asked?.filter, asked?.orderBy, asked?.groupBy],
    queryFn: () =>
      readRowsToPrint(client, definition, {
        segments: asked?.lines.segments ?? [],
        orderBy: asked?.orderBy ?? '',
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (!isError) return
    showToast({ text: printTexts.failed })
    setPrinting(false)
  }, [isError, setPrinting])
  useEffect(() => {
    if (printed === undefined) return undefined
    const end = () => setPrinting(false)
    window.addEventListener('afterprint', end, { once: true })
    printAlone(paper.current)
    return () => window.removeEventListener('afterprint', end)
  }, [printed, setPrinting])
  if (printed === undefined) return null
  return createPortal(
    <article ref={paper} data-print-whole="" className={classes.paper} aria-hidden>
      <Heading definition={definition} list={list} count={asked?.count ?? 0} />
      <table className={classes.table}>
        <thead>
          <tr>
            {list.columns.map(({ column: { path, label, align } }) => (
              <th key={path} scope="col" data-align={align}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {printed.map((each, index) => (
          <Segment key={each.segment.filter} list={list} printed={each} line={lineOf(list, index)} />
        ))}
      </table>
    </article>,
    document.body,
  )
}

/** The line of the heading of a group. */
function lineOf<Row extends Identified>({ rows }: List<Row>, number: number): number {
  const before = rows.shown?.lines.segments.slice(0, number) ?? []
  return before.reduce((line, { count, folded }) => line + 1 + (folded ? 0 : count), 0)
}

function Heading<Row extends Identified>(props: {
  definition: ListDefinition<Row>
  list: List<Row>
  count: number
}) {
  const { definition, list, count } = props
  const { sentence, parts, view, me } = list
  const format = useFormat()
  const names = useNames(sentence, parts.allProperties)
  const conditions = sentence.map((clause) => {
    const property = isCondition(clause) ? propertyOf(parts.allProperties, clause.path) : undefined
    if (!isCondition(clause)) return clause.text
    return property ? wordsOf(clause, property, { names, format }).text : clause.path
  })
  return (
    <header>
      <h1 className={classes.title}>{capitalised(definition.several)}</h1>
      <p className={classes.about}>
        {[view.name, ...(conditions.length > 0 ? [conditions.join(` ${texts.and} `)] : [])].join(': ')}
      </p>
      <p className={classes.about}>
        {count > MOST_PRINTED
          ? printTexts.first(MOST_PRINTED, count, definition.several)
          : texts.count(count, definition.one, definition.several)}
        {` · ${me.organization.name} · ${format.date(format.today())}`}
      </p>
    </header>
  )
}

function Segment<Row extends Identified>(props: {
  list: List<Row>
  printed: PrintedSegment<Row>
  line: number
}) {
  const { list, printed, line } = props
  const format = useFormat()
  const { segment, rows } = printed
  return (
    <tbody>
      {segment.group === undefined ? null : (
        <tr className={classes.group}>
          <th scope="rowgroup" colSpan={list.columns.length}>
            {groupLabel(list, line, format)} ({segment.count})
          </th>
        </tr>
      )}
      {rows.map((row, index) => (
        <tr key={row.id ?? `hidden ${index}`}>
          {list.columns.map(({ column: { path, cell, align } }) => (
            <td key={path} data-align={align}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
