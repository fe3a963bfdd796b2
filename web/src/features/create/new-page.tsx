// What to make: the choice that "New" leads to.
import { IconChecklist, IconMessageQuestion, type Icon } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { recordKinds } from '../../app/record-kinds.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { creationRoute } from '../../lib/addresses/route-of.ts'
import classes from './create.module.css'
import { type Creatable, mayCreate } from './may-create.ts'
import { createTexts as texts } from './texts.ts'

interface Choice {
  readonly to: string
  readonly label: string
  readonly about: string
  readonly icon: Icon
  readonly what: Creatable
}

const choices: readonly Choice[] = [
  {
    to: '/ask',
    label: texts.ask,
    about: texts.askAbout,
    icon: IconMessageQuestion,
    what: 'request',
  },
  ...recordKinds.map((kind) => ({
    to: creationRoute(kind.names),
    label: kind.names.type,
    about: kind.createdFor,
    icon: kind.icon,
    what: kind,
  })),
  {
    to: '/tasks/new',
    label: texts.task,
    about: texts.taskAbout,
    icon: IconChecklist,
    what: 'task',
  },
]

export function NewPage() {
  const me = useMe()
  const { routesByPath } = useRouter()
  const shown = choices.filter((choice) => choice.to in routesByPath && mayCreate(me, choice.what))
  return (
    <Page title={texts.title} lead={shown.length === 0 ? undefined : texts.lead}>
      {shown.length === 0 ? <EmptyState title={texts.nothing} lead={texts.nothingLead} /> : null}
      <ul className={classes.choices}>
        {shown.map(({ to, label, about, icon: Glyph }) => (
          <li key={to}>
            <a className={classes.choice} href={`#${to}`}>
              <Glyph size={24} stroke={1.5} aria-hidden="true" />
              <span>
                <strong className={classes.label}>{label}</strong>
                <span className={classes.about}>{about}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  )
}
