// Facts in the panel beside a list: label and value, those without a value left out.
import type { ReactNode } from 'react'
import classes from './peek-facts.module.css'

export function PeekFacts({ facts }: { facts: readonly (readonly [label: ReactNode, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl className={classes.facts}>
      {known.map(([label, value], index) => (
        // labels can be amounts, of which several are alike
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A titled part of the panel. */
export function PeekPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  )
}
