// The texts of a version of a clause as they are read.
import classes from './clauses.module.css'
import type { ClauseVersion } from './clauses.ts'
import { clauseTexts as texts } from './texts.ts'

export function ClauseView({ version }: { version: ClauseVersion }) {
  const { walkAway } = version
  return (
    <div>
      <Position title={texts.standard} text={version.text} guidance={version.guidance} />
      {version.alternatives?.map(({ name, whenToUse, text }) => (
        <Position key={name} title={`${texts.alternativeOf}: ${name}`} text={text} when={whenToUse} />
      ))}
      {version.fallbacks?.map(({ text, guidance }, at) => (
        <Position key={at} title={texts.fallback(at + 1)} text={text} guidance={guidance} />
      ))}
      {walkAway ? (
        <Position title={texts.walkAway} text={walkAway.text} guidance={walkAway.guidance} />
      ) : null}
    </div>
  )
}

function Position(props: {
  title: string
  text: string
  when?: string | undefined
  guidance?: string | undefined
}) {
  const { title, text, when, guidance } = props
  return (
    <section className={classes.position}>
      <h3>{title}</h3>
      {when ? <p className={classes.quiet}>{texts.whenTo(when)}</p> : null}
      {text === '' ? null : <p className={classes.text}>{text}</p>}
      {guidance ? <p className={classes.guidance}>{guidance}</p> : null}
    </section>
  )
}
