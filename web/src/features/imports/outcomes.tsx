// The rows of an import that have an outcome, each with the reason.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { mostOutcomes, outcomesQuery } from './imports.ts'
import classes from './imports.module.css'
import { texts } from './texts.ts'

interface Props {
  importId: number
  outcome: 'Skipped' | 'Kept'
  title: string
  lead?: string
}

export function Outcomes({ importId, outcome, title, lead }: Props) {
  const heading = useId()
  const found = useQuery(outcomesQuery(importId, outcome))
  const rows = found.data ?? []
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        {title}
      </h3>
      {lead === undefined ? null : <p className={classes.quiet}>{lead}</p>}
      <ErrorAlert error={found.error} />
      <ul className={classes.list} aria-labelledby={heading}>
        {rows.map(({ row, title: name, reason }) => (
          <li key={row} className={classes.row}>
            <span className={classes.what}>
              <span className={classes.strong}>{name || texts.outcomeRow(row)}</span>
              <span className={classes.quiet}>
                {texts.outcomeRow(row)} · {reason}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {rows.length === mostOutcomes ? <p className={classes.quiet}>{texts.firstRows(rows.length)}</p> : null}
    </section>
  )
}
