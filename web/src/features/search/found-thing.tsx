// One result: its name, what it is on, and the passages with the words marked.
import {
  IconActivity,
  IconBuilding,
  IconChecklist,
  IconFile,
  IconMail,
  IconMessage,
  type Icon,
} from '@tabler/icons-react'
import { iconOf } from '../../app/kind-entries.ts'
import { eachType } from '../../lib/kinds.ts'
import { piecesOf, routeOfFound } from './found-route.ts'
import classes from './found-thing.module.css'
import { VisuallyHidden } from '@mantine/core'
import type { Found, FoundType } from './search.ts'
import { texts } from './texts.ts'

const icons: Readonly<Record<FoundType, Icon>> = {
  ...eachType(({ type }) => iconOf(type)),
  File: IconFile,
  Task: IconChecklist,
  Message: IconMessage,
  StatusMessage: IconActivity,
  Mail: IconMail,
  Party: IconBuilding,
}

export function FoundThing({ found }: { found: Found }) {
  const { type, title, record, version, currentVersion, page, passages } = found
  const route = routeOfFound(found)
  const Glyph = icons[type]
  const where = [
    record === null ? undefined : texts.on(record.name),
    version && currentVersion ? texts.version(version, currentVersion) : undefined,
    page ? texts.page(page) : undefined,
  ].filter((part) => part !== undefined)
  return (
    <li className={classes.found}>
      <Glyph size={18} stroke={1.6} aria-hidden="true" />
      <div className={classes.words}>
        <span className={classes.head}>
          {/* what the icon says */}
          <VisuallyHidden>{texts.one[type]}: </VisuallyHidden>
          {route === undefined ? (
            <span className={classes.title}>{title}</span>
          ) : (
            <a href={`#${route}`} className={classes.title}>
              {title}
            </a>
          )}
          {where.length === 0 ? null : <span className={classes.where}>{where.join(' · ')}</span>}
        </span>
        {passages
          .filter(({ text }) => text !== title)
          .map((passage) => (
            <p key={passage.text} className={classes.passage}>
              {piecesOf(passage).map(({ text, marked }, at) =>
                // the pieces of a text have no other name than their place
                // oxlint-disable-next-line react/no-array-index-key
                marked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
              )}
            </p>
          ))}
      </div>
    </li>
  )
}
