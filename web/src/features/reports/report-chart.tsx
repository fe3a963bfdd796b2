// The chart of a report: bars of its first figure by its first dimension, each with its value as text, so that nothing
// is said by colour or length alone. Every bar opens its list.
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../components/format-context.ts'
import { figureText } from './figure-text.ts'
import classes from './report-chart.module.css'
import { type Figures, type Group, listAt } from './reports.ts'
import { texts } from './texts.ts'

const mostBars = 24

/** One chart for each currency; none where there is no dimension. */
export function ReportChart({ figures }: { figures: Figures }) {
  const [measure] = figures.measures
  const [dimension] = figures.dimensions
  const groups = figures.subtotals.length > 0 ? figures.subtotals : figures.groups
  if (!measure || !dimension || groups.length === 0) return null
  const byCurrency = [...Map.groupBy(groups, ({ currency }) => currency)]
  return (
    <div className={classes.charts}>
      {byCurrency.map(([currency, some]) => (
        <figure key={currency ?? ''} className={classes.chart}>
          <figcaption>
            <span className={classes.title}>
              {texts.chart(measure.title, dimension.title.toLowerCase(), currency)}
            </span>
          </figcaption>
          <Bars list={figures.definition.list} groups={some} unit={measure.unit} />
        </figure>
      ))}
      <p className={classes.hint}>{groups.some(isNegative) ? texts.chartHintNegative : texts.chartHint}</p>
    </div>
  )
}

const isNegative = ({ values: [value] }: Group): boolean => (value ?? 0) < 0

function Bars(props: { list: string; groups: readonly Group[]; unit: Figures['measures'][number]['unit'] }) {
  const { list, groups, unit } = props
  const format = useFormat()
  const longest = Math.max(...groups.map(({ values: [value] }) => Math.abs(value ?? 0)), 1e-9)
  const shown = groups.slice(0, mostBars)
  return (
    <>
      <ul className={classes.bars}>
        {shown.map((group) => {
          const { keys, currency, values } = group
          const value = values[0] ?? null
          const share = Math.abs(value ?? 0) / longest
          const bar = (
            <>
              <span className={classes.label}>{keys[0]?.label}</span>
              <span className={classes.track} aria-hidden="true">
                {share === 0 ? null : (
                  <span
                    className={classes.bar}
                    data-negative={(value ?? 0) < 0}
                    data-restricted={keys[0]?.kind === 'restricted'}
                    style={{ inlineSize: `${(share * 100).toFixed(2)}%` }}
                  />
                )}
              </span>
              <span className={classes.value}>{figureText(format, value, { unit, currency })}</span>
            </>
          )
          return (
            <li key={`${keys[0]?.kind} ${keys[0]?.value}`}>
              <Opening list={list} group={group}>
                {bar}
              </Opening>
            </li>
          )
        })}
      </ul>
      {groups.length > shown.length ? (
        <p className={classes.hint}>{texts.moreBars(groups.length - shown.length)}</p>
      ) : null}
    </>
  )
}

function Opening(props: { list: string; group: Group; children: React.ReactNode }) {
  const { list, group, children } = props
  if (typeof group.filter !== 'string') return <span className={classes.row}>{children}</span>
  const { to, search } = listAt(list, group.filter)
  return (
    <Link to={to} search={search as never} className={classes.row}>
      {children}
    </Link>
  )
}
