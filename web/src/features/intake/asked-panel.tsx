// What was asked for, on the page of the record that came of it.
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { SidePanel } from '../records/parts/side-panel.tsx'
import { Answers } from './answers.tsx'
import { requestQuery } from './intake.ts'
import classes from './intake.module.css'
import { askedTexts as texts } from './texts.ts'

export function AskedPanel({ requestId }: { requestId: number }) {
  const { data: request } = useQuery(requestQuery(requestId))
  const format = useFormat()
  if (request === undefined) return null
  const { description, answers, requester, created } = request
  return (
    <SidePanel
      title={texts.title}
      action={
        <TextLink size="sm" to="/requests/$requestId" params={{ requestId: String(requestId) }}>
          {texts.open}
        </TextLink>
      }
    >
      <p className={classes.who}>{texts.by(requester.name, format.date(created.dateUtc))}</p>
      {description ? <p className={classes.words}>{description}</p> : null}
      {answers.length === 0 ? null : <Answers answers={answers} />}
    </SidePanel>
  )
}
