// The kinds of what was found, with how many there are.
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../components/format-context.ts'
import type { Count, FoundType } from './search.ts'
import classes from './search-kinds.module.css'
import { texts } from './texts.ts'

export function SearchKinds(props: {
  wanted: string
  older: string | undefined
  counts: readonly Count[]
  chosen: FoundType | undefined
}) {
  const { wanted, older, counts, chosen } = props
  const format = useFormat()
  const shown = counts.filter(({ count, type }) => count > 0 || type === chosen)
  return (
    <nav aria-label={texts.kinds} className={classes.kinds}>
      <Link
        to="/search"
        search={{ q: wanted, older }}
        className={classes.kind}
        data-chosen={chosen === undefined}
      >
        {texts.everything}
      </Link>
      {shown.map(({ type, count, more }) => (
        <Link
          key={type}
          to="/search"
          search={{ q: wanted, type, older }}
          className={classes.kind}
          data-chosen={chosen === type}
          aria-current={chosen === type ? 'true' : undefined}
        >
          {texts.types[type]}
          <span className={classes.count}>
            {format.number(count)}
            {more ? '+' : ''}
          </span>
        </Link>
      ))}
    </nav>
  )
}
