// What is still to be set up in the organisation, for its administrators.
import { IconSettings } from '@tabler/icons-react'
import type { StepState } from '../first-steps/first-steps.ts'
import { stepTexts } from '../first-steps/texts.ts'
import { HomeLine, HomeLines, HomeList } from './home-list.tsx'
import { texts } from './texts.ts'

const most = 3
// without these nobody can work; the others are reminded of on the page itself
const needed = ['People', 'Types', 'Intake']

export function SetUpPanel({ steps }: { steps: readonly StepState[] }) {
  const open = steps.filter(({ done, skipped }) => !done && !skipped)
  if (!open.some(({ step }) => needed.includes(step))) return null
  return (
    <HomeList title={texts.setUp(steps.length - open.length, steps.length)}>
      <HomeLines>
        {open.slice(0, most).map(({ step }) => (
          <HomeLine
            key={step}
            icon={<IconSettings size={18} stroke={1.6} />}
            to="/administration/first-steps"
            title={stepTexts[step].title}
            detail={stepTexts[step].lead}
            isSentence
          />
        ))}
      </HomeLines>
    </HomeList>
  )
}
