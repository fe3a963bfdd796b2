// A list of people that grows and shrinks: those who are chosen, and a field to add one more.
import { Button } from '@mantine/core'
import { nameOf } from '../../lib/person-name.ts'
import type { PersonValue } from '../field-kind.ts'
import classes from './chosen-people.module.css'
import { PersonSelect } from './person-input.tsx'

/** For people of the user's own organisation. */
export function ChosenPeople(props: {
  readonly people: readonly PersonValue[]
  readonly label: string
  readonly removeLabel: (name: string) => string
  readonly onChange: (people: readonly PersonValue[]) => void
}) {
  const { people, label, removeLabel, onChange } = props
  return (
    <>
      {people.map((person) => (
        <div key={person.id} className={classes.person}>
          {nameOf(person)}
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={removeLabel(nameOf(person))}
            onClick={() => onChange(people.filter(({ id }) => id !== person.id))}
          >
            ×
          </Button>
        </div>
      ))}
      <PersonSelect
        // chosen people are listed above it: it is empty again
        key={people.length}
        label={label}
        colleaguesOnly
        person={undefined}
        offers={({ id }) => !people.some((each) => each.id === id)}
        onPerson={(person) => person && onChange([...people, person])}
      />
    </>
  )
}
