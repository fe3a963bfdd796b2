// What was answered when somebody asked for something: for who asked and for who works on it, before and after it is
// taken on.
import { useFormat } from '../../components/format-context.ts'
import { useCurrency } from '../../forms/use-currency.ts'
import type { Request } from './intake.ts'
import classes from './intake.module.css'

type Answer = Request['answers'][number]

export function Answers({ answers }: { answers: readonly Answer[] }) {
  const format = useFormat()
  const currency = useCurrency()
  const textOf = ({ field, value, text }: Answer) => {
    if (field.fieldType === 'Date') return format.date(String(value))
    if (field.fieldType !== 'Currency' || currency === undefined) return text
    return format.money(Number(value), currency)
  }
  return (
    <dl className={classes.answers}>
      {answers.map((answer) => (
        <div key={answer.field.id}>
          <dt>{answer.label}</dt>
          <dd>{textOf(answer)}</dd>
        </div>
      ))}
    </dl>
  )
}
