// What comes next on a record, and which records belong to it.
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import type { RecordOverview } from '../record-calls.ts'
import { stateName } from '../state/states.ts'
import { recordTexts } from '../texts.ts'
import { SidePanel } from './side-panel.tsx'
import classes from './side-panel.module.css'

export function DatesPanel({ dates }: { dates: RecordOverview['nextDates'] }) {
  const format = useFormat()
  const texts = recordTexts.dates
  return (
    <SidePanel title={texts.title}>
      {dates.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
      <ul className={classes.list}>
        {dates.map(({ kind, id, name, date }) => (
          <li key={`${kind}-${id}`} className={classes.line}>
            <span>{name}</span>
            <span className={classes.when} title={format.dateTime(date)}>
              {format.day(date)}
            </span>
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}

export function RelatedPanel(props: {
  parent: RecordOverview['parent'] | undefined
  related: RecordOverview['related']
}) {
  const { parent, related } = props
  const texts = recordTexts.related
  if (!parent && related.length === 0) return null
  return (
    <SidePanel title={texts.title}>
      {parent ? (
        <div>
          <div className={classes.small}>{texts.above}</div>
          <RelatedLink {...parent} />
        </div>
      ) : null}
      {related.length > 0 ? (
        <div>
          <div className={classes.small}>{texts.below}</div>
          <ul className={classes.list}>
            {related.map((each) => (
              <li key={`${each.type}-${each.id}`}>
                <RelatedLink {...each} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </SidePanel>
  )
}

function RelatedLink({ type, id, displayId, name, status }: RecordOverview['related'][number]) {
  return (
    <span className={classes.line}>
      <TextLink to={type === 'Matter' ? '/matters/$id' : '/contracts/$id'} params={{ id: String(id) }}>
        {displayId ? `${displayId} ${name}` : name}
      </TextLink>
      <span className={classes.when}>{stateName(status)}</span>
    </span>
  )
}
