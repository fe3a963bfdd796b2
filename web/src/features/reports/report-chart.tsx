// The chart of a report: bars of its first figure by its first dimension, each with its value as text, so that nothing
// is said by colour or length alone. Every bar opens its list.
import { useFormat } from '../../components/format-context.ts'
import { figureText } from './figure-text.ts'
import { keyText } from './key-text.ts'
import { Opening, withOwn } from './opening.tsx'
import classes from './report-chart.module.css'
import type { Figures, Group, Unit } from './reports.ts'
import { SeveralChart } from './several-chart.tsx'
import { texts } from './texts.ts'

const mostBars = 24
/** Of all charts of a tile together, but never less than three of each, or four with several figures. */
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
  const isOfSeveral = figures.measures.filter(({ drawnAs }) => drawnAs !== null).length > 1
  const byCurrency = [...Map.groupBy(groups, ({ currency }) => currency)]
  // the quarters of a year together
  const least = isOfSeveral ? 4 : 3
  const most = onTile ? Math.max(least, Math.floor(barsOfTile / byCurrency.length)) : mostBars
  const hint = hintOf(!isOfSeveral && groups.some(isNegative), onTile)
  return (
    <div className={classes.charts} data-tile={onTile}>
      {byCurrency.map(([currency, some]) => (
        <figure key={currency ?? ''} className={classes.chart}>
          <figcaption>
            <span className={classes.title}>
              {isOfSeveral
                ? texts.chartOf(dimension.title.toLowerCase(), currency ?? null)
                : texts.chart(measure.title, dimension.title.toLowerCase(), currency)}
            </span>
            {onTile && !isOfSeveral ? (
              <span className={classes.whole}>
                <span>{texts.all}</span>
                <span>
                  {figureText(format, wholeOf(figures, currency), { unit: measure.unit, currency })}
                </span>
              </span>
            ) : null}
          </figcaption>
          <Bars {...{ figures, onTile, isOfSeveral }} groups={some} most={most} />
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

interface BarsProps {
  readonly figures: Figures
  readonly groups: readonly Group[]
  readonly most: number
  readonly onTile: boolean
  readonly isOfSeveral: boolean
}

function Bars({ figures, groups, most, onTile, isOfSeveral }: BarsProps) {
  const isInOrder = figures.definition.order === 'Key'
  // of periods in their order, those that a short chart has room for are the latest
  const shown = onTile && isInOrder ? groups.slice(-most) : groups.slice(0, most)
  const more = groups.length - shown.length
  const [first] = shown
  const whole = figures.totals.find(({ currency }) => currency === first?.currency)
  return (
    <>
      {isOfSeveral ? (
        <SeveralChart figures={figures} groups={shown} whole={whole} />
      ) : (
        <BarsOfFirst figures={figures} groups={shown} />
      )}
      {more > 0 ? (
        <p className={classes.hint}>{onTile ? texts.moreInReport(more) : texts.moreBars(more)}</p>
      ) : null}
    </>
  )
}

/** A bar for the first figure of each group. */
function BarsOfFirst({ figures, groups }: Pick<BarsProps, 'figures' | 'groups'>) {
  const format = useFormat()
  const { list } = figures.definition
  const nameOf = ({ keys: [key] }: Group) => keyText(format, key, figures.dimensions[0]?.per)
  const { unit = 'count', filter: own = null } = figures.measures[0] ?? {}
  const longest = Math.max(
    ...groups.flatMap(({ values: [value], lastYear }) =>
      [value, lastYear?.values[0]].map((each) => Math.abs(each ?? 0)),
    ),
    1e-9,
  )
  return (
    <ul className={classes.bars}>
      {groups.map((group) => {
        const { keys, currency, values } = group
        const value = values[0] ?? null
        const share = Math.abs(value ?? 0) / longest
        return (
          <li key={`${keys[0]?.kind} ${keys[0]?.value}`}>
            <Opening list={list} filter={withOwn(group.filter, own)} className={classes.row}>
              <span className={classes.label}>{nameOf(group)}</span>
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
            </Opening>
            {group.lastYear ? <LastYear {...{ list, group, longest, unit }} name={nameOf(group)} /> : null}
          </li>
        )
      })}
    </ul>
  )
}

/** The bar of the year before, below that of the range, with how much it has changed. */
function LastYear(props: { list: string; group: Group; longest: number; unit: Unit; name: string }) {
  const { list, group, longest, unit, name } = props
  const format = useFormat()
  const { currency, lastYear } = group
  const value = lastYear?.values[0] ?? null
  const percent = lastYear?.percents[0] ?? null
  const share = Math.abs(value ?? 0) / longest
  const change =
    percent === null
      ? ''
      : ` (${texts.changed(figureText(format, percent, { unit: 'percent', currency: null }))})`
  return (
    <Opening list={list} filter={lastYear?.filter} className={classes.row}>
      <span className={classes.label} data-before="true">
        <span className={classes.hidden}>{name} </span>
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
