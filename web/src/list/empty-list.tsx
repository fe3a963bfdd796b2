// Where no rows are: what to remove, or what to do first.
import { Button, Group } from '@mantine/core'
import { useFormat } from '../components/format-context.ts'
import classes from './list-view.module.css'
import type { Identified, ListDefinition } from './definition.ts'
import type { FilterProperty } from './filters/property.ts'
import { isCondition, propertyOf, type Sentence, withClause } from './filters/sentence.ts'
import { useNames, wordsOf } from './filters/sentence-words.ts'
import { useCount } from './rows/use-rows.ts'
import { texts } from './texts.ts'

export function EmptyList<Row extends Identified>(props: {
  definition: ListDefinition<Row>
  sentence: Sentence
  properties: readonly FilterProperty[]
  mayChange: boolean
  onChange: (sentence: Sentence) => void
}) {
  const { definition, sentence, properties, mayChange, onChange } = props
  const names = useNames(sentence, properties)
  const format = useFormat()
  const all = useCount(definition, '')
  if (all.isLoading) return null
  // what a view filters by is not why a list is empty that has nothing at all
  if (sentence.length === 0 || all.data === 0) {
    const { title, text, action } = definition.empty
    return (
      <div className={classes.empty}>
        <span className={classes.emptyTitle}>{title}</span>
        <p>{mayChange ? text : texts.notOnAny(definition.several)}</p>
        {mayChange ? action : null}
      </div>
    )
  }
  return (
    <div className={classes.empty}>
      <span className={classes.emptyTitle}>{texts.nothingMatches}</span>
      <Group gap="xs" justify="center">
        {sentence.map((clause, index) => {
          const property = isCondition(clause) ? propertyOf(properties, clause.path) : undefined
          const text = isCondition(clause)
            ? property
              ? wordsOf(clause, property, { names, format }).text
              : clause.path
            : clause.text
          return (
            <Button
              key={text}
              size="compact-sm"
              variant="default"
              onClick={() => onChange(withClause(sentence, index, undefined))}
            >
              {texts.removeOne(text)}
            </Button>
          )
        })}
        {sentence.length > 1 && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
            {texts.removeAll}
          </Button>
        )}
      </Group>
    </div>
  )
}
