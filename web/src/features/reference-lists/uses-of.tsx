// What uses an entry: how many of each kind, and the way to those that the reader may see.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { namesOfType } from '../../lib/kinds.ts'
import { listRoute, recordRoute } from '../../lib/addresses/route-of.ts'
import { type EntryUses, type UserKind, usesQuery } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { texts } from './texts.ts'

export function UsesOf({ list, entryId }: { list: string; entryId: number }) {
  const uses = useQuery(usesQuery(list, entryId))
  return (
    <>
      {uses.isPending ? <PageSkeleton lines={3} /> : null}
      {uses.isError ? <ErrorPanel error={uses.error} retry={uses.refetch} /> : null}
      {uses.data ? <ShownUses uses={uses.data.uses} /> : null}
    </>
  )
}

export function ShownUses({ uses }: { uses: EntryUses['uses'] }) {
  if (uses.length === 0) return <p className={classes.quiet}>{texts.usesNone}</p>
  return (
    <div className={classes.form}>
      {uses.map(({ by, count, filter, items }) => (
        <section key={by} className={classes.use}>
          <h3 className={classes.useTitle}>{texts.count(by, count)}</h3>
          <ul className={classes.names}>
            {items.map(({ id, name }) => (
              <li key={id}>
                <UserOf by={by} id={id} name={name} />
              </li>
            ))}
          </ul>
          <InList by={by} filter={filter} />
          {count > items.length ? (
            <p className={classes.quiet}>{texts.others(count - items.length)}</p>
          ) : null}
        </section>
      ))}
      <p className={classes.quiet}>{texts.bin}</p>
    </div>
  )
}

/** The way to all of them at once. */
function InList({ by, filter }: { by: UserKind; filter: string | null }) {
  const record = namesOfType(by)
  if (!record || filter === null) return null
  return (
    <TextLink size="sm" to={listRoute(record)} search={{ view: 'all', filter } as never}>
      {texts.inList(record.many)}
    </TextLink>
  )
}

function UserOf({ by, id, name }: { by: UserKind; id: string; name: string }) {
  const record = namesOfType(by)
  const to = record ? recordRoute(record, id) : by === 'User' ? `/people/${id}` : undefined
  if (to === undefined) return name
  return (
    <TextLink size="sm" to={to}>
      {name}
    </TextLink>
  )
}
