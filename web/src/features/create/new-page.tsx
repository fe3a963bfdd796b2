// What to make: the choice that "New" leads to.
import { IconChecklist, IconFileText, IconMessageQuestion, IconScale, type Icon } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { EmptyState } from '../../components/empty-state.tsx'
import { hasFeature, kindOf, type Me, useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import classes from './create.module.css'
import { createTexts as texts } from './texts.ts'

interface Choice {
  readonly to: string
  readonly label: string
  readonly about: string
  readonly icon: Icon
  readonly shown: (me: Me) => boolean
}

const isBusiness = (me: Me) => kindOf(me) === 'business'

const choices: readonly Choice[] = [
  {
    to: '/ask',
    label: texts.ask,
    about: texts.askAbout,
    icon: IconMessageQuestion,
    shown: (me) => isBusiness(me) && hasFeature(me, 'MATTER_INTAKE'),
  },
  {
    to: '/matters/new',
    label: texts.matter,
    about: texts.matterAbout,
    icon: IconScale,
    shown: (me) => !isBusiness(me) && me.can.createMatters && hasFeature(me, 'MATTERS'),
  },
  {
    to: '/contracts/new',
    label: texts.contract,
    about: texts.contractAbout,
    icon: IconFileText,
    shown: (me) => me.can.createContracts && hasFeature(me, 'CONTRACTS'),
  },
  {
    to: '/tasks/new',
    label: texts.task,
    about: texts.taskAbout,
    icon: IconChecklist,
    shown: (me) => !isBusiness(me) && hasFeature(me, 'TASKS'),
  },
]

export function NewPage() {
  const me = useMe()
  const { routesByPath } = useRouter()
  const shown = choices.filter((choice) => choice.to in routesByPath && choice.shown(me))
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
