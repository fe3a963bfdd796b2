// Who asks: the integration's name, its organisation and its contact.
import { Anchor } from '@mantine/core'
import type { RequestingClient as Client } from '../../lib/api.ts'
import classes from './requesting-client.module.css'

export function RequestingClient({ client }: { client: Client }) {
  const { name, organisationName, contactEmail } = client
  return (
    <div className={classes.client}>
      <span className={classes.initial} aria-hidden="true">
        {String.fromCodePoint(name.codePointAt(0) ?? 0x20).toUpperCase()}
      </span>
      <div className={classes.who}>
        <strong className={classes.name}>{name}</strong>
        {organisationName === null ? null : <span>Registered by {organisationName}</span>}
        {contactEmail === null ? null : (
          <span>
            Contact: <Anchor href={`mailto:${contactEmail}`}>{contactEmail}</Anchor>
          </span>
        )}
      </div>
    </div>
  )
}
