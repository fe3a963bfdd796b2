// What nobody else is responsible for, and what nobody else can open: said before somebody is disabled, and after.
import { Notice } from '../../../components/notice.tsx'
import type { Holding, SoleRecord } from '../people.ts'
import classes from '../people.module.css'
import { holdingLabels, texts as people } from '../texts.ts'
import { texts } from './texts.ts'

const mostNamed = 5

/** By kind, with the names of the first few. `isOver` says that it has happened. */
export function LeftWithoutAnyone({ items, isOver }: { items: readonly Holding[]; isOver?: boolean }) {
  const sole = items.filter(({ isSole }) => isSole)
  if (sole.length === 0) return null
  const title = isOver ? texts.isWithout(sole.length) : texts.without(sole.length)
  return (
    <Notice kind="caution" title={title}>
      <ul className={classes.without}>
        {[...Map.groupBy(sole, ({ kind }) => kind)].map(([kind, some]) => (
          <li key={kind}>
            {holdingLabels[kind]}:{' '}
            {firstNames(
              some.map(({ name, record, id }) => name ?? people.hidden(record?.type ?? '', record?.id ?? id)),
            )}
          </li>
        ))}
      </ul>
      {isOver ? texts.isWithoutHint : texts.withoutHint}
    </Notice>
  )
}

/** Without one of these records somebody could not be disabled. */
export function SoleRecords({ records, hint }: { records: readonly SoleRecord[]; hint: string }) {
  if (records.length === 0) return null
  return (
    <Notice kind="caution" title={texts.soleRecords(records.length)}>
      <p className={classes.without}>{firstNames(records.map(({ type, id }) => `${type} ${id}`))}</p>
      {hint}
    </Notice>
  )
}

function firstNames(names: readonly string[]): string {
  const unshown = names.length - mostNamed
  const shown = names.slice(0, mostNamed).join(', ')
  return unshown > 0 ? `${shown} ${texts.unshown(unshown)}` : shown
}
