// What somebody has to answer for a contract to be theirs at once, said before they answer.
import { useFormat } from '../../components/format-context.ts'
import { fieldsOf, type FormPart } from '../../forms/form-parts.ts'
import { useCurrency } from '../../forms/use-currency.ts'
import type { RequestType } from './intake.ts'
import classes from './intake.module.css'
import { formTexts as texts } from './texts.ts'

type Bound = RequestType['bounds'][number]

/** Nothing for a type whose contracts the legal department looks at in any case. */
export function Bounds({ type, parts }: { type: RequestType; parts: readonly FormPart[] }) {
  const format = useFormat()
  const currency = useCurrency()
  if (!type.selfService) return null
  const fields = new Map(fieldsOf(parts).map((field) => [field.id, field]))
  const limitOf = ({ field: { id, name }, atMost, oneOf }: Bound): string => {
    const field = fields.get(id)
    const label = field?.label ?? name
    if (typeof atMost === 'number') {
      const isMoney = field?.fieldType === 'Currency' && currency !== undefined
      return texts.atMost(label, isMoney ? format.money(atMost, currency) : format.number(atMost))
    }
    const named = new Map(field?.options?.map((option) => [option.value, option.label]))
    const wordOf = (value: string) =>
      named.get(value) ?? (value === 'true' ? texts.yes : value === 'false' ? texts.no : value)
    return texts.oneOf(label, (oneOf ?? []).map(wordOf).join(', '))
  }
  if (type.bounds.length === 0) return null
  return (
    <section className={classes.limits} aria-label={texts.atOnceLabel}>
      <p>{texts.atOnce}</p>
      <ul>
        {type.bounds.map((bound) => (
          <li key={bound.field.id}>{bound.orEmpty ? texts.orEmpty(limitOf(bound)) : limitOf(bound)}</li>
        ))}
      </ul>
      <p>{texts.otherwise}</p>
    </section>
  )
}
