// The chart of a report: bars of its first figure by its first dimension, each with its value as text, so that nothing
// is said by colour or length alone. Every bar opens its list.
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../components/format-context.ts'
import { figureText } from './figure-text.ts'
import classes from './report-chart.module.css'
import { type Figures, type Group, listAt, type Unit } from './reports.ts'
import { texts } from './texts.ts'

const mostBars = 24
/** Of all charts of a tile together, but never less than three of each. */
const barsOfTile = 12

/**
 * One chart for each currency; none where there is no dimension. On a tile, without the table of all figures, they are
 * short, and each has the figure over all groups.
 */
export function ReportChart({ figures, onTile = false }: { figures: Figures; onTile?: boolean }) {
  const format = useFormat()
  const [measure] = figures.measures
  const [dimension] = figures.dimensions
  const groups = figures.subtotals.length > 0 ? figures.subtotals : figures.groups
  if (!measure || !dimension || groups.length === 0) return null
  const byCurrency = [...Map.groupBy(groups, ({ currency }) => currency)]
  const most = onTile ? Math.max(3, Math.floor(barsOfTile / byCurrency.length)) : mostBars
  const hint = hintOf(groups.some(isNegative), onTile)
  return (
    <div className={classes.charts} data-tile={onTile}>
      {byCurrency.map(([currency, some]) => (
        <figure key={currency ?? ''} className={classes.chart}>
          <figcaption>
            <span className={classes.title}>
              {texts.chart(measure.title, dimension.title.toLowerCase(), currency)}
            </span>
            {onTile ? (
              <span className={classes.whole}>
                <span>{texts.all}</span>
                <span>
                  {figureText(format, wholeOf(figures, currency), { unit: measure.unit, currency })}
                </span>
              </span>
            ) : null}
          </figcaption>
          <Bars figures={figures} groups={some} most={most} onTile={onTile} />
        </figure>
      ))}
      {onTile && figures.more > 0 ? <p className={classes.hint}>{texts.more(figures.more)}</p> : null}
      {hint === undefined ? null : <p className={classes.hint}>{hint}</p>}
    </div>
  )
}

const wholeOf = ({ totals }: Figures, currency: Group['currency']): number | null =>
  totals.find((total) => total.currency === currency)?.values[0] ?? null

function hintOf(hasNegative: boolean, onTile: boolean): string | undefined {
  if (onTile) return hasNegative ? texts.negative : undefined
  return hasNegative ? texts.chartHintNegative : texts.chartHint
}

const isNegative = ({ values: [value] }: Group): boolean => (value ?? 0) < 0

function Bars(props: { figures: Figures; groups: readonly Group[]; most: number; onTile: boolean }) {
  const { figures, groups, most, onTile } = props
  const { list, order } = figures.definition
  const unit = figures.measures[0]?.unit ?? 'count'
  const format = useFormat()
  const longest = Math.max(
    ...groups.flatMap(({ values: [value], lastYear }) =>
      [value, lastYear?.values[0]].map((each) => Math.abs(each ?? 0)),
    ),
    1e-9,
  )
  // of periods in their order, those that a short chart has room for are the latest
  const shown = onTile && order === 'Key' ? groups.slice(-most) : groups.slice(0, most)
  const more = groups.length - shown.length
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
              {group.lastYear ? <LastYear {...{ list, group, longest, unit }} /> : null}
            </li>
          )
        })}
      </ul>
      {more > 0 ? (
        <p className={classes.hint}>{onTile ? texts.moreInReport(more) : texts.moreBars(more)}</p>
      ) : null}
    </>
  )
}

/** The bar of the year before, below that of the range, with how much it has changed. */
function LastYear(props: { list: string; group: Group; longest: number; unit: Unit }) {
  const { list, group, longest, unit } = props
  const format = useFormat()
  const { keys, currency, lastYear } = group
  const value = lastYear?.values[0] ?? null
  const percent = lastYear?.percents[0] ?? null
  const share = Math.abs(value ?? 0) / longest
  const change =
    percent === null
      ? ''
      : ` (${texts.changed(figureText(format, percent, { unit: 'percent', currency: null }))})`
  return (
    <Opening list={list} group={{ ...group, filter: lastYear?.filter ?? null }}>
      <span className={classes.label} data-before="true">
        <span className={classes.hidden}>{keys[0]?.label} </span>
        {texts.before}
        {change}
      </span>
      <span className={classes.track} aria-hidden="true">
        {share === 0 ? null : (
          <span
            className={classes.bar}
            data-before="true"
            data-negative={(value ?? 0) < 0}
            style={{ inlineSize: `${(share * 100).toFixed(2)}%` }}
          />
        )}
      </span>
      <span className={classes.value}>{figureText(format, value, { unit, currency: currency ?? null })}</span>
    </Opening>
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
