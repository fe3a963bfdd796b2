// The chart of several figures: for each group its bars, beside one another or as parts of a whole, and lines for what
// they are set against. Patterns and kinds of lines tell them apart without colour, and every figure is there as text
// that opens its list.
import type { CSSProperties } from 'react'
import { useFormat } from '../../components/format-context.ts'
import { figureText } from './figure-text.ts'
import { keyText } from './key-text.ts'
import { Opening, withOwn } from './opening.tsx'
import type { Figures, Group } from './reports.ts'
import {
  type Drawn,
  type DrawnFigure,
  drawnIn,
  rowsOf,
  type Scale,
  scaleOf,
  spanOf,
} from './several-figures.ts'
import classes from './several-chart.module.css'
import { texts } from './texts.ts'

interface Props {
  readonly figures: Figures
  readonly groups: readonly Group[]
  /** Over all groups, in the same currency. */
  readonly whole: Group | undefined
}

export function SeveralChart({ figures, groups, whole }: Props) {
  const format = useFormat()
  const drawn = drawnIn(figures)
  const { chart, list } = figures.definition
  const nameOf = ({ keys: [key] }: Group) => keyText(format, key, figures.dimensions[0]?.per)
  const isStacked = chart === 'Stacked'
  const scale = scaleOf(groups, drawn, isStacked)
  const left = figures.measures.filter(({ drawnAs }) => drawnAs === null).map(({ title }) => title)
  return (
    <>
      <Legend drawn={drawn} whole={whole} />
      <ul className={classes.groups}>
        {groups.map((group) => (
          <li key={`${group.keys[0]?.kind} ${group.keys[0]?.value}`}>
            <Block {...{ list, group, drawn, scale, isStacked }} label={nameOf(group)} />
            {group.lastYear ? (
              <Block
                {...{ list, drawn, scale, isStacked }}
                group={{ ...group, values: group.lastYear.values, filter: group.lastYear.filter ?? null }}
                label={texts.before}
                of={nameOf(group)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {left.length > 0 ? <p className={classes.hint}>{texts.notDrawn(left.join(', '))}</p> : null}
    </>
  )
}

/** What the patterns and lines are, with the figure over all groups. */
function Legend({ drawn, whole }: { drawn: Drawn; whole: Group | undefined }) {
  const format = useFormat()
  return (
    <ul className={classes.legend}>
      {[...drawn.bars, ...drawn.lines].map((figure) => (
        <li key={figure.name} className={classes.known}>
          <Swatch figure={figure} />
          <span>{figure.drawnAs === 'Line' ? texts.line(figure.title) : figure.title}</span>
          {whole ? (
            <span className={classes.sum}>
              {figureText(format, whole.values[figure.index] ?? null, {
                unit: figure.unit,
                currency: whole.currency ?? null,
              })}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const Swatch = ({ figure: { drawnAs, place } }: { figure: DrawnFigure }) => (
  <span
    className={drawnAs === 'Line' ? classes.lineSwatch : classes.swatch}
    data-place={place}
    aria-hidden="true"
  />
)

interface BlockProps {
  readonly list: string
  readonly group: Group
  readonly drawn: Drawn
  readonly scale: Scale
  readonly isStacked: boolean
  readonly label: string
  /** The group that it is last year's of. */
  readonly of?: string | undefined
}

/** One group: what it is called, its bars with the lines across them, and its figures as text. */
function Block({ list, group, drawn, scale, isStacked, label, of }: BlockProps) {
  const rows = rowsOf(group, drawn, isStacked)
  const known = [...drawn.bars, ...drawn.lines].filter(({ index }) => (group.values[index] ?? null) !== null)
  return (
    <div className={classes.block} data-before={of !== undefined}>
      <Opening list={list} filter={group.filter} className={classes.row}>
        <span className={classes.label}>
          {of === undefined ? null : <span className={classes.hidden}>{of} </span>}
          {label}
        </span>
        <span className={classes.tracks} aria-hidden="true">
          {scale.zero > 0 ? <span className={classes.zero} style={at(scale.zero)} /> : null}
          {rows.map((parts) => (
            <span key={parts[0]?.figure.name ?? ''} className={classes.track}>
              {parts.map(({ figure, from, to }) => (
                <span
                  key={figure.name}
                  className={classes.bar}
                  data-place={figure.place}
                  data-negative={to < 0 || from < 0}
                  style={spanOf(from, to, scale)}
                />
              ))}
            </span>
          ))}
          {drawn.lines.map((figure) => {
            const value = group.values[figure.index] ?? null
            return value === null ? null : (
              <span
                key={figure.name}
                className={classes.line}
                data-place={figure.place}
                style={at(scale.placeOf(value))}
              />
            )
          })}
        </span>
      </Opening>
      <ul className={classes.values}>
        {known.map((figure) => (
          <Value key={figure.name} {...{ list, group, figure }} />
        ))}
      </ul>
    </div>
  )
}

const at = (share: number): CSSProperties => ({ insetInlineStart: `${(share * 100).toFixed(2)}%` })

/** A figure as text, which opens the records that count in it. */
function Value({ list, group, figure }: { list: string; group: Group; figure: DrawnFigure }) {
  const format = useFormat()
  const value = group.values[figure.index] ?? null
  const { unit, filter: own } = figure
  const filter = withOwn(group.filter, own)
  return (
    <li>
      <Opening list={list} filter={value === null ? null : filter} className={classes.value}>
        <Swatch figure={figure} />
        <span className={classes.name}>{figure.title} </span>
        {figureText(format, value, { unit, currency: group.currency ?? null })}
      </Opening>
    </li>
  )
}
