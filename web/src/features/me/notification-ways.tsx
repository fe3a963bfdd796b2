// The kinds of notifications with the way for each, one's own or the defaults of an organisation.
import { NativeSelect } from '@mantine/core'
import type { Me } from '../../components/me-context.ts'
import classes from './preferences-page.module.css'
import { texts } from './texts.ts'

type Ways = Me['preferences']['notify']
type Kind = keyof Ways

interface Props {
  readonly ways: Ways
  readonly onChange: (kind: Kind, way: Ways[Kind]) => void
}

export function NotificationWays({ ways, onChange }: Props) {
  const kinds = Object.entries(texts.kinds) as [Kind, readonly [string, string]][]
  const data = Object.entries(texts.how).map(([value, label]) => ({ value, label }))
  return (
    <ul className={classes.kinds}>
      {kinds.map(([kind, [name, what]]) => (
        <li key={kind} className={classes.kind}>
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.what}>{what}</span>
          </span>
          <NativeSelect
            aria-label={name}
            data={data}
            value={ways[kind]}
            onChange={(event) => onChange(kind, event.currentTarget.value as Ways[Kind])}
          />
        </li>
      ))}
    </ul>
  )
}
