// Pairs of a name and a value: a description list that stacks on narrow screens.
import type { ReactNode } from 'react'
import classes from './description-list.module.css'

export function DescriptionList({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
