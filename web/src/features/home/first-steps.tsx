// What somebody new does first. Steps whose page is not there are left out.
import { IconMessageQuestion, IconSend, IconSettings, type Icon } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { recordKinds } from '../../app/record-kinds.ts'
import { hasFeature, kindOf, type Me } from '../../components/me-context.ts'
import type { FirstStep } from '../records/record-kind.ts'
import { HomeLine, HomeLines, HomeList } from './home-list.tsx'
import { texts } from './texts.ts'

interface Step extends FirstStep {
  readonly icon: Icon
}

const steps: readonly Step[] = [
  {
    to: '/ask',
    title: 'Ask legal for something',
    detail: 'Answer a few questions in your own words, and see who deals with it and by when.',
    icon: IconMessageQuestion,
    shown: (me) => kindOf(me) === 'business' && hasFeature(me, 'MATTER_INTAKE'),
  },
  {
    to: '/requests',
    title: 'Follow what you have asked for',
    detail: 'Where each request stands, and what is asked of you.',
    icon: IconSend,
    shown: (me) => kindOf(me) === 'business' && hasFeature(me, 'MATTER_INTAKE'),
  },
  ...recordKinds.flatMap(({ firstSteps, icon }) => firstSteps.map((step) => ({ ...step, icon }))),
  {
    to: '/me',
    title: 'Choose how you are notified',
    detail: 'Time zone, formats, and what is sent to you by email.',
    icon: IconSettings,
    shown: () => true,
  },
]

export function FirstSteps({ me }: { me: Me }) {
  const { routesByPath } = useRouter()
  const shown = steps.filter((step) => step.to in routesByPath && step.shown(me)).slice(0, 3)
  if (shown.length === 0) return null
  return (
    <HomeList title={texts.first}>
      <HomeLines>
        {shown.map(({ to, title, detail, icon: Glyph }) => (
          <HomeLine key={to} icon={<Glyph size={18} stroke={1.6} />} to={to} title={title} detail={detail} />
        ))}
      </HomeLines>
    </HomeList>
  )
}
