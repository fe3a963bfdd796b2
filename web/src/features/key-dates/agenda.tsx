// Key dates day by day, what is overdue first.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Loading } from '../../components/loading.tsx'
import { PersonCell } from '../../list/cells/cells.tsx'
import { useDone } from './done-button.tsx'
import { KeyDateKind } from './key-date-kind.tsx'
import { keyDateTexts as texts } from './key-date-texts.ts'
import { agendaQuery, type KeyDateRow } from './key-dates.ts'
import classes from './key-dates.module.css'

export function Agenda({ filter, onPeek }: { filter: string; onPeek: (row: KeyDateRow) => void }) {
  const found = useInfiniteQuery(agendaQuery(filter))
  const { done, notice } = useDone()
  const rows = found.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className={classes.agenda}>
      <ErrorAlert error={found.error} />
      {notice}
      {found.isPending && <Loading />}
      {found.data && rows.length === 0 && <EmptyState title={texts.nothing} lead={texts.emptyText} />}
      {byDay(rows).map(([day, some]) => (
        <Day key={day} day={day} rows={some} onDone={done} onPeek={onPeek} />
      ))}
      {found.hasNextPage && (
        <Button
          variant="default"
          size="sm"
          style={{ alignSelf: 'center' }}
          aria-busy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </div>
  )
}

/** The rows of each day, in the order of the days. */
export function byDay(
  rows: readonly KeyDateRow[],
): readonly (readonly [day: string, rows: readonly KeyDateRow[]])[] {
  const days = new Map<string, KeyDateRow[]>()
  for (const row of rows) {
    const day = row.date ?? ''
    const some = days.get(day)
    if (some) some.push(row)
    else days.set(day, [row])
  }
  return [...days]
}

interface DayProps {
  readonly day: string
  readonly rows: readonly KeyDateRow[]
  readonly onDone: (row: KeyDateRow) => void
  readonly onPeek: (row: KeyDateRow) => void
}

function Day({ day, rows, onDone, onPeek }: DayProps) {
  const format = useFormat()
  const late = day < format.today() && rows.some(({ done }) => !done)
  const distance = format.day(day)
  // beyond a month the distance is the date once more
  const shown = [late ? texts.late : '', distance === format.date(day) ? '' : distance].filter(
    (part) => part !== '',
  )
  return (
    <section className={classes.day}>
      <h2 className={classes.dayHead} data-late={late}>
        {format.shortDate(day)} <span className={classes.distance}>{shown.join(', ')}</span>
      </h2>
      <ul className={classes.items}>
        {rows.map((row) => (
          <li key={row.id} className={classes.item}>
            <KeyDateKind category={row.category} />
            <span className={classes.what}>
              <button
                type="button"
                className={classes.name}
                aria-label={texts.details(row.name ?? '')}
                onClick={() => onPeek(row)}
              >
                {row.name}
              </button>
              {row.contract && (
                <a href={`#${recordRoute(kinds.contract, row.contract.id)}`}>{row.contract.name}</a>
              )}
            </span>
            <span className={classes.who}>{row.owner ? <PersonCell person={row.owner} /> : null}</span>
            {row.done ? (
              <span className={classes.who}>{texts.done}</span>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={texts.markDoneOf(row.name ?? '')}
                onClick={() => onDone(row)}
              >
                {texts.done}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
