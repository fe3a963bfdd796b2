// The table of a report: all its figures, each row with a link to its list.
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useFormat } from '../../components/format-context.ts'
import { figureText } from './figure-text.ts'
import { keyText } from './key-text.ts'
import classes from './report-table.module.css'
import { withOwn } from './opening.tsx'
import { type Figures, type Group, listAt } from './reports.ts'
import { texts } from './texts.ts'

export function ReportTable({ figures }: { figures: Figures }) {
  const { dimensions, groups, totals, definition } = figures
  const isMoney = totals.some(({ currency }) => typeof currency === 'string')
  return (
    <div className={classes.scrolled}>
      <table className={classes.table}>
        <caption className={classes.caption}>{figures.sentence}</caption>
        <thead>
          <tr>
            {dimensions.map(({ name, title }) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
            {dimensions.length === 0 ? <th scope="col">{texts.total}</th> : null}
            {isMoney ? <th scope="col">{texts.currency}</th> : null}
            {titlesOf(figures).map((title) => (
              <th key={title} scope="col" className={classes.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Row key={keyOf(group)} group={group} {...{ figures, isMoney }} />
          ))}
        </tbody>
        <tfoot>
          {totals.map((total) => (
            <tr key={total.currency ?? ''}>
              <th scope="row" colSpan={Math.max(1, dimensions.length)}>
                {totalLink(definition.list, total)}
              </th>
              {isMoney ? <td>{total.currency}</td> : null}
              <Values figures={figures} group={total} />
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}

const keyOf = ({ keys, currency }: Group) =>
  `${keys.map(({ kind, value }) => `${kind} ${value}`).join(' / ')} ${currency}`

const totalLink = (list: string, { filter }: Group) => {
  if (typeof filter !== 'string') return texts.total
  const { to, search } = listAt(list, filter)
  return (
    <Link to={to} search={search as never}>
      {texts.total}
    </Link>
  )
}

function Row(props: { figures: Figures; group: Group; isMoney: boolean }) {
  const { figures, group, isMoney } = props
  const format = useFormat()
  const [first, ...others] = group.keys
  const [firstOf, ...otherDimensions] = figures.dimensions
  const name = keyText(format, first, firstOf?.per)
  const link = typeof group.filter === 'string' ? listAt(figures.definition.list, group.filter) : undefined
  return (
    <tr>
      <th scope="row">
        {link ? (
          <Link to={link.to} search={link.search as never}>
            {name}
          </Link>
        ) : (
          name
        )}
      </th>
      {others.map((key, index) => (
        <td key={`${key.kind} ${key.value}`}>{keyText(format, key, otherDimensions[index]?.per)}</td>
      ))}
      {isMoney ? <td>{group.currency}</td> : null}
      <Values figures={figures} group={group} />
    </tr>
  )
}

function Counted({ at, children }: { at: ReturnType<typeof listAt> | undefined; children: string }) {
  if (!at) return children
  return (
    <Link to={at.to} search={at.search as never}>
      {children}
    </Link>
  )
}

/** The titles of the figures; where they are compared, each with last year's, the change and its percent. */
function titlesOf({ measures, lastYear }: Figures): readonly string[] {
  if (!lastYear) return measures.map(({ title }) => title)
  return [
    ...measures.flatMap(({ title }) => [
      title,
      texts.beforeOf(title),
      texts.changeOf(title),
      texts.changePercentOf(title),
    ]),
    texts.shareOf(measures[0]?.title ?? ''),
  ]
}

/** Where the rows are that a figure counts: those of its group of which its measure is. */
function rowsOf({ definition }: Figures, { filter }: Group, own: string | null | undefined) {
  const rows = withOwn(filter, own)
  return rows === null ? undefined : listAt(definition.list, rows)
}

function Values({ figures, group }: { figures: Figures; group: Group }) {
  const { measures } = figures
  const format = useFormat()
  const { values, lastYear } = group
  const currency = group.currency ?? null
  const percent = (value: number | null | undefined) =>
    figureText(format, value ?? null, { unit: 'percent', currency: null })
  return (
    <>
      {measures.map(({ name, unit, filter: own }, index) => {
        const text = (value: number | null | undefined) =>
          figureText(format, value ?? null, { unit, currency })
        return (
          <Fragment key={name}>
            <td className={classes.number}>
              <Counted at={own ? rowsOf(figures, group, own) : undefined}>{text(values[index])}</Counted>
            </td>
            {lastYear ? (
              <>
                <td className={classes.number}>{text(lastYear.values[index])}</td>
                <td className={classes.number}>{text(lastYear.changes[index])}</td>
                <td className={classes.number}>{percent(lastYear.percents[index])}</td>
              </>
            ) : null}
          </Fragment>
        )
      })}
      {lastYear ? <td className={classes.number}>{percent(lastYear.share)}</td> : null}
    </>
  )
}
